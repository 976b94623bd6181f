// All signals of one survey's week: its level, number of responses, silence and parts, and what the folders above it need.
import type { GroupKey } from '../figures.ts';
import type { FollowUpOption } from '../follow-ups.ts';
import { roundedHalfAway } from '../rounding.ts';
import { buttonScore, responsesOf, sumCounts, toButtonScore } from '../scale.ts';
import type { Accepted } from './accepted.ts';
import { closureCountsOf } from './closures.ts';
import type { OwnSurvey } from './folder-judgement.ts';
import { judgeLevel } from './level.ts';
import type { KnownLevel } from './level.ts';
import type {
  AcceptedInWeek,
  ClosureCounts,
  EntryFacts,
  HistoryWeek,
  Level,
  ListedFigures,
  PartSums,
  Reason,
  Spell,
  StandardWeek,
  VolumeLevel,
  WeekPart,
} from './model.ts';
import { findReason } from './reason.ts';
import type { DailyWeek, Silence } from './silence.ts';
import { isSmall } from './small.ts';
import { findSilence } from './silence.ts';
import { judgeVolume } from './volume-level.ts';
import type { WeekCells } from './week-parts.ts';
import { judgeParts, partSumsOf } from './week-parts.ts';

export interface SurveySignalFacts extends GroupKey {
  readonly names: Pick<EntryFacts, 'folder' | 'path' | 'survey' | 'timeZone'>;
  /** 61 weeks, this one last; those that could not be read have no responses. */
  readonly weeks: readonly HistoryWeek[];
  readonly days: readonly DailyWeek[];
  /** The number of weeks, this one included, that could be read. */
  readonly readWeeks: number;
  readonly cells: WeekCells;
  readonly earlierCells: WeekCells;
  readonly index: number | null;
  readonly responses: number;
  readonly previousResponses: number;
  readonly painPoints: readonly FollowUpOption[] | null;
  readonly highlights: readonly FollowUpOption[] | null;
  readonly badMinutes: number | null;
  /** The index of thirteen weeks, null where it is not measured. */
  readonly trend: readonly (number | null)[];
  /** What is accepted of this survey and counts in the week, at most one of each kind. */
  readonly accepted: readonly Accepted[];
  readonly target: number | null;
}

export interface SurveySignals {
  readonly level: Level;
  readonly volume: VolumeLevel;
  readonly silent: Spell | null;
  readonly reason: Reason | null;
  readonly parts: readonly WeekPart[];
  /** What the folder adds up and judges. */
  readonly own: OwnSurvey;
  readonly standard: readonly StandardWeek[];
  readonly partSums: readonly PartSums[];
  readonly closures: readonly ClosureCounts[];
}

export function judgeSurvey(facts: SurveySignalFacts): SurveySignals {
  const { weeks, days, readWeeks, cells, earlierCells, names } = facts;
  const hasHistory = readWeeks >= weeks.length;
  const accepted = acceptedOf(facts.accepted);
  const silence = findSilence(
    days.slice(-readWeeks),
    closedIn(accepted.closed, weeks.slice(-readWeeks)),
  );
  const silent = silence.spell;
  const { level: judged, known } = judgeLevel(weeks, facts, {
    accepted: accepted.level,
    hasHistory,
    isSilent: silent?.ongoing === true,
    target: facts.target,
  });
  const { volume: acceptedVolume, closed } = accepted;
  // A place that has a response after it was said to be closed is open again.
  const isReopened = weeks.some(
    ({ week, data }) => closed !== null && week > closed.week && responsesOf(data) > 0,
  );
  const level = {
    ...judged,
    accepted: judged.accepted ?? acceptedVolume ?? (isReopened ? null : closed),
  };
  const volume = judgeVolume(
    weeks.map(({ week }, i) => ({
      week,
      responses: responsesOf(days[i]?.responses ?? []),
      isPartial: i < weeks.length - readWeeks || days[i]?.outside.includes(true) === true,
    })),
    accepted.volume?.week ?? null,
  );
  const partSums = partSumsOf(cells, earlierCells, facts);
  const parts = judgeParts(partSums, facts);
  const reason = findReason({ ...facts, state: level.state, parts });
  const thisWeek = days.at(-1);
  return {
    level,
    volume: volume.level,
    silent,
    reason,
    parts,
    own: {
      facts: entryFacts(facts, { level, known, volume: volume.level, silence, reason }),
      data: weeks.at(-1)?.data ?? [],
      listed: listedFigures(facts, level, known),
      level: known,
      volume: volume.evidence,
      historyMissing: !hasHistory,
    },
    standard: known?.standard ?? [],
    partSums,
    closures:
      thisWeek === undefined || names.timeZone === null
        ? []
        : closureCountsOf(names.timeZone, thisWeek, silence),
  };
}

function listedFigures(
  { weeks, trend, indexType, feedbackScale }: SurveySignalFacts,
  { state, lower, upper, usual }: Level,
  known: KnownLevel | null,
): ListedFigures {
  const scores = weeks.slice(-trend.length).map(({ data }) => buttonScore(data));
  const decimals = indexType === 'AVERAGE' ? 2 : 0;
  const asPrinted = (limit: number | null): number | null =>
    limit === null ? null : roundedHalfAway(limit, decimals);
  const isNps = usual !== null && toButtonScore(usual, indexType, feedbackScale) === null;
  return {
    state,
    lower: asPrinted(lower),
    upper: asPrinted(upper),
    usualScore: isNps ? referenceScore(weeks, known) : null,
    trend: trend.map((index, i) => (index === null ? null : Math.round(scores[i] ?? 0))),
  };
}

/** The mean of the buttons over the weeks that the usual level comes from. */
function referenceScore(weeks: readonly HistoryWeek[], known: KnownLevel | null): number | null {
  const { refFrom = null, refTo = null } = known?.evidence ?? {};
  return refFrom === null || refTo === null
    ? null
    : buttonScore(sumCounts(weeks.slice(refFrom, refTo + 1).map(({ data }) => data)));
}

function acceptedOf(
  accepted: readonly Accepted[],
): Readonly<Record<Accepted['kind'], AcceptedInWeek | null>> {
  const find = (kind: Accepted['kind']): AcceptedInWeek | null => {
    const found = accepted.find((entry) => entry.kind === kind);
    return found === undefined ? null : { kind, week: found.week, by: found.by };
  };
  return { level: find('level'), volume: find('volume'), closed: find('closed') };
}

/** The position of the week in which a place was said to be closed, negative before the weeks; null without one. */
function closedIn(closed: AcceptedInWeek | null, weeks: readonly HistoryWeek[]): number | null {
  // The names of ISO weeks sort by time.
  return closed === null ? null : weeks.findLastIndex(({ week }) => week <= closed.week);
}

interface Judged {
  readonly level: Level;
  readonly known: KnownLevel | null;
  readonly volume: VolumeLevel;
  readonly silence: Silence;
  readonly reason: Reason | null;
}

function entryFacts(
  { names, indexType, feedbackScale, index, responses, badMinutes, trend }: SurveySignalFacts,
  { level, known, volume, silence, reason }: Judged,
): EntryFacts {
  const { spell } = silence;
  // A recovered place tells of the low weeks that are over.
  const isRecovered = level.was !== null;
  return {
    ...names,
    indexType,
    feedbackScale,
    figures: {
      index,
      ...(isSmall(level) && level.fourWeeks !== null && { fourWeeksIndex: level.fourWeeks.index }),
      usual: level.usual,
      was: level.was,
      responses,
      since: level.since,
      weeks: isRecovered ? level.lowWeeks : level.weeks,
      basis: level.basis,
      lossWeek: level.lossWeek,
      lossTotal: isRecovered ? (known?.lastLossTotal ?? null) : level.lossTotal,
      fromDay: spell?.fromDay ?? null,
      days: spell?.days ?? null,
      ongoing: spell?.ongoing ?? null,
      expected: spell?.expected ?? null,
      silentWeeks: spell?.weeks ?? null,
      weekBeforeEmpty: silence.weekBeforeEmpty,
      badMinutes: badMinutes ?? 0,
      volumeUsual: volume.usual,
      volumeWeeks: volume.weeks,
      ratio: volume.ratio,
    },
    p: silence.p,
    usual: silence.usual,
    reason,
    trend,
  };
}
