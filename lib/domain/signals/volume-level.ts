// Whether a survey has as many responses as usual: its weekly numbers, as logarithms, are judged as levels are (section 6 of
// the rules).
import { commonEvidence } from './level/evidence.ts';
import { judgeWeeks } from './level/judge-weeks.ts';
import { exceeds, VOLUME_RULES } from './level/rules.ts';
import { weeksOf } from './level/state.ts';
import type { WeekValue } from './level/weeks.ts';
import { weeksBetween } from './level/weeks.ts';
import type { WeekLevel } from './level/year.ts';
import { withoutYear } from './level/year.ts';
import type { VolumeEvidence, VolumeLevel } from './model.ts';
import { median } from './statistics.ts';

export interface VolumeWeek {
  readonly week: string;
  readonly responses: number;
  /** Whether a day of the week is outside the active periods, or the week could not be read: it then says nothing. */
  readonly isPartial: boolean;
}

export interface JudgedVolume {
  readonly level: VolumeLevel;
  /** Null when the usual number is not known. */
  readonly evidence: VolumeEvidence | null;
}

/** The same weeks of the year before: from 53 to 51 weeks before a week. */
const LAST_YEAR = { from: 53, to: 51, least: 2 } as const;

/** `weeks` are the 61 weeks of the history, this week last. `acceptedWeek`: weeks before it are left out. */
export function judgeVolume(
  weeks: readonly VolumeWeek[],
  acceptedWeek: string | null,
): JudgedVolume {
  const values = weeks.map(({ week, responses, isPartial }): WeekValue => {
    const isLeftOut = acceptedWeek !== null && week < acceptedWeek;
    const isMeasured = responses > 0 && !isPartial && !isLeftOut;
    return { responses, index: isMeasured ? Math.log(responses) : NaN, isMeasured };
  });
  const { weeks: judgedWeeks } = judgeWeeks(values, VOLUME_RULES, () => 1);
  const levels = judgedWeeks.map(withoutYear).map((level) => withLastYear(values, level));
  const now = levels.at(-1);
  const week = weeks.at(-1);
  if (now === undefined || week === undefined || week.isPartial) {
    return { level: WITHOUT_USUAL, evidence: null };
  }
  const asLastYear = isAsLastYear(values, now.judged.position);
  const { comparison } = now.judged;
  return {
    level: describe(weeks, now, asLastYear),
    evidence:
      comparison === null
        ? null
        : { ...commonEvidence(values, levels, now, comparison), asLastYear },
  };
}

const WITHOUT_USUAL: VolumeLevel = {
  verdict: 'new',
  basis: null,
  usual: null,
  ratio: null,
  z: null,
  since: null,
  weeks: null,
  settled: false,
  asLastYear: false,
};

/** A low week that is not lower than the same weeks of last year is usual. */
function withLastYear(values: readonly WeekValue[], level: WeekLevel): WeekLevel {
  return level.verdict === 'low' && isAsLastYear(values, level.judged.position)
    ? { ...level, verdict: 'usual', basis: null, first: null }
    : level;
}

function isAsLastYear(values: readonly WeekValue[], position: number): boolean {
  const lastYear = weeksBetween(values, position - LAST_YEAR.from, position - LAST_YEAR.to)
    .filter(({ isMeasured }) => isMeasured)
    .map(({ index }) => index);
  const week = values[position];
  return (
    lastYear.length >= LAST_YEAR.least &&
    week?.isMeasured === true &&
    exceeds(VOLUME_RULES.minChange, median(lastYear) - week.index, VOLUME_RULES)
  );
}

function describe(weeks: readonly VolumeWeek[], now: WeekLevel, asLastYear: boolean): VolumeLevel {
  const { verdict, basis, first, usual, week, judged } = now;
  const usualResponses = usual === null ? null : Math.exp(usual);
  const responses = weeks[judged.position]?.responses ?? 0;
  return {
    verdict,
    basis,
    usual: usualResponses,
    ratio: usualResponses === null || week === null ? null : responses / usualResponses,
    z: week?.z ?? null,
    since: first === null ? null : (weeks[first]?.week ?? null),
    weeks: weeksOf(now),
    settled: verdict === 'usual' && judged.settledLowWeeks !== null,
    asLastYear,
  };
}
