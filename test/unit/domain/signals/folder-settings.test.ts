// Which accepted entries and targets count in a folder and week.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Accepted } from '../../../../lib/domain/signals/accepted.ts';
import {
  ACCEPTED_KINDS,
  acceptedInWeek,
  findAccepted,
} from '../../../../lib/domain/signals/accepted.ts';
import { NO_SETTINGS, settingsOfWeek } from '../../../../lib/domain/signals/folder-settings.ts';
import type { Target } from '../../../../lib/domain/signals/targets.ts';
import { findTarget } from '../../../../lib/domain/signals/targets.ts';
import { fc } from '../../../support/property-settings.ts';

const AT = '2026-11-16T18:00:00.000Z';

function accepted(week: string, entry: Partial<Accepted> = {}): Accepted {
  return { folder: 21, survey: 211, kind: 'level', week, by: 'shell', at: AT, ...entry };
}

function target(folder: number, value: number, indexType = 'HAPPY'): Target {
  return { folder, indexType, feedbackScale: 'FOUR', value };
}

const HAPPY = { indexType: 'HAPPY', feedbackScale: 'FOUR' };

describe('findAccepted', () => {
  const entries = [accepted('2026-W40'), accepted('2026-W44'), accepted('2026-W47')];
  const place = { folder: 21, survey: 211, kind: 'level' } as const;

  it('is the latest of this week or earlier', () => {
    for (const [week, found] of [
      ['2026-W39', undefined],
      ['2026-W40', '2026-W40'],
      ['2026-W43', '2026-W40'],
      ['2026-W44', '2026-W44'],
      ['2026-W46', '2026-W44'],
      ['2027-W01', '2026-W47'],
    ] as const) {
      assert.equal(findAccepted(entries, place, week)?.week, found, week);
    }
  });

  it('is of the same folder, survey and kind', () => {
    for (const other of [{ folder: 22 }, { survey: null }, { kind: 'closed' }] as const) {
      assert.equal(findAccepted(entries, { ...place, ...other }, '2026-W46'), null);
    }
    const own = accepted('2026-W45', { survey: null });
    assert.equal(findAccepted([...entries, own], { ...place, survey: null }, '2026-W46'), own);
  });
});

describe('findTarget', () => {
  const targets = [target(1, 70), target(2, 80), target(1, 10, 'NPS')];

  it('is that of the nearest folder upwards', () => {
    assert.equal(findTarget(targets, [1, 2, 21], HAPPY)?.value, 80);
    assert.equal(findTarget(targets, [1, 3, 31], HAPPY)?.value, 70);
    assert.equal(findTarget(targets, [3, 31], HAPPY), null);
  });

  it('is of the same kind of index', () => {
    assert.equal(findTarget(targets, [1, 2, 21], { ...HAPPY, indexType: 'NPS' })?.value, 10);
    assert.equal(findTarget(targets, [1, 2, 21], { ...HAPPY, feedbackScale: 'FIVE' }), null);
  });
});

describe('settingsOfWeek', () => {
  const week = fc.constantFrom('2025-W52', '2026-W01', '2026-W45', '2026-W46', '2026-W47');
  const folder = fc.constantFrom(1, 2, 21);
  const anyAccepted = fc.uniqueArray(
    fc.record({
      folder,
      survey: fc.constantFrom(null, 211, 212),
      kind: fc.constantFrom(...ACCEPTED_KINDS),
      week,
    }),
    { selector: (entry) => JSON.stringify(entry) },
  );
  const anyTargets = fc.uniqueArray(
    fc.record({
      folder,
      indexType: fc.constantFrom('HAPPY', 'NPS'),
      feedbackScale: fc.constantFrom('FOUR', 'FIVE'),
      value: fc.integer({ min: 0, max: 100 }),
    }),
    { selector: ({ value, ...kind }) => JSON.stringify(kind) },
  );
  const path = fc.constantFrom([1], [1, 2], [1, 2, 21], [21]);

  it('selects nothing where nothing is set', () => {
    assert.deepEqual(settingsOfWeek(NO_SETTINGS, '2026-W46')([1, 2]), NO_SETTINGS);
    const ofOthers = { accepted: [accepted('2026-W40')], targets: [target(3, 70)] };
    assert.deepEqual(settingsOfWeek(ofOthers, '2026-W46')([1, 2]), { accepted: [], targets: [] });
  });

  it('selects what a look-up in all settings finds, in an order that does not depend on theirs', () => {
    fc.assert(
      fc.property(anyAccepted, anyTargets, path, week, (places, targets, folders, ofWeek) => {
        const entries = places.map((place) => accepted(place.week, place));
        const selected = settingsOfWeek({ accepted: entries, targets }, ofWeek)(folders);
        const own = folders.at(-1) ?? 0;
        for (const survey of [null, 211, 212]) {
          for (const kind of ACCEPTED_KINDS) {
            const place = { folder: own, survey, kind };
            assert.equal(
              findAccepted(selected.accepted, place, ofWeek),
              findAccepted(entries, place, ofWeek),
            );
          }
        }
        for (const kind of targets) {
          assert.equal(
            findTarget(selected.targets, folders, kind),
            findTarget(targets, folders, kind),
          );
        }
        assert.ok(selected.accepted.every((entry) => entry.folder === own));
        assert.deepEqual(acceptedInWeek(selected.accepted, ofWeek), selected.accepted);
        const reversed = { accepted: entries.toReversed(), targets: targets.toReversed() };
        assert.deepEqual(settingsOfWeek(reversed, ofWeek)(folders), selected);
      }),
    );
  });
});
