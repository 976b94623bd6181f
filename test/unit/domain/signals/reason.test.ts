import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MIN_PRESSES } from '../../../../lib/domain/follow-ups.ts';
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

  it('is of two options that rose the one that rose more', () => {
    const rest = { key: 2, name: 'Price', responses: 25, previousResponses: 5 };
    for (const painPoints of [
      [rest, risen],
      [risen, rest],
      [{ ...rest, key: 6 }, risen],
    ]) {
      const reason = findReason({ ...NO_FACTS, painPoints });
      assert.ok(reason !== null && 'option' in reason);
      assert.equal(reason.option.key, 4);
    }
  });

  it('is an option with five presses or more', () => {
    const isFound = (responses: number): boolean =>
      findReason({
        ...NO_FACTS,
        previousResponses: 10_000,
        painPoints: [{ key: 4, name: 'Queue', responses, previousResponses: 0 }],
      }) !== null;
    assert.deepEqual([isFound(4), isFound(5)], [false, true]);
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
    assert.equal(findReason({ ...facts, highlights: [] }), null);
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

  it('of a level that is still low needs enough presses of all pain points, which were read', () => {
    const reasonWith = (painPoints: ReasonFacts['painPoints']) =>
      findReason({ ...NO_FACTS, state: 'still', painPoints });
    assert.equal(reasonWith(null), null);
    const option = { key: 2, name: 'Price', previousResponses: 0 };
    assert.equal(reasonWith([{ ...option, responses: MIN_PRESSES - 1 }]), null);
    assert.notEqual(reasonWith([{ ...option, responses: MIN_PRESSES }]), null);
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
    // By how much they changed, not by how far they are from the week.
    const constant = { ...part(1, -30, 40), usual: -28 };
    const changed = { ...part(2, -6, 40), usual: 6 };
    const hours = { ...part(0, -20, 40), weekday: null, part: 2 };
    const found = [
      [constant, changed],
      [changed, hours],
    ].map((candidates) => findReason({ ...NO_FACTS, parts: candidates }));
    assert.deepEqual(
      found.map((other) => other !== null && 'at' in other && [other.kind, other.at]),
      [
        ['weekday', 2],
        ['part', 2],
      ],
    );
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
