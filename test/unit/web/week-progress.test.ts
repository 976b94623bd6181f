import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OverviewFolder, OverviewState, WeekOverview } from '../../../lib/http/responses.ts';
import {
  shouldPoll,
  pollDelayMs,
  computeProgress,
  completedQuarters,
  findPendingReport,
} from '../../../lib/web/api/week-progress.ts';

const LATEST = '2026-W46';
const NONE = { complete: 0, partial: 0, empty: 0, queued: 0, owed: 0, waiting: 0, failed: 0 };

function overviewOf(
  states: readonly OverviewState[],
  overrides: Partial<WeekOverview & Pick<OverviewFolder, 'job'>> = {},
): WeekOverview {
  const { job = null, ...fields } = overrides;
  const folders = states.map((state, i) => ({
    key: i + 1,
    name: `Folder ${i + 1}`,
    parent: null,
    state,
    job,
    revision: null,
    asOf: null,
    dueAt: null,
    problems: 0,
    figures: null,
    isLeaf: true,
  }));
  const totals = { ...NONE, damaged: 0 };
  for (const state of states) totals[state] += 1;
  return {
    week: LATEST,
    from: '2026-11-09',
    to: '2026-11-16',
    previousWeek: '2026-W45',
    isClosed: true,
    closesAt: '2026-11-16T12:00:00.000Z',
    plan: 'open',
    totals,
    attention: null,
    folders,
    ...fields,
  };
}

describe('the progress of a week', () => {
  it('counts ready and total reports while some are pending', () => {
    for (const [states, progress] of [
      [['complete', 'partial', 'empty', 'damaged', 'owed'], { ready: 4, total: 5 }],
      [['queued', 'waiting', 'failed'], { ready: 0, total: 3 }],
      [['complete', 'partial', 'empty', 'damaged'], null],
      [['complete', 'failed'], null],
      [[], null],
    ] as const) {
      assert.deepEqual(computeProgress(overviewOf(states)), progress, states.join());
    }
  });

  it('is announced per quarter', () => {
    const quarters = [0, 24, 25, 49, 50, 99, 100].map((ready) =>
      completedQuarters({ ready, total: 100 }),
    );
    assert.deepEqual(quarters, [0, 0, 1, 1, 2, 3, 4]);
  });
});

describe('a missing report', () => {
  const dueAt = '2026-11-16T18:00:00.000Z';
  const planned = (...args: Parameters<typeof overviewOf>): WeekOverview => {
    const overview = overviewOf(...args);
    return { ...overview, folders: overview.folders.map((folder) => ({ ...folder, dueAt })) };
  };
  it('is pending while the service makes the reports of the week, is to make it later, or has not read the latest week', () => {
    for (const [states, overrides, expected] of [
      [['queued', 'queued', 'complete'], {}, { kind: 'making' }],
      [['owed', 'queued', 'queued'], {}, { kind: 'making' }],
      [['waiting', 'complete'], {}, { kind: 'notDue', dueAt }],
      [[], { plan: 'none' }, { kind: 'unplanned' }],
    ] as const) {
      const overview = planned(states, overrides);
      assert.deepEqual(findPendingReport(overview, 1, LATEST), expected, states.join());
    }
  });

  it('is not pending where it failed, where at most one job runs, in an open or earlier week, and for a folder of no plan', () => {
    for (const [states, overrides] of [
      [['failed', 'queued', 'queued'], {}],
      [['owed', 'complete'], {}],
      [['queued', 'owed'], {}],
      [['queued', 'queued'], { isClosed: false }],
      [[], { plan: 'none', week: '2026-W40' }],
    ] as const) {
      const overview = planned(states, overrides);
      assert.equal(findPendingReport(overview, 1, LATEST), null, states.join());
    }
    assert.equal(findPendingReport(planned(['queued', 'queued']), 9, LATEST), null);
    assert.equal(findPendingReport(overviewOf(['queued', 'queued']), 1, LATEST), null);
  });
});

describe('polling a week', () => {
  it('continues while a report is pending or being remade', () => {
    const queued = { job: { state: 'queued', code: null } } as const;
    for (const [states, overrides, expected] of [
      [['complete', 'owed'], {}, true],
      [['complete', 'waiting'], {}, true],
      [['complete', 'queued'], {}, true],
      [['complete', 'complete'], queued, true],
      [['complete', 'partial'], {}, false],
      [['complete', 'failed'], { plan: 'done' }, false],
      [['complete'], { plan: 'done' }, false],
      [[], { isClosed: false, plan: 'none' }, false],
    ] as const) {
      const overview = overviewOf(states, overrides);
      assert.equal(shouldPoll(overview, LATEST), expected, JSON.stringify([states, overrides]));
    }
  });

  it('continues before a plan exists: without reports, and always for the latest week', () => {
    const unplannedWeek = { plan: 'none' } as const;
    assert.equal(shouldPoll(overviewOf([], unplannedWeek), '2026-W50'), true);
    assert.equal(shouldPoll(overviewOf(['complete'], unplannedWeek), LATEST), true);
    assert.equal(shouldPoll(overviewOf(['complete'], unplannedWeek), '2026-W50'), false);
  });

  it('slows down while nothing changes, to once a minute', () => {
    const delays = Array.from({ length: 12 }, (_, unchanged) => pollDelayMs(unchanged));
    assert.equal(delays[0], 3_000);
    assert.deepEqual(
      delays,
      delays.toSorted((a, b) => a - b),
    );
    assert.ok(new Set(delays.slice(0, 8)).size === 8);
    assert.equal(delays.at(-1), 60_000);
  });
});
