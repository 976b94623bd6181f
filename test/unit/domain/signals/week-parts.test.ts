import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartSums, WeekPart } from '../../../../lib/domain/signals/model.ts';
import {
  cellOf,
  judgeParts,
  marginCounts,
  MARGINS,
  mergePartSums,
  partSumsOf,
} from '../../../../lib/domain/signals/week-parts.ts';
import type { WeekCells } from '../../../../lib/domain/signals/week-parts.ts';
import { sumCounts } from '../../../../lib/domain/scale.ts';
import { fc } from '../../../support/property-settings.ts';
import { assertResults, vectorsOf } from './vectors.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const CELLS = 28;
const HOURS_OF_PART = 6;

describe('the vectors of parts of the week', () => {
  for (const vector of vectorsOf('parts')) {
    it(`has the results of ${vector.title}`, () => {
      const surveys = (vector.arguments.get('s') ?? '').split(';').map((text) => {
        const { week, earlier } = parseSurvey(text);
        return partSumsOf(week, earlier, HAPPY_FOUR);
      });
      const parts = judgeParts(mergePartSums(surveys), HAPPY_FOUR);
      const named =
        parts.find(({ says }) => says === 'new') ?? parts.find(({ says }) => says !== null);
      assertResults(vector, {
        new: namesOf(parts, 'new'),
        always: namesOf(parts, 'always'),
        tested: parts.length,
        n: named?.responses,
        difference: named?.difference,
        usual: named?.usual,
        z: named?.z,
      });
    });
  }
});

describe('the parts of a week', () => {
  it('are cells of six hours from local midnight', () => {
    assert.deepEqual(
      [cellOf(1, 0), cellOf(1, 5), cellOf(1, 6), cellOf(2, 0), cellOf(7, 23)],
      [0, 0, 1, 4, 27],
    );
  });

  it('have no sums for an unknown kind, and are not tested', () => {
    const { week, earlier } = parseSurvey('week~20.0.0.30&usual~240.0.0.360');
    const kind = { indexType: 'OTHER', feedbackScale: 'FOUR' };
    const sums = partSumsOf(week, earlier, kind);
    assert.ok(sums.every(({ n, m, v }) => n === 0 && m === 0 && v === 0));
    assert.deepEqual(judgeParts(sums, kind), []);
  });

  it('have no sums where the part has no responses, and none at all without surveys', () => {
    const { week, earlier } = parseSurvey('week~20.0.0.30&change~1.*:0.0.0.0&usual~240.0.0.360');
    const [monday, tuesday] = partSumsOf(week, earlier, HAPPY_FOUR);
    const none = { n: 0, m: 0, nD: 0, nE: 0, v: 0, a: 0 };
    assert.deepEqual(monday, { weekday: 1, part: null, ...none });
    assert.equal(tuesday?.n, 200);
    assert.deepEqual(mergePartSums([]), []);
  });

  it('are tested with thirty earlier responses', () => {
    assert.deepEqual([judgedWith({ m: 29 }), judgedWith({ m: 30 })], [[], [null]]);
    const kind = { indexType: 'OTHER', feedbackScale: 'FOUR' };
    assert.deepEqual(judgeParts([{ ...NO_DIFFERENCE }], kind), []);
  });

  it('are new by more than three standard deviations', () => {
    const v = 100 ** 2;
    assert.deepEqual(judgedWith({ nD: 300, v }), [null]);
    assert.deepEqual(judgedWith({ nD: 301, v }), ['new']);
    assert.deepEqual(judgedWith({ nD: 150, nE: -151, v }), ['new']);
  });

  it('are always so by more than four standard deviations and three percent of the range, also this week', () => {
    const usual = { nD: 120, nE: 120, v: 1e6 };
    assert.deepEqual(judgedWith(usual), ['always']);
    assert.deepEqual(judgedWith({ ...usual, nE: 119 }), [null]);
    const a = 30 ** 2;
    assert.deepEqual(
      [judgedWith({ ...usual, a }), judgedWith({ ...usual, nE: 121, a })],
      [[null], ['always']],
    );
    assert.deepEqual(judgedWith({ ...usual, nD: 0 }), [null]);
    assert.deepEqual(judgedWith({ ...usual, nD: -1 }), [null]);
  });

  const COUNT = fc.oneof(fc.nat(40), fc.constant(0));
  const CELLS_OF_WEEK = fc.array(fc.array(COUNT, { minLength: 4, maxLength: 4 }), {
    minLength: CELLS,
    maxLength: CELLS,
  });

  it('add up to the whole week, by weekday and by part of the day', () => {
    fc.assert(
      fc.property(CELLS_OF_WEEK, (cells) => {
        for (const dimension of ['weekday', 'part'] as const) {
          const margins = MARGINS.filter((margin) => margin[dimension] !== null);
          assert.deepEqual(
            sumCounts(margins.map((margin) => marginCounts(cells, margin))),
            sumCounts(cells),
          );
        }
      }),
    );
  });

  it('have the same sums when parts are merged as when all surveys are, in any order', () => {
    const survey = fc.tuple(CELLS_OF_WEEK, CELLS_OF_WEEK);
    fc.assert(
      fc.property(fc.array(survey, { maxLength: 6 }), fc.nat(6), (surveys, at) => {
        const lists = surveys.map(([week, earlier]) => partSumsOf(week, earlier, HAPPY_FOUR));
        const all = mergePartSums(lists);
        assert.deepEqual(mergePartSums(lists.toReversed()), all);
        const parts = mergePartSums([lists.slice(at), lists.slice(0, at)].map(mergePartSums));
        for (const [i, sums] of all.entries()) {
          for (const column of ['n', 'm', 'nD', 'nE', 'v', 'a'] as const) {
            const difference = (parts[i]?.[column] ?? NaN) - sums[column];
            assert.ok(Math.abs(difference) <= 1e-9 * Math.max(1, Math.abs(sums[column])));
          }
        }
      }),
    );
  });

  it('change their signs when the scale is reversed', () => {
    const reverse = (cells: WeekCells): WeekCells => cells.map((data) => data.toReversed());
    fc.assert(
      fc.property(CELLS_OF_WEEK, CELLS_OF_WEEK, (week, earlier) => {
        const parts = judgeParts(partSumsOf(week, earlier, HAPPY_FOUR), HAPPY_FOUR);
        const reversed = judgeParts(
          partSumsOf(reverse(week), reverse(earlier), HAPPY_FOUR),
          HAPPY_FOUR,
        );
        assert.equal(parts.length, reversed.length);
        for (const [i, { z }] of parts.entries()) {
          assert.ok(Math.abs(z + (reversed[i]?.z ?? NaN)) < 1e-9);
        }
      }),
    );
  });
});

/** A Monday with 40 responses, as the whole week: 3 % of the range are 120. */
const NO_DIFFERENCE = { weekday: 1, part: null, n: 40, m: 400, nD: 0, nE: 0, v: 1, a: 1 };

function judgedWith(changes: Partial<PartSums>): readonly WeekPart['says'][] {
  return judgeParts([{ ...NO_DIFFERENCE, ...changes }], HAPPY_FOUR).map(({ says }) => says);
}

/** w1–w7 for weekdays, p0–p3 for parts; `null` without any. */
function namesOf(parts: readonly WeekPart[], says: WeekPart['says']): string {
  const names = parts
    .filter((part) => part.says === says)
    .map(({ weekday, part }) => (weekday === null ? `p${String(part)}` : `w${String(weekday)}`));
  return names.length === 0 ? 'null' : names.join('+');
}

/** Fields of a survey: counts of every cell of this week and of the twelve weeks, and the cells that differ in either. */
function parseSurvey(text: string): { readonly week: WeekCells; readonly earlier: WeekCells } {
  const fields = new Map(
    text.split('&').map((field): readonly [string, string] => {
      const [name = '', value = ''] = field.split('~');
      return [name, value];
    }),
  );
  return {
    week: cellsWith(fields.get('week') ?? '', fields.get('change')),
    earlier: cellsWith(fields.get('usual') ?? '', fields.get('pattern')),
  };
}

/** `different`: `weekday.part:counts`, separated by `+`; `*` for all. */
function cellsWith(counts: string, different = ''): WeekCells {
  const cells = Array.from({ length: CELLS }, () => parseCounts(counts));
  for (const [place = '', data = ''] of different.split('+').map((cell) => cell.split(':'))) {
    const [weekday = '', part = ''] = place.split('.');
    for (let cell = 0; cell < CELLS; cell += 1) {
      const isDifferent =
        (weekday === '*' || cellOf(Number(weekday), 0) === cell - (cell % 4)) &&
        (part === '*' || cellOf(1, Number(part) * HOURS_OF_PART) === cell % 4);
      if (place !== '' && isDifferent) cells[cell] = parseCounts(data);
    }
  }
  return cells;
}

function parseCounts(text: string): readonly number[] {
  return text.split('.').map(Number);
}
