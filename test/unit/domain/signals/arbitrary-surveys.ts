// Random surveys of two kinds with the evidence that folders compare, for properties of folders.
import type { OwnSurvey } from '../../../../lib/domain/signals/folder-judgement.ts';
import type {
  JudgedVerdict,
  LevelEvidence,
  VolumeEvidence,
} from '../../../../lib/domain/signals/model.ts';
import { factsOfCounts } from '../../../../lib/domain/signals/survey-judgement.ts';
import { fc } from '../../../support/property-settings.ts';

export const KINDS = [
  { indexType: 'HAPPY', feedbackScale: 'FOUR' },
  { indexType: 'NPS', feedbackScale: 'FIVE' },
] as const;

export const TIME_ZONE = 'Europe/Helsinki';

const VERDICTS = ['low', 'slow', 'usual', 'high'] as const satisfies readonly JudgedVerdict[];

function tenths(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 10 * min, max: 10 * max }).map((value) => value / 10);
}

const measures = {
  verdict: fc.constantFrom(...VERDICTS),
  verdictLast: fc.option(fc.constantFrom(...VERDICTS)),
  beforeLow: fc.boolean(),
  beforeHigh: fc.boolean(),
};

const levelEvidence: fc.Arbitrary<LevelEvidence> = fc
  .record({
    ...measures,
    small: fc.nat(3).map((value) => value === 0),
    sd: tenths(2, 5),
    responses4: fc.nat(200),
    difference4: tenths(-14, 8),
    sd4: tenths(1, 4),
    lastDifference: fc.option(tenths(-14, 8)),
    yearDifference: fc.option(tenths(-16, 8)),
    refFrom: fc.nat(30),
    refTo: fc.integer({ min: 31, max: 56 }),
  })
  // The difference follows from the counts.
  .map((evidence) => ({ ...evidence, difference: null }));

const volumeEvidence: fc.Arbitrary<VolumeEvidence> = fc
  .record({
    ...measures,
    difference: tenths(-2, 1),
    sd: tenths(0.2, 0.5),
    difference4: tenths(-2, 1),
    sd4: tenths(0.2, 0.4),
    asLastYear: fc.boolean(),
  })
  .map((evidence) => ({ ...evidence, lastDifference: null }));

const silence = fc.record({
  fromDay: fc.integer({ min: 1, max: 6 }),
  silentWeeks: fc.option(fc.integer({ min: 1, max: 4 })),
  weekBeforeEmpty: fc.boolean(),
});

/** A survey without key and folder. */
export const arbitrarySurvey = fc.record({
  // Volume and the more frequent kind reach their peer folders in either order.
  kind: fc.constantFrom(KINDS[0], KINDS[0], KINDS[0], KINDS[0], KINDS[1]),
  counts: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 5, maxLength: 5 }),
  usual: tenths(40, 80),
  level: fc.option(levelEvidence),
  volume: fc.option(volumeEvidence, { freq: 2 }),
  silence: fc.option(silence, { freq: 2 }),
  was: fc.option(tenths(30, 60), { freq: 2 }),
  weeks: fc.integer({ min: 1, max: 9 }),
  lossTotal: fc.option(tenths(0, 300)),
  badMinutes: fc.constantFrom(0, 0, 0, 2000),
  historyMissing: fc.boolean(),
});
export type ArbitrarySurvey = typeof arbitrarySurvey extends fc.Arbitrary<infer S> ? S : never;

const WEEK = [1, 2, 3, 4, 5, 6, 7];

export function surveyOf(
  key: number,
  folder: { readonly key: number; readonly name: string },
  values: ArbitrarySurvey,
): OwnSurvey {
  const { kind, usual, level, volume, was, weeks, lossTotal, badMinutes, historyMissing } = values;
  const data = values.counts.slice(0, kind.feedbackScale === 'FOUR' ? 4 : 5);
  const facts = factsOfCounts(
    { folder, path: ['Company'], survey: { key, name: `Question ${String(key)}` } },
    kind,
    { index: null, usual, responses: data.reduce((sum, count) => sum + count, 0) },
  );
  const spell =
    values.silence === null
      ? {}
      : { ...values.silence, days: 8 - values.silence.fromDay, ongoing: true, expected: 20 };
  return {
    listed: null,
    facts: {
      ...facts,
      timeZone: TIME_ZONE,
      figures: { ...facts.figures, ...spell, was, weeks, lossTotal, badMinutes, volumeUsual: 200 },
      usual: WEEK.map(() => 10),
      p: WEEK.map(() => 0.01),
    },
    data,
    level: level === null || historyMissing ? null : { usual, evidence: level },
    volume,
    historyMissing,
  };
}
