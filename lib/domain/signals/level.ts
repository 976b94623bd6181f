// The level of a survey: what its index usually is, and whether this week is as usual (sections 2 and 3 of the rules).
import type { GroupKey } from '../figures.ts';
import { indexLimits, indexOf, responsesOf, sumCounts } from '../scale.ts';
import { MIN_RESPONSES } from './level/comparison.ts';
import { levelEvidence } from './level/evidence.ts';
import type { LevelContext } from './level/figures.ts';
import { describeLevel, emptyLevel, lossBetween } from './level/figures.ts';
import { judgeWeeks } from './level/judge-weeks.ts';
import { placeRules } from './level/rules.ts';
import { lastOf } from './level/state.ts';
import type { WeekValue } from './level/weeks.ts';
import { compareWithYear } from './level/year.ts';
import type { AcceptedInWeek, HistoryWeek, Level, LevelEvidence, StandardWeek } from './model.ts';
import { pressVariance } from './presses.ts';
import { standardWeeks } from './standard-weeks.ts';

export interface LevelOptions {
  /** The accepted level that counts; weeks before its week are left out. */
  readonly accepted: AcceptedInWeek | null;
  /** False when the weeks before the thirteen hourly ones could not be read. */
  readonly hasHistory: boolean;
  /** Whether a told spell without responses is ongoing. */
  readonly isSilent: boolean;
  readonly target: number | null;
}

/** What folders need of a survey whose usual level is known. */
export interface KnownLevel {
  /** c: the usual level, also when the verdict rests on the year. */
  readonly usual: number;
  readonly evidence: LevelEvidence;
  readonly standard: readonly StandardWeek[];
  /** The loss of the low run that the last judged week belongs to, up to that week; null without one. */
  readonly lastLossTotal: number | null;
}

export interface JudgedLevel {
  readonly level: Level;
  /** Null when the usual level is not known. */
  readonly known: KnownLevel | null;
}

/** `weeks` are the 61 weeks of the history, this week last. */
export function judgeLevel(
  weeks: readonly HistoryWeek[],
  kind: GroupKey,
  options: LevelOptions,
): JudgedLevel {
  const limits = indexLimits(kind.indexType, kind.feedbackScale);
  if (!options.hasHistory || limits === null) {
    const state = options.hasHistory ? 'tooFew' : null;
    const level = emptyLevel(options.isSilent ? 'silent' : state, state, options);
    return { level, known: null };
  }
  const { accepted } = options;
  const values = weeks.map(({ week, data }) =>
    accepted !== null && week < accepted.week ? NO_RESPONSES : valueOf(data, kind),
  );
  const rules = placeRules(limits.upper - limits.lower);
  const { weeks: judgedWeeks, isOrdinary } = judgeWeeks(values, rules, (positions) =>
    pressVariance(sumCounts(positions.map((position) => weeks[position]?.data ?? [])), kind),
  );
  const levels = compareWithYear(values, judgedWeeks, rules);
  const context: LevelContext = {
    ...options,
    names: weeks.map(({ week }) => week),
    values,
    levels,
    rules,
    limits,
    offset: 0,
  };
  return { level: describeLevel(context), known: knownLevelOf(context, isOrdinary) };
}

const NO_RESPONSES: WeekValue = { responses: 0, index: NaN, isMeasured: false };

function valueOf(data: readonly number[], kind: GroupKey): WeekValue {
  const responses = responsesOf(data);
  if (responses === 0) return NO_RESPONSES;
  const index = indexOf(data, kind.indexType, kind.feedbackScale) ?? NaN;
  return { responses, index, isMeasured: responses >= MIN_RESPONSES };
}

function knownLevelOf(
  { values, levels, rules }: LevelContext,
  isOrdinary: readonly boolean[],
): KnownLevel | null {
  const now = levels.at(-1);
  const comparison = now?.judged.comparison ?? null;
  if (now === undefined || comparison === null) return null;
  const { usual, pressVariance: variance } = comparison.reference;
  const last = lastOf(levels);
  return {
    usual,
    evidence: levelEvidence(values, levels, now, comparison),
    standard: standardWeeks(values, isOrdinary, usual, variance),
    lastLossTotal:
      last?.verdict !== 'low' || last.usual === null || last.first === null
        ? null
        : lossBetween(values, last.first, last.judged.position, last.usual, rules),
  };
}
