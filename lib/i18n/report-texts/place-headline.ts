// What a week shows of a place or a group, in one sentence that its state alone chooses: the same on paper, on the page and in
// messages.
import type { GroupKey } from '../../domain/figures.ts';
import type { JudgedFigures, SurveyDay, TrendWeek } from '../../domain/report.ts';
import { indexLimits } from '../../domain/scale.ts';
import { WEEKS_OF_CLOSURE } from '../../domain/signals/accept-offers.ts';
import { MIN_RESPONSES } from '../../domain/signals/level/comparison.ts';
import type { HistoryWeek, Level, Spell, VolumeLevel } from '../../domain/signals/model.ts';
import { isSmall } from '../../domain/signals/small.ts';
import { weekdayKey } from '../formats.ts';
import type { Localization } from '../localization.ts';
import { indexName } from './index-types.ts';
import type { Texts } from './level-range.ts';
import { usualRange, weekNumberText } from './level-range.ts';

/** What the sentence depends on; a group has no silence, number of responses or days of its own. */
export interface JudgedPlace extends JudgedFigures, GroupKey {
  readonly trend: readonly TrendWeek[];
  readonly silent?: Spell | null;
  readonly volume?: VolumeLevel | null;
  readonly history?: readonly HistoryWeek[] | null;
  readonly days?: readonly SurveyDay[];
  /** Whether every survey of the place is silent. */
  readonly isWholePlaceSilent?: boolean;
}

/** '' for an unknown kind of index, of which there is nothing to say but its responses. */
export function placeHeadline(place: JudgedPlace, localization: Localization): string {
  const { level, indexType, feedbackScale } = place;
  if (level.state === 'silent') return silentSentence(place, localization);
  if (indexLimits(indexType, feedbackScale) === null) return '';
  switch (level.state) {
    case 'tooFew':
      return tooFewSentence(place, localization);
    case null:
      return withoutComparison(place, localization);
    case 'newPlace':
      return newPlaceSentence(place, localization);
    case 'new':
      return newSentence(place, localization);
    case 'still':
      return stillSentence(place, localization);
    case 'recovered':
      return recoveredSentence(place, localization);
    case 'better':
      return betterSentence(place, localization);
    case 'usual':
      return usualSentence(place, localization);
  }
}

/** The numbers of a sentence as texts. */
interface PlaceValues {
  readonly value: string;
  readonly value4: string;
  readonly was: string;
  readonly usual: string;
}

function valuesOf({ index, indexType, level }: JudgedPlace, { formats }: Texts): PlaceValues {
  const text = (value: number | null): string => formats.index(value, indexType);
  return {
    value: text(index),
    value4: text(level.fourWeeks?.index ?? null),
    // The level that the week is compared with; of a recovered place that of its low weeks.
    was: text(level.state === 'recovered' ? level.was : level.usual),
    usual: text(level.usual),
  };
}

/** The week before the run of `level`. */
function weekBefore({ since }: Level, { formats }: Texts): string {
  return since === null ? '' : weekNumberText(since, formats, 1);
}

function silentSentence(place: JudgedPlace, localization: Localization): string {
  const { words, formats } = localization;
  const { silent = null, responses, index, indexType } = place;
  if (silent === null) return words.signals.place.tooFewUncompared({ n: responses });
  const { isWholePlaceSilent: isWhole = false } = place;
  const texts = words.signals.place;
  const expected = Math.max(1, Math.round(silent.expected));
  const { weeks } = silent;
  if (weeks === null) {
    const day = formats.weekday(silent.fromDay);
    const since = { day, weekday: weekdayKey(silent.fromDay), expected };
    const sentence = isWhole ? texts.wholeSince(since) : texts.silentSince(since);
    if (responses === 0 || index === null) return sentence;
    const value = formats.index(index, indexType);
    return formats.sentences([sentence, texts.until({ value, n: responses })]);
  }
  if (weeks === 1) return (isWhole ? texts.wholeWeek : texts.silentWeek)({ expected });
  if (weeks < WEEKS_OF_CLOSURE)
    return (isWhole ? texts.wholeWeeks : texts.silentWeeks)({ weeks, usual: expected });
  const thisWeek = place.trend.at(-1)?.week ?? '';
  const week = weekNumberText(thisWeek, formats, weeks - 1);
  return (isWhole ? texts.wholeLong : texts.silentLong)({ weeks, week });
}

/** Whether a week has too few responses for a number, a bar or a change to be drawn of it. */
export function hasTooFewResponses({
  level,
  responses,
}: Pick<JudgedFigures, 'level' | 'responses'>): boolean {
  return level.state === 'tooFew' && responses < MIN_RESPONSES;
}

function tooFewSentence(place: JudgedPlace, { words }: Texts): string {
  const { responses: n, index, level, volume = null } = place;
  const texts = words.signals.place;
  // Of a group of new places the index is known, but not what is usual.
  const hasIndex = index !== null && n >= MIN_RESPONSES;
  if (level.verdict === 'new' || hasIndex) return texts.tooFewWeeks({ n });
  const usual = volume?.usual ?? null;
  return usual === null
    ? texts.tooFewUncompared({ n })
    : texts.tooFew({ n, usual: Math.round(usual) });
}

function withoutComparison(place: JudgedPlace, localization: Localization): string {
  const texts = localization.words.signals.place;
  const { index, responses: n, volume = null, history = null } = place;
  const { value } = valuesOf(place, localization);
  // Reports of earlier versions have no levels at all, those of later ones others; else the weeks before could not be read.
  if (volume === null || history !== null)
    return index === null ? '' : texts.indexOnly({ index: indexName(place, localization), value });
  return index === null ? texts.tooFewUncompared({ n }) : texts.noHistory({ value, n });
}

function newPlaceSentence(place: JudgedPlace, localization: Localization): string {
  const { words, formats } = localization;
  const { responses: n, index, history = null, trend, days = [] } = place;
  const texts = words.signals.place;
  if (index === null || n < MIN_RESPONSES) return texts.tooFewWeeks({ n });
  const { value } = valuesOf(place, localization);
  const first = (history ?? trend).find(({ data }) => data.some((count) => count > 0));
  const day = days.find(({ responses }) => responses > 0);
  return first !== undefined && first.week !== trend.at(-1)?.week
    ? texts.newPlaceSince({ week: weekNumberText(first.week, formats), value, n })
    : texts.newPlace({ day: day === undefined ? '' : formats.weekdayAndDay(day.date), value, n });
}

function newSentence(place: JudgedPlace, localization: Localization): string {
  const { words } = localization;
  const { level } = place;
  const texts = words.signals.place;
  const values = valuesOf(place, localization);
  const weeks = level.weeks ?? 1;
  const n = level.fourWeeks?.responses ?? 0;
  if (level.basis === 'year')
    return (isSmall(level) ? texts.newYearSmall : texts.newYear)({ ...values, weeks });
  if (isSmall(level)) return texts.newSmall({ ...values, n });
  if (level.basis === 'fourWeeks') return texts.newFourWeeks(values);
  return weeks <= 1
    ? texts.newThisWeek(values)
    : texts.newAgain({ ...values, until: weekBefore(level, localization) });
}

function stillSentence(place: JudgedPlace, localization: Localization): string {
  const { words, formats } = localization;
  const { level, index, indexType } = place;
  const texts = words.signals.place;
  const values = valuesOf(place, localization);
  const since = level.since === null ? '' : weekNumberText(level.since, formats);
  if (level.basis === 'year')
    return (isSmall(level) ? texts.stillYearSmall : texts.stillYear)({ ...values, since });
  if (isSmall(level)) return texts.stillSmall({ ...values, since });
  const until = weekBefore(level, localization);
  const weeks = level.weeks ?? 1;
  if (level.last?.verdict === null) return texts.stillUncompared({ ...values, weeks, until });
  if (level.last?.verdict !== 'low') return texts.stillAgain({ ...values, until });
  const lastWeek = place.trend.at(-2);
  if (index === null || lastWeek === undefined)
    return texts.stillUncompared({ ...values, weeks, until });
  if (lastWeek.index === null || lastWeek.responses < MIN_RESPONSES)
    return texts.stillUncompared({ ...values, weeks, until });
  const last = formats.index(lastWeek.index, indexType);
  const sentence =
    last === values.value
      ? texts.stillSame
      : index < lastWeek.index
        ? texts.stillLower
        : texts.stillHigher;
  return sentence({ ...values, weeks, until, last });
}

/** A recovered place is "most of the way back" when more than this part of the way is left. */
const MAX_LEFT = 1 / 4;

function recoveredSentence(place: JudgedPlace, localization: Localization): string {
  const { words } = localization;
  const { level, index } = place;
  const texts = words.signals.place;
  const values = valuesOf(place, localization);
  const small = isSmall(level);
  const reached = (small ? level.fourWeeks?.index : index) ?? 0;
  const { usual, was } = level;
  const weeks = level.lowWeeks ?? 1;
  if (usual !== null && was !== null && usual - reached > MAX_LEFT * (usual - was))
    return (small ? texts.recoveredMostSmall : texts.recoveredMost)(values);
  if (small) return texts.recoveredSmall({ ...values, weeks });
  return weeks === 1 ? texts.recoveredOne(values) : texts.recovered({ ...values, weeks });
}

function betterSentence(place: JudgedPlace, localization: Localization): string {
  const { words } = localization;
  const { level } = place;
  const texts = words.signals.place;
  const values = valuesOf(place, localization);
  if (isSmall(level)) return texts.betterSmall(values);
  const weeks = level.weeks ?? 1;
  return weeks <= 1
    ? texts.betterThisWeek(values)
    : texts.better({ ...values, weeks, until: weekBefore(level, localization) });
}

function usualSentence(place: JudgedPlace, localization: Localization): string {
  const { words, formats } = localization;
  const { level, indexType } = place;
  const texts = words.signals.place;
  const values = valuesOf(place, localization);
  const small = isSmall(level);
  const old = formats.index(level.last?.usual ?? null, indexType);
  if (level.settled) {
    const weeks = level.lowWeeks ?? 1;
    return (small ? texts.settledSmall : texts.settled)({ ...values, weeks, old });
  }
  if (level.last?.verdict === 'low')
    return (small ? texts.lastLowSmall : texts.lastLow)({ ...values, old });
  const range = usualRange(level, indexType, localization);
  if (level.swings && level.lower !== null) {
    const lower = formats.index(level.lower, indexType);
    const upper = formats.index(level.upper, indexType);
    return (small ? texts.swingsSmall : texts.swings)({ ...values, lower, upper });
  }
  if (small) return texts.usualSmall({ ...values, range });
  return range === '' || range === values.value
    ? texts.alwaysTheSame(values)
    : texts.usual({ ...values, range });
}
