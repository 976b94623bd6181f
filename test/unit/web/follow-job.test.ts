import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api, ShownReportState } from '../../../lib/web/api/reports-client.ts';
import type { MakeOutcome } from '../../../lib/web/features/make/follow-job.ts';
import {
  elapsedText,
  followJob,
  readMakeStatus,
} from '../../../lib/web/features/make/follow-job.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import type { ApiErrorKind } from '../../../lib/web/api/api-errors.ts';
import { ApiError } from '../../../lib/web/api/api-errors.ts';

const PLACE = { week: '2026-W46', folder: 12 };

type Job = { readonly state: 'queued' | 'failed'; readonly code: string | null } | null;
const QUEUED: ShownReportState = { report: null, status: 'queued' };

function storedReport(revision: number): ShownReportState {
  const file = { key: 'k', bytes: 1, sha256: '' };
  const report = {
    ...{ week: PLACE.week, folder: { key: PLACE.folder, name: 'Store' }, revision },
    ...{ status: 'complete' as const, asOf: '2026-11-16T18:00:00.000Z', problems: [] },
    files: { pdf: file, json: file },
  };
  return { report, status: 'complete' };
}

/** Returns the answers in order and repeats the last one. */
function fakeApi(answers: readonly (ShownReportState | ApiError)[], job: Job | ApiError = null) {
  const remaining = [...answers];
  const calls = { states: 0, weeks: 0 };
  const api: Pick<Api, 'state' | 'week'> = {
    state: () => {
      calls.states += 1;
      const answer = remaining.length > 1 ? remaining.shift() : remaining[0];
      return answer instanceof ApiError || answer === undefined
        ? Promise.reject(answer ?? new ApiError('broken'))
        : Promise.resolve(answer);
    },
    week: (week) => {
      calls.weeks += 1;
      if (job instanceof ApiError) return Promise.reject(job);
      const emptyFolder = {
        name: null,
        parent: null,
        revision: null,
        asOf: null,
        dueAt: null,
      } as const;
      return Promise.resolve({
        ...{ week, from: '2026-11-09', to: '2026-11-16', previousWeek: '2026-W45' },
        ...{ isClosed: true, closesAt: '2026-11-16T12:00:00.000Z', plan: 'none' as const },
        totals: {
          ...{ complete: 0, partial: 0, empty: 0, queued: 0 },
          ...{ owed: 0, waiting: 0, failed: 1, damaged: 0 },
        },
        folders: [
          {
            ...emptyFolder,
            key: 7,
            state: 'failed',
            job: { state: 'failed', code: 'OF_ANOTHER' },
          } as const,
          { ...emptyFolder, key: PLACE.folder, state: 'failed', job } as const,
        ].map((folder) => ({ ...folder, problems: 0, figures: null, isLeaf: true })),
        attention: null,
      });
    },
  };
  return { api, calls };
}

async function runFollowJob(
  { api }: ReturnType<typeof fakeApi>,
  previousRevision: number | null,
): Promise<{ outcome: MakeOutcome | null; delays: number[]; errors: (ApiErrorKind | null)[] }> {
  const delays: number[] = [];
  const errors: (ApiErrorKind | null)[] = [];
  const outcome = await followJob(api, PLACE, {
    previousRevision,
    sleep: (ms) => {
      delays.push(Math.round(ms));
      return Promise.resolve();
    },
    whenVisible: () => Promise.resolve(),
    signal: new AbortController().signal,
    onError: (error) => void errors.push(error?.kind ?? null),
  });
  return { outcome, delays, errors };
}

describe('followJob', () => {
  it('polls with growing delays until the report is stored', async () => {
    const { outcome, delays } = await runFollowJob(
      fakeApi([...Array<ShownReportState>(14).fill(QUEUED), storedReport(1)]),
      null,
    );
    assert.deepEqual(outcome, { kind: 'made', revision: 1 });
    assert.deepEqual(delays.slice(0, 4), [2000, 2500, 3125, 3906]);
    assert.equal(delays.length, 15);
    assert.ok(delays.every((ms, i) => ms <= 15_000 && ms >= (delays[i - 1] ?? 0)));
  });

  it('does not poll while the page is hidden or after it was aborted', async () => {
    const { api, calls } = fakeApi([QUEUED]);
    const aborter = new AbortController();
    const outcome = await followJob(api, PLACE, {
      previousRevision: null,
      // Ends an endless loop.
      sleep: () =>
        calls.states > 9 ? Promise.reject(new Error('polled after abort')) : Promise.resolve(),
      whenVisible: () => {
        // Aborted while hidden.
        if (calls.states === 3) aborter.abort();
        return Promise.resolve();
      },
      signal: aborter.signal,
      onError: () => undefined,
    });
    assert.equal(outcome, null);
    assert.equal(calls.states, 3);
  });

  it('reports success only when the stored revision has changed', async () => {
    const changedRun = await runFollowJob(fakeApi([QUEUED, storedReport(3)]), 2);
    assert.deepEqual(changedRun.outcome, { kind: 'made', revision: 3 });
    const unchanged = await runFollowJob(fakeApi([QUEUED, storedReport(2)]), 2);
    assert.deepEqual(unchanged.outcome, { kind: 'unchanged' });
  });

  it('reports the failed job of the overview when a report is already stored', async () => {
    const job = { state: 'failed', code: 'UPSTREAM_TIMEOUT' } as const;
    const { outcome } = await runFollowJob(fakeApi([QUEUED, storedReport(2)], job), 2);
    assert.deepEqual(outcome, { kind: 'failed', code: 'UPSTREAM_TIMEOUT' });
  });

  it('reports a failure when the overview confirms the failed job, and keeps polling when the API itself is unavailable', async () => {
    const namedError = new ApiError('busy', { code: 'UPSTREAM_UNAVAILABLE', status: 503 });
    const job = { state: 'failed', code: 'UPSTREAM_UNAVAILABLE' } as const;
    const failedRun = await runFollowJob(fakeApi([QUEUED, namedError], job), null);
    assert.deepEqual(failedRun.outcome, { kind: 'failed', code: 'UPSTREAM_UNAVAILABLE' });

    const recoveredRun = await runFollowJob(
      fakeApi([namedError, QUEUED, storedReport(1)], namedError),
      null,
    );
    assert.deepEqual(recoveredRun.outcome, { kind: 'made', revision: 1 });
    assert.deepEqual(recoveredRun.errors, ['busy', null, null]);
  });

  it('continues after temporary connection errors', async () => {
    const transientErrors = (['offline', 'slow', 'foreign', 'busy'] as const).map(
      (kind) => new ApiError(kind),
    );
    const { outcome, errors } = await runFollowJob(
      fakeApi([...transientErrors, storedReport(1)]),
      null,
    );
    assert.deepEqual(outcome, { kind: 'made', revision: 1 });
    assert.deepEqual(errors, ['offline', 'slow', 'foreign', 'busy', null]);
  });

  it('stops at permanent errors', async () => {
    for (const kind of ['signedOut', 'refused', 'broken'] as const) {
      const { outcome } = await runFollowJob(fakeApi([new ApiError(kind)]), null);
      assert.deepEqual(outcome?.kind, 'error');
    }
    const missing = await runFollowJob(fakeApi([QUEUED, new ApiError('notFound')]), null);
    assert.deepEqual(missing.outcome, { kind: 'missing' });
    const nothingToReport = new ApiError('notFound', { code: 'NOTHING_OWED' });
    const failedRun = await runFollowJob(fakeApi([QUEUED, nothingToReport]), null);
    assert.deepEqual(failedRun.outcome, { kind: 'failed', code: 'NOTHING_OWED' });
  });
});

describe('readMakeStatus', () => {
  const { signal } = new AbortController();

  it('needs no overview when the report state is sufficient', async () => {
    const cases = [
      [QUEUED, { kind: 'queued' }],
      [storedReport(4), { kind: 'stored', revision: 4 }],
      [new ApiError('notFound', { code: 'REPORT_NOT_FOUND' }), { kind: 'none' }],
    ] as const;
    for (const [answer, status] of cases) {
      const { api, calls } = fakeApi([answer]);
      assert.deepEqual(await readMakeStatus(api, PLACE, signal), status);
      assert.equal(calls.weeks, 0);
    }
  });

  it('throws the API error when neither state nor overview gives the status', async () => {
    const { api } = fakeApi([new ApiError('broken', { code: 'INTERNAL' })]);
    await assert.rejects(readMakeStatus(api, PLACE, signal), { code: 'INTERNAL' });
  });
});

describe('elapsedText', () => {
  it('formats seconds, and minutes from one minute on', () => {
    const formats = formatsFor('en');
    const times = [0, 1_900, 59_999, 60_000, 125_000].map((ms) => elapsedText(ms, formats));
    assert.deepEqual(times, ['0 seconds', '1 second', '59 seconds', '1m', '2m']);
  });
});
