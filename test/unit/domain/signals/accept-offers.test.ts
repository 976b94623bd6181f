import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OfferedPlace } from '../../../../lib/domain/signals/accept-offers.ts';
import { acceptOffers } from '../../../../lib/domain/signals/accept-offers.ts';

const WEEK = '2026-W02';
const STILL = { state: 'still', since: '2025-W42', weeks: 12 } as const;
const USUAL = { state: 'usual', since: null, weeks: null } as const;
const FEW = { verdict: 'low', since: '2025-W42', weeks: 12 } as const;
const SILENT = { state: 'silent', since: null, weeks: null } as const;

describe('what can be accepted of a place', () => {
  const cases: readonly (readonly [string, OfferedPlace, readonly string[]])[] = [
    ['a level from its twelfth low week on', { level: STILL }, ['level 2025-W42']],
    ['no level before', { level: { ...STILL, weeks: 11 } }, []],
    ['no level that is low for the first time', { level: { ...STILL, state: 'new' } }, []],
    ['no level of a place as usual', { level: USUAL }, []],
    ['few responses from the twelfth week on', { level: USUAL, volume: FEW }, ['volume 2025-W42']],
    ['no responses before', { level: USUAL, volume: { ...FEW, weeks: 11 } }, []],
    ['no many responses', { level: USUAL, volume: { ...FEW, verdict: 'high' } }, []],
    ['both', { level: STILL, volume: FEW }, ['level 2025-W42', 'volume 2025-W42']],
    [
      'a closure from the first of thirteen empty weeks on, and nothing else',
      { level: SILENT, silent: { weeks: 13 }, volume: FEW },
      ['closed 2025-W42'],
    ],
    ['no closure before', { level: SILENT, silent: { weeks: 12 } }, []],
    ['no closure within a week', { level: SILENT, silent: { weeks: null } }, []],
  ];
  for (const [title, place, offers] of cases) {
    it(`is ${title}`, () => {
      const found = acceptOffers(place, WEEK).map(({ kind, week }) => `${kind} ${week}`);
      assert.deepEqual(found, offers);
    });
  }
});
