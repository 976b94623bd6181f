// How the making of a report is followed: until it is there, or until it is known why it is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api, ReportState } from '../../../lib/web/api/api-client.ts';
import type { MakeOutcome } from '../../../lib/web/features/make/follow-job.ts';
import {
  elapsedText,
  followJob,
  readMakeStatus,
} from '../../../lib/web/features/make/follow-job.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import type { ApiErrorKind } from '../../../lib/web/api/api-errors.ts';
import { Trouble } from '../../../lib/web/api/api-errors.ts';

const PLACE = { week: '2026-W46', folder: 12 };

type Job = { readonly state: 'queued' | 'failed'; readonly code: string | null } | null;
const QUEUED: ReportState = { report: null, status: 'queued' };

function standing(revision: number): ReportState {
  const file = { key: 'k', bytes: 1, sha256: '' };
  const report = {
    ...{ week: PLACE.week, folder: { key: PLACE.folder, name: 'Store' }, revision },
    ...{ status: 'complete' as const, asOf: '2026-11-16T18:00:00.000Z', problems: [] },
    files: { pdf: file, json: file },
  };
  return { report, status: 'complete' };
}

/** Answers one after the other; the last one for ever. */
function fakeApi(answers: readonly (ReportState | Trouble)[], job: Job | Trouble = null) {
  const left = [...answers];
  const asked = { states: 0, weeks: 0 };
  const api: Pick<Api, 'state' | 'week'> = {
    state: () => {
      asked.states += 1;
      const answer = left.length > 1 ? left.shift() : left[0];
      return answer instanceof Trouble || answer === undefined
        ? Promise.reject(answer ?? new Trouble('broken'))
        : Promise.resolve(answer);
    },
    week: (week) => {
      asked.weeks += 1;
      if (job instanceof Trouble) return Promise.reject(job);
      const none = { name: null, parent: null, revision: null, asOf: null, dueAt: null } as const;
      return Promise.resolve({
        ...{ week, from: '2026-11-09', to: '2026-11-16', previousWeek: '2026-W45' },
        ...{ isClosed: true, closesAt: '2026-11-16T12:00:00.000Z', plan: 'none' as const },
        totals: {
          ...{ complete: 0, partial: 0, empty: 0, queued: 0 },
          ...{ owed: 0, waiting: 0, failed: 1, damaged: 0 },
        },
        folders: [
          {
            ...none,
            key: 7,
            state: 'failed',
            job: { state: 'failed', code: 'OF_ANOTHER' },
          } as const,
          { ...none, key: PLACE.folder, state: 'failed', job } as const,
        ].map((folder) => ({ ...folder, problems: 0, figures: null })),
      });
    },
  };
  return { api, asked };
}

async function followed(
  { api }: ReturnType<typeof fakeApi>,
  before: number | null,
): Promise<{ ending: MakeOutcome | null; pauses: number[]; troubles: (ApiErrorKind | null)[] }> {
  const pauses: number[] = [];
  const troubles: (ApiErrorKind | null)[] = [];
  const ending = await followJob(api, PLACE, {
    previousRevision: before,
    sleep: (ms) => {
      pauses.push(Math.round(ms));
      return Promise.resolve();
    },
    whenVisible: () => Promise.resolve(),
    signal: new AbortController().signal,
    onError: (trouble) => void troubles.push(trouble?.kind ?? null),
  });
  return { ending, pauses, troubles };
}

describe('a report that is being made', () => {
  it('is asked after in ever longer pauses until it is there', async () => {
    const { ending, pauses } = await followed(
      fakeApi([...Array<ReportState>(14).fill(QUEUED), standing(1)]),
      null,
    );
    assert.deepEqual(ending, { kind: 'made', revision: 1 });
    assert.deepEqual(pauses.slice(0, 4), [2000, 2500, 3125, 3906]);
    assert.equal(pauses.length, 15);
    assert.ok(pauses.every((ms, i) => ms <= 15_000 && ms >= (pauses[i - 1] ?? 0)));
  });

  it('is not asked after while nobody can see the page, nor when it was left', async () => {
    const { api, asked } = fakeApi([QUEUED]);
    const aborter = new AbortController();
    const ending = await followJob(api, PLACE, {
      previousRevision: null,
      // A loop that never ends would end here.
      sleep: () => (asked.states > 9 ? Promise.reject(new Error('asked on')) : Promise.resolve()),
      whenVisible: () => {
        // Left while it was hidden.
        if (asked.states === 3) aborter.abort();
        return Promise.resolve();
      },
      signal: aborter.signal,
      onError: () => undefined,
    });
    assert.equal(ending, null);
    assert.equal(asked.states, 3);
  });

  it('is there only when another revision stands than did before', async () => {
    const made = await followed(fakeApi([QUEUED, standing(3)]), 2);
    assert.deepEqual(made.ending, { kind: 'made', revision: 3 });
    const kept = await followed(fakeApi([QUEUED, standing(2)]), 2);
    assert.deepEqual(kept.ending, { kind: 'unchanged' });
  });

  it('has failed when the week’s overview says so beside the report that stands', async () => {
    const job = { state: 'failed', code: 'UPSTREAM_TIMEOUT' } as const;
    const { ending } = await followed(fakeApi([QUEUED, standing(2)], job), 2);
    assert.deepEqual(ending, { kind: 'failed', code: 'UPSTREAM_TIMEOUT' });
  });

  it('has failed when the API names what its job failed of, and not when it is out of reach itself', async () => {
    const named = new Trouble('busy', { code: 'UPSTREAM_UNAVAILABLE', status: 503 });
    const job = { state: 'failed', code: 'UPSTREAM_UNAVAILABLE' } as const;
    const failed = await followed(fakeApi([QUEUED, named], job), null);
    assert.deepEqual(failed.ending, { kind: 'failed', code: 'UPSTREAM_UNAVAILABLE' });

    const passing = await followed(fakeApi([named, QUEUED, standing(1)], named), null);
    assert.deepEqual(passing.ending, { kind: 'made', revision: 1 });
    assert.deepEqual(passing.troubles, ['busy', null, null]);
  });

  it('goes on being followed when the connection is lost for a while', async () => {
    const lost = (['offline', 'slow', 'foreign', 'busy'] as const).map((kind) => new Trouble(kind));
    const { ending, troubles } = await followed(fakeApi([...lost, standing(1)]), null);
    assert.deepEqual(ending, { kind: 'made', revision: 1 });
    assert.deepEqual(troubles, ['offline', 'slow', 'foreign', 'busy', null]);
  });

  it('is given up where asking on is of no use', async () => {
    for (const kind of ['signedOut', 'refused', 'broken'] as const) {
      const { ending } = await followed(fakeApi([new Trouble(kind)]), null);
      assert.deepEqual(ending?.kind, 'trouble');
    }
    const gone = await followed(fakeApi([QUEUED, new Trouble('notFound')]), null);
    assert.deepEqual(gone.ending, { kind: 'missing' });
    const nothing = new Trouble('notFound', { code: 'NOTHING_OWED' });
    const owed = await followed(fakeApi([QUEUED, nothing]), null);
    assert.deepEqual(owed.ending, { kind: 'failed', code: 'NOTHING_OWED' });
  });
});

describe('what there is of a report', () => {
  const { signal } = new AbortController();

  it('is known from its state alone where that says all', async () => {
    const cases = [
      [QUEUED, { kind: 'queued' }],
      [standing(4), { kind: 'stored', revision: 4 }],
      [new Trouble('notFound', { code: 'REPORT_NOT_FOUND' }), { kind: 'none' }],
    ] as const;
    for (const [answer, stand] of cases) {
      const { api, asked } = fakeApi([answer]);
      assert.deepEqual(await readMakeStatus(api, PLACE, signal), stand);
      assert.equal(asked.weeks, 0);
    }
  });

  it('is a trouble where neither the state nor the overview tells', async () => {
    const { api } = fakeApi([new Trouble('broken', { code: 'INTERNAL' })]);
    await assert.rejects(readMakeStatus(api, PLACE, signal), { code: 'INTERNAL' });
  });
});

describe('the time that has gone by', () => {
  it('is told in seconds, and from a minute on in minutes', () => {
    const formats = formatsFor('en');
    const times = [0, 1_900, 59_999, 60_000, 125_000].map((ms) => elapsedText(ms, formats));
    assert.deepEqual(times, ['0 seconds', '1 second', '59 seconds', '1m', '2m']);
  });
});
