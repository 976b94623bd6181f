import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LevelState, WeekPart } from '../../../../lib/domain/signals/model.ts';
import type { ReasonFacts } from '../../../../lib/domain/signals/reason.ts';
import { findReason, findRisenOption } from '../../../../lib/domain/signals/reason.ts';
import { judgeParts, partSumsOf } from '../../../../lib/domain/signals/week-parts.ts';
import type { WeekCells } from '../../../../lib/domain/signals/week-parts.ts';
import type { Vector } from './vectors.ts';
import { assertResults, vectorsOf } from './vectors.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;

/** Every six hours of the week alike. */
const EVEN_WEEK: WeekCells = Array.from({ length: 28 }, () => [40, 0, 0, 60]);
const EVEN_WEEKS: WeekCells = Array.from({ length: 28 }, () => [480, 0, 0, 720]);

const NO_FACTS: ReasonFacts = {
  ...HAPPY_FOUR,
  state: 'new',
  painPoints: [],
  highlights: [],
  responses: 100,
  previousResponses: 100,
  parts: [],
  cells: EVEN_WEEK,
  earlierCells: EVEN_WEEKS,
};

describe('the vectors of reasons', () => {
  for (const vector of vectorsOf('reason')) {
    it(`has the results of ${vector.title}`, () => {
      const facts = parseFacts(vector);
      const reason = findReason(facts);
      const risen = findRisenOption(
        facts.painPoints ?? [],
        facts.responses,
        facts.previousResponses,
      );
      assertResults(vector, {
        key: reason !== null && 'option' in reason ? reason.option.key : null,
        z: risen?.z,
        excess: risen?.excess,
      });
    });
  }
});

describe('the reason', () => {
  const risen = { key: 4, name: 'Queue', responses: 30, previousResponses: 5 };
  const other = { key: 2, name: 'Price', responses: 40, previousResponses: 40 };

  it('of a new low level is the pain point that rose most, with its presses of both weeks', () => {
    assert.deepEqual(findReason({ ...NO_FACTS, painPoints: [other, risen] }), {
      kind: 'painPoint',
      option: { key: 4, name: 'Queue' },
      presses: 30,
      previousPresses: 5,
      listPresses: 70,
    });
  });

  it('of a better level is the highlight that rose most', () => {
    const facts = {
      ...NO_FACTS,
      state: 'better',
      highlights: [risen],
      painPoints: [risen],
    } as const;
    const reason = findReason(facts);
    assert.equal(reason?.kind, 'highlight');
  });

  it('of a level that is still low is the pain point with most presses, not compared', () => {
    const facts = { ...NO_FACTS, state: 'still', painPoints: [risen, other] } as const;
    assert.deepEqual(findReason(facts), {
      kind: 'painPoint',
      option: { key: 2, name: 'Price' },
      presses: 40,
      previousPresses: null,
      listPresses: 70,
    });
  });

  it('is the option with the lower key of two that are named alike', () => {
    const alike = { ...risen, key: 3 };
    for (const state of ['new', 'still'] as const) {
      const reason = findReason({ ...NO_FACTS, state, painPoints: [risen, alike] });
      assert.ok(reason !== null && 'option' in reason);
      assert.equal(reason.option.key, 3);
    }
  });

  it('is a changed part of the week where no option rose, or none could be read', () => {
    const cells = withSaturday([90, 0, 0, 10]);
    for (const painPoints of [[other], null]) {
      assert.deepEqual(findReason({ ...NO_FACTS, ...weekOf(cells), painPoints }), {
        kind: 'weekday',
        at: 6,
        responses: 400,
        index: 10,
        usual: 60,
      });
    }
  });

  it('is a part of the week that changed as the level did', () => {
    const [lower, higher] = [withSaturday([90, 0, 0, 10]), withSaturday([5, 0, 0, 95])];
    assert.equal(findReason({ ...NO_FACTS, ...weekOf(higher) }), null);
    assert.equal(findReason({ ...NO_FACTS, ...weekOf(lower), state: 'better' }), null);
    assert.equal(findReason({ ...NO_FACTS, ...weekOf(higher), state: 'better' })?.kind, 'weekday');
  });

  it('is the part of the week with the largest change times responses', () => {
    const part = (weekday: number, difference: number, responses: number): WeekPart => ({
      weekday,
      part: null,
      responses,
      difference,
      usual: 0,
      z: -5,
      says: 'new',
    });
    const parts = [part(1, -30, 10), part(2, -10, 40), { ...part(3, -40, 90), says: null }];
    const reason = findReason({ ...NO_FACTS, parts });
    assert.ok(reason !== null && 'at' in reason);
    assert.equal(reason.at, 2);
  });

  it('is not given in other states', () => {
    const states: readonly (LevelState | null)[] = [
      'silent',
      'recovered',
      'newPlace',
      'tooFew',
      'usual',
      null,
    ];
    for (const state of states) {
      assert.equal(
        findReason({ ...NO_FACTS, state, painPoints: [risen], highlights: [risen] }),
        null,
      );
    }
  });
});

function withSaturday(counts: readonly number[]): WeekCells {
  return EVEN_WEEK.map((data, cell) => (Math.floor(cell / 4) === 5 ? counts : data));
}

function weekOf(cells: WeekCells): Pick<ReasonFacts, 'cells' | 'parts'> {
  return { cells, parts: judgeParts(partSumsOf(cells, EVEN_WEEKS, HAPPY_FOUR), HAPPY_FOUR) };
}

function parseFacts({ arguments: values }: Vector): ReasonFacts {
  const painPoints = (values.get('o') ?? '').split(',').map((option) => {
    const [key = 0, responses = 0, previousResponses = 0] = option.split(':').map(Number);
    return { key, name: String(key), responses, previousResponses };
  });
  return {
    ...NO_FACTS,
    state: values.has('still') ? 'still' : 'new',
    painPoints,
    responses: Number(values.get('n1')),
    previousResponses: Number(values.get('n0')),
  };
}
