// Laws that hold for the levels of all surveys and groups.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  contributionsOf,
  namedContributions,
} from '../../../../lib/domain/signals/contributions.ts';
import { standardisedIndex } from '../../../../lib/domain/signals/group-level.ts';
import type { JudgedLevel } from '../../../../lib/domain/signals/level.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import type { HistoryWeek, Level } from '../../../../lib/domain/signals/model.ts';
import type { StandardPart } from '../../../../lib/domain/signals/standard-weeks.ts';
import { addStandardWeeks } from '../../../../lib/domain/signals/standard-weeks.ts';
import { fc } from '../../../support/property-settings.ts';
import { countsOf, endingThisWeek, toHistory, WEEKS } from './weekly-series.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const OPTIONS = { accepted: null, hasHistory: true, isSilent: false, target: null } as const;
const EMPTY = countsOf(0, null, KIND.feedbackScale);

/** A level that changes a few times, with weeks that are far from it or without responses. */
function historyArbitrary(maxWeeks = WEEKS): fc.Arbitrary<readonly HistoryWeek[]> {
  const week = fc.record({
    size: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
    shock: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -4, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: -40, max: 40 }) },
    ),
    isEmpty: fc.nat(12).map((n) => n === 0),
  });
  const step = fc.record({ at: fc.nat(WEEKS), by: fc.integer({ min: -20, max: 20 }) });
  return fc
    .record({
      responses: fc.constantFrom(4, 15, 60, 300, 1500),
      weeks: fc.array(week, { minLength: 15, maxLength: maxWeeks, size: 'max' }),
      steps: fc.array(step, { maxLength: 3 }),
      slope: fc.constantFrom(0, 0, -1, -0.5, 0.5),
    })
    .map(({ responses, weeks, steps, slope }) => {
      const counts = weeks.map(({ size, shock, isEmpty }, i) => {
        const level = steps.reduce((sum, { at, by }) => (i >= at ? sum + by : sum), 60 + slope * i);
        const index = Math.min(100, Math.max(0, level + shock));
        const n = Math.round(responses * size);
        return isEmpty ? EMPTY : countsOf(n, index, KIND.feedbackScale);
      });
      return toHistory(endingThisWeek(counts, EMPTY));
    });
}

function judge(weeks: readonly HistoryWeek[], isSilent = false): JudgedLevel {
  return judgeLevel(weeks, KIND, { ...OPTIONS, isSilent });
}

const VERDICTS_OF_STATE: Readonly<Record<string, readonly Level['verdict'][]>> = {
  new: ['low'],
  still: ['low'],
  recovered: ['usual', 'high'],
  better: ['high'],
  newPlace: ['new'],
  tooFew: ['tooFew', 'new'],
  usual: ['usual'],
};

describe('the level of every survey', () => {
  it('has the one state that its verdict allows, and is silent only if told so', () => {
    fc.assert(
      fc.property(historyArbitrary(), (weeks) => {
        const { level } = judge(weeks);
        assert.ok((VERDICTS_OF_STATE[level.state ?? ''] ?? []).includes(level.verdict));
        assert.equal(level.was !== null, level.state === 'recovered');
        assert.equal(level.settled && level.state !== 'usual', false);
        assert.equal(
          level.lowWeeks !== null,
          level.state === 'recovered' || level.settled,
          'weeks of a low run that ended',
        );
        assert.equal(judge(weeks, true).level.state, 'silent');
      }),
    );
  });

  it('has limits around its usual level within the scale, but none to compare with an earlier level', () => {
    fc.assert(
      fc.property(historyArbitrary(), (weeks) => {
        const { state, verdict, usual, lower, upper, fourWeeks, difference } = judge(weeks).level;
        const { known } = judge(weeks);
        const isCompared = verdict !== 'new' && verdict !== 'tooFew' && state !== 'recovered';
        const isKnown = (known?.evidence.small === true ? fourWeeks : difference) !== null;
        assert.equal(lower !== null, isCompared && isKnown);
        assert.equal(upper !== null, isCompared && isKnown);
        if (lower === null || upper === null || usual === null) return;
        assert.ok(lower >= 0 && lower <= usual && usual <= upper && upper <= 100);
      }),
    );
  });

  it('begins a run in a week of the history, and has a basis and a loss only in a run', () => {
    fc.assert(
      fc.property(historyArbitrary(), (weeks) => {
        const { verdict, basis, since, weeks: length, lossTotal } = judge(weeks).level;
        const isRun = verdict === 'low' || verdict === 'high';
        for (const value of [basis, since, length, lossTotal]) assert.equal(value !== null, isRun);
        if (isRun) assert.equal(weeks[WEEKS - (length ?? 0)]?.week, since);
      }),
    );
  });

  it('mirrors low and high when the scale is reversed, before a run can settle', () => {
    const mirrored = { low: 'high', high: 'low', usual: 'usual', new: 'new', tooFew: 'tooFew' };
    // A run, which cannot begin before the seventh week, settles after twelve weeks, by other rules when it is high.
    fc.assert(
      fc.property(historyArbitrary(17), (weeks) => {
        const { level } = judge(weeks);
        const reversed = judge(
          weeks.map(({ week, data }) => ({ week, data: data.toReversed() })),
        ).level;
        assert.equal(reversed.verdict, mirrored[level.verdict ?? 'new']);
        assert.equal(reversed.since, level.since);
        assert.equal(reversed.basis, level.basis);
        assert.ok(Math.abs((reversed.swing ?? 0) - (level.swing ?? 0)) < 1e-9);
        if (level.state === 'recovered' || reversed.state === 'recovered') return;
        if (level.usual !== null) {
          assert.ok(Math.abs((reversed.usual ?? NaN) - (100 - level.usual)) < 1e-9);
        }
      }),
    );
  });

  it('keeps a usual level that does not change, whatever weeks are without responses', () => {
    const isEmpty = fc.nat(2).map((n) => n === 0);
    fc.assert(
      fc.property(
        fc.array(isEmpty, { minLength: 5, maxLength: WEEKS, size: 'max' }),
        fc.constantFrom(8, 20, 300),
        (gaps, responses) => {
          const week = countsOf(responses, 75, KIND.feedbackScale);
          const weeks = gaps.map((gap) => (gap ? EMPTY : week));
          const { level, known } = judge(toHistory(endingThisWeek(weeks, EMPTY)));
          assert.ok(level.verdict !== 'low' && level.verdict !== 'high');
          assert.ok(Math.abs((known?.usual ?? 75) - 75) < 1e-9);
        },
      ),
    );
  });

  it('does not depend on middle buttons that nobody presses', () => {
    fc.assert(
      fc.property(historyArbitrary(), (weeks) => {
        const wider = weeks.map(({ week, data: [worst = 0, , , best = 0] }) => ({
          week,
          data: [worst, 0, 0, 0, best],
        }));
        assert.deepEqual(
          judgeLevel(wider, { ...KIND, feedbackScale: 'FIVE' }, OPTIONS),
          judge(weeks),
        );
      }),
    );
  });
});

const SURVEYS: fc.Arbitrary<readonly StandardPart[]> = fc
  .array(historyArbitrary(), { minLength: 1, maxLength: 15, size: 'max' })
  .map((histories) =>
    histories.flatMap((weeks, survey) => {
      const { known } = judge(weeks);
      // Folder 1, 2 or 3.
      return known === null ? [] : { folder: 1 + (survey % 3), survey, standard: known.standard };
    }),
  );

describe('standardised weeks', () => {
  it('add up to the same sums in any order', () => {
    fc.assert(
      fc.property(
        SURVEYS.chain((surveys) =>
          fc.tuple(
            fc.constant(surveys),
            fc.shuffledSubarray([...surveys], { minLength: surveys.length }),
          ),
        ),
        ([surveys, shuffled]) => {
          assert.deepEqual(addStandardWeeks(shuffled), addStandardWeeks(surveys));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are contributed to by the direct children, whose rates add up to the mean difference', () => {
    fc.assert(
      fc.property(SURVEYS, (surveys) => {
        const subfolders = [1, 2].flatMap((folder) => {
          const own = surveys.filter((survey) => survey.folder === folder);
          const children = own.map((survey) => ({ ...survey, why: [] }));
          return own.length === 0
            ? []
            : {
                folder,
                survey: null,
                standard: addStandardWeeks(own),
                why: contributionsOf(children),
              };
        });
        const own = surveys.filter(({ folder }) => folder === 3);
        const children = [...subfolders, ...own.map((survey) => ({ ...survey, why: [] }))];
        const why = contributionsOf(children);
        const direct = why.filter(({ folder, survey }) => survey === null || folder === 3);
        const total = direct.reduce((sum, { rate }) => sum + rate, 0);
        const mean = standardisedIndex(addStandardWeeks(children));
        assert.ok(Math.abs(total - (mean ?? 0)) < 1e-9);
        assert.equal(direct.length, mean === null ? 0 : children.length);
        assert.ok(why.length - direct.length <= 10);
        assert.deepEqual(contributionsOf(children.toReversed()), why);
        assert.ok(namedContributions(why, 3, 'low').every((part) => direct.includes(part)));
        assert.deepEqual(namedContributions(why, 3, 'usual'), []);
      }),
      { numRuns: 30 },
    );
  });
});
