// What folders need of a level to compare it with those around it.
import type { JudgedVerdict, LevelEvidence, VolumeEvidence } from '../model.ts';
import { lastOf } from './state.ts';
import type { Comparison, WeekValue } from './weeks.ts';
import type { WeekLevel } from './year.ts';

type CommonEvidence = Omit<VolumeEvidence, 'asLastYear'>;

/** The differences are from the usual level of this week, also when the verdict rests on the year. */
export function levelEvidence(
  values: readonly WeekValue[],
  levels: readonly WeekLevel[],
  now: WeekLevel,
  comparison: Comparison,
): LevelEvidence {
  const { reference, four } = comparison;
  return {
    ...commonEvidence(values, levels, now, comparison),
    small: now.judged.isSmall,
    responses4: four?.responses ?? null,
    yearDifference: now.yearDifference,
    refFrom: reference.from,
    refTo: reference.to,
  };
}

export function commonEvidence(
  values: readonly WeekValue[],
  levels: readonly WeekLevel[],
  now: WeekLevel,
  { reference, week, four }: Comparison,
): CommonEvidence {
  const { isSmall, before } = now.judged;
  const last = lastOf(levels);
  const compared = isSmall ? null : week;
  const lastIndex = last === null ? null : indexOf(values, last, isSmall);
  return {
    verdict: judgedVerdictOf(now),
    verdictLast: last === null ? null : judgedVerdictOf(last),
    beforeLow: before.low,
    beforeHigh: before.high,
    difference: compared?.difference ?? null,
    sd: compared?.sd ?? null,
    difference4: four?.difference ?? null,
    sd4: four?.sd ?? null,
    lastDifference: lastIndex === null ? null : lastIndex - reference.usual,
  };
}

/** Null where the index, or that of the four weeks of small places, is not known. */
function indexOf(
  values: readonly WeekValue[],
  { judged, four }: WeekLevel,
  isSmall: boolean,
): number | null {
  if (isSmall) return four?.index ?? null;
  const week = values[judged.position];
  return week?.isMeasured === true ? week.index : null;
}

function judgedVerdictOf({ verdict, basis }: WeekLevel): JudgedVerdict | null {
  switch (verdict) {
    case 'low':
      return basis === 'year' ? 'slow' : 'low';
    case 'usual':
    case 'high':
      return verdict;
    case 'tooFew':
    case 'new':
      return null;
  }
}
