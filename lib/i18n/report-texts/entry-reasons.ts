// The texts of the attention list: why a place is in it, and what it leaves unsaid.
import { countUnreadPlaces } from '../../domain/problems.ts';
import type { Report } from '../../domain/report.ts';
import type { AttentionEntry, EntryKind } from '../../domain/signals/entry.ts';
import { countHidden, splitEntries } from '../../domain/signals/entry.ts';
import { isDeviation } from '../../domain/signals/signal.ts';
import type { Messages } from '../generated/texts.ts';
import type { Texts } from './usual-level-texts.ts';
import {
  silenceText,
  earlierLevelText,
  isNearerToEarlier,
  usualText,
  weekNumberText,
} from './usual-level-texts.ts';

const DAYS_OF_WEEK = 7;

/** What the summary of an attention list depends on. */
export interface AttentionState {
  readonly isComplete: boolean;
  readonly surveys: number;
  /** Surveys whose week could be compared with earlier ones. */
  readonly compared: number;
  /** Surveys that are better or worse than usual, before the correction for many tests. */
  readonly deviations: number;
  /** Places of which nothing could be read. */
  readonly unread: number;
  /** Listed surveys that are not shown: those that need attention, and those that are better. */
  readonly moreUrgent: number;
  readonly moreBetter: number;
  readonly entries: readonly Pick<AttentionEntry, 'kind'>[];
}

export function attentionStateOf({
  status,
  problems,
  summary,
}: Pick<Report, 'status' | 'problems' | 'summary'>): AttentionState {
  const { attention, signals, surveys } = summary;
  return {
    isComplete: status !== 'partial',
    surveys,
    compared: attention.tests.index,
    deviations: signals.candidates.filter(({ kind }) => isDeviation(kind)).length,
    unread: countUnreadPlaces(problems),
    ...countHidden(attention),
    entries: attention.entries,
  };
}

/**
 * What the attention list leaves unsaid: that nothing needs attention, or how many more places do. A partial report never
 * says that all is well. Places that are better are listed apart.
 */
export function attentionSummary(
  { isComplete, surveys, compared, deviations, unread, moreUrgent, entries }: AttentionState,
  { words }: Texts,
): string {
  const texts = words.signals;
  if (moreUrgent > 0) return notShown(moreUrgent, words);
  if (splitEntries(entries).urgent.length > 0) return '';
  if (unread > 0) return texts.nothingInWhatWasRead({ unread });
  if (!isComplete) return '';
  if (compared === 0) return texts.noVerdicts;
  const usualSurveys = compared - deviations;
  if (usualSurveys === surveys) return texts.allAsUsual({ n: surveys });
  // Some of the others may be better, or worse by no more than chance among so many places.
  const nothingFoundText = deviations > 0 ? texts.nothingWorse : texts.nothingToReport;
  return nothingFoundText({ usual: usualSurveys, all: surveys });
}

/** How many more places are better; '' when all are shown. */
export function betterSummary(
  { moreBetter }: Pick<AttentionState, 'moreBetter'>,
  texts: Texts,
): string {
  return moreBetter > 0 ? notShown(moreBetter, texts.words) : '';
}

function notShown(places: number, words: Messages): string {
  return words.signals.moreAttention({ n: places });
}

/** Why a place is in the attention list: one reason for each of its kinds. */
export function entryReasons(entry: AttentionEntry, texts: Texts): readonly string[] {
  return reasonKinds(entry).map((kind) => reasonOf(kind, entry, texts));
}

/** The kinds that have a reason of their own, most severe first. The silence of a place explains its few responses. */
export function reasonKinds({
  kind,
  also,
}: Pick<AttentionEntry, 'kind' | 'also'>): readonly EntryKind[] {
  const kinds = [kind, ...also];
  return kinds.includes('silent') ? kinds.filter((other) => other !== 'volumeLow') : kinds;
}

function reasonOf(
  kind: AttentionEntry['kind'],
  entry: AttentionEntry,
  localization: Texts,
): string {
  const { figures, indexType } = entry;
  const { words, formats } = localization;
  const { reasons } = words.signals;
  switch (kind) {
    case 'worse':
    case 'better':
      return changeReason(kind === 'worse', entry, localization);
    case 'inAlarm':
      return reasons.inAlarm({
        duration: formats.duration(Math.round((figures.badMinutes ?? 0) / 60) * 60),
      });
    case 'silent': {
      const { fromDay = 0, days = 1, expected = 0 } = figures;
      // Reports of an earlier version don't say which days are closed.
      const ongoing = figures.ongoing ?? fromDay + days >= DAYS_OF_WEEK;
      return silenceText({ fromDay, days, expected, ongoing }, localization);
    }
    case 'volumeLow': {
      const { responses = 0 } = figures;
      return reasons.volumeLow({
        n: responses,
        usual: Math.round(figures.expected ?? 0),
      });
    }
    case 'standingLow':
      return reasons.standingLow({ index: formats.index(figures.index ?? null, indexType) });
  }
}

function changeReason(
  isWorse: boolean,
  { figures, indexType, trend }: AttentionEntry,
  localization: Texts,
): string {
  const { words, formats } = localization;
  const { reasons } = words.signals;
  const { usual = null, lower = null, upper = null, earlierUsual = null } = figures;
  const { since = null, weeks = 1 } = figures;
  const text = (value: number | null): string => formats.index(value, indexType);
  const value = text(figures.index ?? null);
  const week = since === null ? '' : weekNumberText(since, formats);
  const measuredLevel = { index: figures.index ?? 0, usual, lower, upper, earlierUsual };
  if (usual !== null && earlierUsual !== null) {
    const [level, earlier] = [text(usual), text(earlierUsual)];
    if (isWorse ? usual < earlierUsual : usual > earlierUsual) {
      return isNearerToEarlier(measuredLevel)
        ? (isWorse ? reasons.levelDown : reasons.levelUp)({
            index: value,
            earlier,
            usual: level,
            week,
          })
        : (isWorse ? reasons.worseFrom : reasons.betterFrom)({ index: value, earlier, week });
    }
    const found = earlierLevelText({ ...measuredLevel, since, weeks, indexes: trend }, formats);
    if (found === 'back') return reasons.backToEarlier({ index: value, earlier });
    if (found !== null) {
      return reasons.asLowUntil({ index: value, usual: level, week: found.until });
    }
  }
  const range = usualText(measuredLevel, isWorse, indexType, localization);
  if (weeks <= 1) return reasons.unusual({ index: value, usual: range });
  return (isWorse ? reasons.worseSince : reasons.betterSince)({ index: value, usual: range, week });
}
