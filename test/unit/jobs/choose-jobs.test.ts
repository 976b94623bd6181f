// Which jobs a tick sends for the work of a week, from what was sent before.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { chooseJobs, isRepeatDue, type WorkToSend } from '../../../lib/jobs/choose-jobs.ts';
import type { ComparedFolder } from '../../../lib/jobs/compare-week.ts';
import { subtreesOf } from '../../../lib/reports/plan.ts';
import { fc } from '../../support/property-settings.ts';

const DUE_AT = Date.parse('2026-11-16T06:00:00Z');
/** 1(2(21, 22), 3(31)). */
const PARENTS = [
  [1, null],
  [2, 1],
  [21, 2],
  [22, 2],
  [3, 1],
  [31, 3],
] as const;
const PLAN = {
  week: '2026-W46',
  doneAt: null,
  folders: PARENTS.map(([key, parent]) => ({
    key,
    parent,
    dueAt: new Date(DUE_AT).toISOString(),
  })),
};
const NO_LOOK = { jobs: [], only: [] };

type Need = Pick<ComparedFolder, 'work'> & Partial<ComparedFolder>;

/** All folders but those in `needs` need nothing. */
function toFolders(needs: Readonly<Record<number, Need>>): readonly ComparedFolder[] {
  return PLAN.folders.map((folder) => ({
    ...{ folder, manifest: null, work: null, isGivenUp: false },
    ...needs[folder.key],
  }));
}

const MISSING = { work: 'missing' } as const;
const GIVEN_UP = { work: 'missing', isGivenUp: true } as const;
const ALL_MISSING = Object.fromEntries(PARENTS.map(([key]) => [key, MISSING]));

function choose(
  needs: Readonly<Record<number, Need>>,
  { afterMs = 0, ...rest }: Partial<WorkToSend> & { readonly afterMs?: number } = {},
) {
  return chooseJobs({
    ...{ plan: PLAN, folders: toFolders(needs), surveys: new Map(), sent: {}, look: NO_LOOK },
    ...rest,
    now: DUE_AT + afterMs,
  });
}

function sentAt(afterMs: number, tries: number) {
  return { at: new Date(DUE_AT + afterMs).toISOString(), tries };
}

describe('chooseJobs', () => {
  it('sends all that is missing, and records each folder', () => {
    const { jobs, alone, sent } = choose(ALL_MISSING);
    assert.deepEqual([jobs, alone], [[[1]], []]);
    assert.deepEqual(sent, Object.fromEntries(PARENTS.map(([key]) => [key, sentAt(0, 1)])));
  });

  it('sends work again after one hour, then every two hours', () => {
    const times: number[] = [];
    let sent: WorkToSend['sent'] = {};
    for (let minute = 0; minute <= 8 * 60; minute += 15) {
      const chosen = choose({ 21: MISSING }, { sent, afterMs: minute * MINUTE_MS });
      if (chosen.jobs.length > 0) times.push(minute / 60);
      sent = chosen.sent;
    }
    assert.deepEqual(times, [0, 1, 3, 5, 7]);
  });

  it('forgets what was sent for a folder that needs nothing any more', () => {
    assert.deepEqual(choose({}, { sent: { 21: sentAt(0, 3) } }).sent, {});
  });

  it('sends nothing above work that was sent and is not finished', () => {
    const { jobs, sent } = choose(ALL_MISSING, { sent: { 21: sentAt(0, 1) }, afterMs: 1 });
    assert.deepEqual(jobs, [[3], [22]]);
    assert.deepEqual(Object.keys(sent), ['3', '21', '22', '31']);
    assert.deepEqual(sent[21], sentAt(0, 1));
  });

  it('sends a report that lacks data of its own alone, however often those below it are sent', () => {
    const needs = {
      1: { work: 'partial' },
      21: { work: 'partial' },
      31: { work: 'partial' },
    } as const;
    const sent = { 1: sentAt(0, 3), 21: sentAt(HOUR_MS, 3), 31: sentAt(0, 3) };
    const chosen = choose(needs, { sent, afterMs: 2 * HOUR_MS });
    assert.deepEqual([chosen.jobs, chosen.alone], [[[3]], [1]]);
    assert.deepEqual(chosen.sent[1], sentAt(2 * HOUR_MS, 4));
    assert.deepEqual(choose(needs, { sent: chosen.sent, afterMs: 3 * HOUR_MS }).alone, []);
  });

  it('sends none alone that an open look will make, or above a folder that is given up or could not be read', () => {
    const sent = { 21: sentAt(0, 1) };
    const needs = { 2: { work: 'settings' }, 21: { work: 'partial' } } as const;
    assert.deepEqual(choose(needs, { sent }).alone, [2]);
    assert.deepEqual(choose(needs, { sent, look: { jobs: [], only: [22] } }).alone, []);
    assert.deepEqual(choose({ ...needs, 22: { work: 'unknown' } }, { sent }).alone, []);
    assert.deepEqual(choose({ ...needs, 22: GIVEN_UP }, { sent }).alone, [22]);
    assert.deepEqual(choose({ ...needs, 2: { work: 'outdated' } }, { sent }).alone, []);
  });

  it('sends nothing for a folder that could not be read, nor above it', () => {
    const { jobs } = choose({ ...ALL_MISSING, 31: { work: 'unknown' } });
    assert.deepEqual(jobs, [[2]]);
  });

  it('sends a folder that was given up alone, after 1, 2, 4, 8, 12 and 12 hours', () => {
    const times: number[] = [];
    let sent: WorkToSend['sent'] = {};
    for (let hour = 0; hour <= 40; hour += 1) {
      const chosen = choose({ 21: GIVEN_UP }, { sent, afterMs: hour * HOUR_MS });
      assert.deepEqual(chosen.jobs, []);
      if (chosen.alone.length > 0) times.push(hour);
      sent = chosen.sent;
    }
    assert.deepEqual(times, [0, 1, 3, 7, 15, 27, 39]);
  });

  it('holds up the folders above one that was given up for a day', () => {
    const needs = { 1: MISSING, 2: MISSING, 21: GIVEN_UP };
    assert.deepEqual(choose(needs, { afterMs: DAY_MS - 1 }).jobs, []);
    const { jobs, sent } = choose(needs, { afterMs: DAY_MS, sent: { 21: sentAt(DAY_MS - 1, 9) } });
    assert.deepEqual([jobs, Object.keys(sent)], [[[1]], ['1', '2', '21']]);
    assert.equal(sent[21]?.tries, 9, 'it is not made by that job');
  });

  it('sends nothing that an open look covers, nor above it', () => {
    const needs = { ...ALL_MISSING, 21: GIVEN_UP };
    const look = { jobs: [[2]], only: [31] };
    const { jobs, alone } = choose(needs, { look });
    assert.deepEqual([jobs, alone], [[], [21]]);
    assert.deepEqual(choose(needs, { look: { jobs: [], only: [31] }, afterMs: DAY_MS }).jobs, [
      [2],
    ]);
  });

  it('never sends a folder twice or before one below it, whatever was sent', () => {
    const need = fc.record({
      work: fc.constantFrom('missing', 'partial', 'settings', 'outdated', 'unknown', null),
      isGivenUp: fc.boolean(),
      sent: fc.option(
        fc.record({ minutes: fc.integer({ min: -600, max: 600 }), tries: fc.nat(6) }),
      ),
      surveys: fc.nat(400),
    });
    fc.assert(
      fc.property(fc.array(need, { minLength: 6, maxLength: 6 }), (needs) => {
        const entries = PARENTS.flatMap(([key], i) => {
          const entry = needs[i];
          return entry === undefined ? [] : [{ key, ...entry }];
        });
        const sent: WorkToSend['sent'] = Object.fromEntries(
          entries.flatMap(({ key, sent: last }) =>
            last === null ? [] : [[String(key), sentAt(last.minutes * MINUTE_MS, last.tries)]],
          ),
        );
        const folders = PLAN.folders.map((folder, i) => {
          const { work = null, isGivenUp = false } = needs[i] ?? {};
          const mayBeGivenUp = work !== null && work !== 'unknown';
          return { folder, manifest: null, work, isGivenUp: isGivenUp && mayBeGivenUp };
        });
        const surveys = new Map(entries.map((entry) => [entry.key, entry.surveys]));
        const chosen = choose({}, { folders, sent, surveys });
        const covered = chosen.jobs.map((roots) => subtreesOf(PLAN, roots));
        for (const { folder, work, isGivenUp } of folders) {
          const { key } = folder;
          const count =
            covered.filter((job) => job.has(key)).length +
            chosen.alone.filter((alone) => alone === key && !isGivenUp).length;
          assert(count <= 1, `folder ${key} is in ${count} jobs`);
          const waits = work !== null && !isGivenUp && chosen.sent[key] === sent[key];
          assert(!waits || count === 0, `folder ${key} waits, and is in a job`);
        }
      }),
    );
  });
});

describe('isRepeatDue', () => {
  it('holds once when the time of a repetition is reached', () => {
    const sent = { 21: sentAt(0, 1), 22: sentAt(0, 2) };
    const isDue = (since: number, now: number) => isRepeatDue(sent, DUE_AT + since, DUE_AT + now);
    assert.equal(isDue(0, HOUR_MS - 1), false);
    assert.equal(isDue(HOUR_MS - 1, HOUR_MS), true);
    assert.equal(isDue(HOUR_MS, 2 * HOUR_MS - 1), false);
    assert.equal(isDue(2 * HOUR_MS - 1, 2 * HOUR_MS), true);
  });
});
