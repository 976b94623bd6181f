// The sentences that follow the headline of a place or a group, each on a condition of its own.
import type { SurveyAlert, SurveyDay, Period } from '../../domain/report.ts';
import { buttonsOf } from '../../domain/scale.ts';
import type { AlarmGroup } from '../../domain/signals/alarm.ts';
import { directionOf } from '../../domain/signals/alarm.ts';
import type {
  AcceptedInWeek,
  Level,
  Reason,
  Spell,
  VolumeLevel,
  WeekPart,
} from '../../domain/signals/model.ts';
import type { GroupKey } from '../../domain/figures.ts';
import { weekdayKey } from '../formats.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { triggerText } from './alert-texts.ts';
import type { Texts } from './level-range.ts';
import { weekNumberText } from './level-range.ts';

/** What the sentences depend on; groups and entries have only some of it. */
export interface AddedFacts extends GroupKey {
  readonly level: Level;
  readonly responses: number;
  readonly reason?: Reason | null;
  readonly parts?: readonly WeekPart[];
  readonly volume?: VolumeLevel | null;
  readonly silent?: Spell | null;
  readonly days?: readonly SurveyDay[];
  readonly period?: Period;
  readonly badMinutes?: number | null;
  readonly alarm?: { readonly groups: readonly AlarmGroup[] } | null;
  readonly alerts?: readonly SurveyAlert[] | null;
}

const OPTION_LIMIT = 80;
const MINUTES_OF_HOUR = 60;
/** Fewer responses than this share of the usual ones are few. */
const FEW = 0.7;

/** What explains the headline, in the order in which it is printed; settings and alerts have functions of their own. */
export function placeDetails(facts: AddedFacts, localization: Localization): readonly string[] {
  return [
    reasonSentence(facts, localization),
    lastYearSentence(facts, localization),
    ...alwaysSentences(facts, localization),
    volumeSentence(facts, localization),
    emptyDaysSentence(facts, localization),
  ].filter((sentence) => sentence !== '');
}

function lastYearSentence({ level, indexType }: AddedFacts, { words, formats }: Texts): string {
  const { asLastYear, lastYear, verdict, state } = level;
  // The sentence about a silence says nothing of the index.
  if (asLastYear !== true || lastYear === null || state === 'silent') return '';
  const size = formats.changeSize(lastYear, indexType);
  if (verdict === 'low') return words.signals.more.lastYearFell({ size });
  return verdict === 'high' ? words.signals.more.lastYearRose({ size }) : '';
}

/** What the follow-ups or the hours say of a change; '' without a reason. */
export function reasonSentence(
  { reason = null, indexType }: Pick<AddedFacts, 'reason' | 'indexType'>,
  localization: Omit<Localization, 'names'>,
): string {
  if (reason === null) return '';
  const { words, formats } = localization;
  const texts = words.signals.more;
  if ('option' in reason) {
    const option = displayText(reason.option.name, localization, OPTION_LIMIT);
    const n = reason.presses;
    return reason.previousPresses === null
      ? texts.optionMost({ option, n, all: reason.listPresses })
      : texts.option({ option, n, before: reason.previousPresses });
  }
  const [value, usual] = [reason.index, reason.usual].map((index) =>
    formats.index(index, indexType),
  );
  const values = { value: value ?? '', usual: usual ?? '' };
  const isLower = reason.index < reason.usual;
  if (reason.kind === 'part')
    return (isLower ? texts.worstPart : texts.bestPart)({ ...values, part: partKey(reason.at) });
  const day = formats.weekday(reason.at);
  const weekday = weekdayKey(reason.at);
  return (isLower ? texts.worstDay : texts.bestDay)({ ...values, day, weekday });
}

const PARTS = ['night', 'morning', 'afternoon', 'evening'] as const;

export function partKey(part: number): (typeof PARTS)[number] {
  return PARTS[part] ?? 'evening';
}

/** Parts of the week that differ in every week. */
function alwaysSentences(
  { parts = [], indexType }: AddedFacts,
  { words, formats }: Texts,
): readonly string[] {
  const texts = words.signals.more;
  return parts
    .filter(({ says }) => says === 'always')
    .map(({ weekday, part, usual }) =>
      (usual < 0 ? texts.alwaysLower : texts.alwaysHigher)({
        when: weekday === null ? partKey(part ?? 0) : weekdayKey(weekday),
        usual: formats.change(usual, indexType),
      }),
    );
}

/** What the number of responses says; '' for a usual one. */
function volumeSentence(
  { volume = null, responses: n, level }: AddedFacts,
  { words, formats }: Texts,
): string {
  // The silence of a place explains its few responses.
  if (volume === null || volume.usual === null || level.state === 'silent') return '';
  const texts = words.signals.more;
  const usual = Math.round(volume.usual);
  if (volume.verdict === 'low') {
    const { since, weeks } = volume;
    if (since !== null && (weeks ?? 1) > 1)
      return texts.volumeLowSince({ n, usual, since: weekNumberText(since, formats) });
    // The headline of a week with too few responses has both numbers.
    return level.verdict === 'tooFew' ? '' : texts.volumeLow({ n, usual });
  }
  if (volume.asLastYear && (volume.ratio ?? 1) <= FEW) return texts.volumeLastYear({ n });
  if (volume.settled) return texts.volumeSettled({ n, usual });
  return volume.verdict === 'high' ? texts.volumeHigh({ n, usual }) : '';
}

/** The days of a silence that is over. */
function emptyDaysSentence(
  { silent = null, days = [] }: AddedFacts,
  { words, formats }: Texts,
): string {
  if (silent === null || silent.ongoing) return '';
  const after = days.slice(silent.fromDay - 1);
  const end = after.findIndex(({ responses }) => responses > 0);
  const names = after
    .slice(0, end === -1 ? undefined : end)
    .map((_, i) => formats.weekday(silent.fromDay + i));
  return names.length === 0 ? '' : words.signals.more.emptyDays({ days: formats.list(names) });
}

/** What was accepted, and whether the target is met. */
export function settingSentences(
  facts: Pick<AddedFacts, 'level' | 'indexType'>,
  localization: Pick<Localization, 'words' | 'formats' | 'direction'>,
): readonly string[] {
  const { accepted } = facts.level;
  return [
    accepted === null ? '' : acceptedSentence(accepted, localization),
    ...targetSentences(facts, localization),
  ].filter((sentence) => sentence !== '');
}

/** 'Level accepted from week 34 by shell.' */
function acceptedSentence(
  accepted: AcceptedInWeek,
  localization: Pick<Localization, 'words' | 'formats' | 'direction'>,
): string {
  const { words, formats } = localization;
  const texts = words.signals.more;
  const values = {
    week: weekNumberText(accepted.week, formats),
    by: displayText(accepted.by, localization, OPTION_LIMIT),
  };
  switch (accepted.kind) {
    case 'level':
      return texts.acceptedLevel(values);
    case 'volume':
      return texts.acceptedVolume(values);
    case 'closed':
      return texts.acceptedClosed(values);
  }
}

function targetSentences(
  { level: { target }, indexType }: Pick<AddedFacts, 'level' | 'indexType'>,
  { words, formats }: Texts,
): readonly string[] {
  if (target === null || target.met === null) return [];
  const texts = words.signals.more;
  const value = formats.index(target.value, indexType);
  return [
    (target.met ? texts.targetMet : texts.targetMissed)({ value }),
    target.assurance === null ? '' : texts.assurance[target.assurance],
  ];
}

/** Time in alarm about bad feedback, and the number of alerts about good feedback; '' without. */
export function alarmSentences(
  facts: AddedFacts,
  localization: Localization,
): { readonly bad: string; readonly good: string } {
  const { badMinutes, alarm = null } = facts;
  const good = (alarm?.groups ?? [])
    .filter(({ direction }) => direction === 'good')
    .reduce((sum, { count }) => sum + count, 0);
  return {
    bad: (badMinutes ?? 0) > 0 ? inAlarmSentence(facts, localization) : '',
    good: good > 0 ? localization.words.signals.more.goodAlerts({ n: good }) : '',
  };
}

/** The time in alarm about bad feedback, with the trigger of the longest alert. */
function inAlarmSentence(facts: AddedFacts, localization: Localization): string {
  const { words, formats } = localization;
  const texts = words.signals.more;
  const { period, badMinutes } = facts;
  if (period === undefined) return '';
  const minutes = badMinutes ?? 0;
  const trigger = longestTrigger(facts, localization);
  if (minutes >= period.hours * MINUTES_OF_HOUR)
    return trigger === '' ? texts.inAlarmAllWeek : texts.inAlarmAllWeekTrigger({ trigger });
  const values = { duration: formats.duration(minutes), week: formats.weekLength(period.hours) };
  return trigger === '' ? texts.inAlarm(values) : texts.inAlarmTrigger({ ...values, trigger });
}

function longestTrigger(
  { alerts = null, feedbackScale }: AddedFacts,
  localization: Localization,
): string {
  const buttons = buttonsOf(feedbackScale);
  if (buttons === null) return '';
  const [longest] = (alerts ?? [])
    .filter(({ alertType, parameters }) => directionOf(alertType, parameters, buttons) === 'bad')
    .toSorted((a, b) => b.minutesInWeek - a.minutesInWeek);
  return longest === undefined ? '' : triggerText(longest, localization);
}
