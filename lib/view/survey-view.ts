// What a place's report says of one of its surveys.
import { halfWidthOf } from '../domain/figures.ts';
import type { FollowUpOption } from '../domain/follow-ups.ts';
import type { SurveyDay, SurveyWeek } from '../domain/report.ts';
import { MIN_RESPONSES } from '../domain/signals/level/comparison.ts';
import { isSmall } from '../domain/signals/small.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { responsesText, uncertaintyText } from '../i18n/report-texts/headline-sentence.ts';
import { indexName, kindName } from '../i18n/report-texts/index-types.ts';
import { comparedText, partTexts } from '../i18n/report-texts/state-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import { buttonsView } from './buttons-view.ts';
import type { DaysView, Figure, Finding, OptionsView, SurveyView, Trend } from './report-view.ts';
import { averageText } from './rows.ts';
import {
  bandOf,
  levelsOf,
  measuredWeeks,
  placeAxis,
  pointText,
  trendDescription,
  trendPoints,
} from './trend-view.ts';

const OPTION_LIMIT = 80;
/** Options of a list, largest first; the report has all of them. */
const MAX_OPTIONS = 6;

export interface SurveyContext {
  /** From 1. */
  readonly position: number;
  readonly of: number;
  /** UTC instant the data were read. */
  readonly asOf: string;
  /** The usual responses by weekday; empty where they are not known. */
  readonly usualDays: readonly (number | null)[];
}

export function surveyView(
  survey: SurveyWeek,
  finding: Finding,
  { position, of, asOf, usualDays }: SurveyContext,
  localization: Localization,
): SurveyView {
  const { words, names } = localization;
  const isShown = finding.state !== 'few' && finding.state !== 'noSignal';
  // Beside a survey that needs attention, one as usual says only that.
  const hasOptions = isShown && (of === 1 || finding.state !== 'usual');
  return {
    survey: survey.key,
    question:
      of === 1 ? names.survey(survey.key) : words.view.quoted({ text: names.survey(survey.key) }),
    position:
      of === 1
        ? ''
        : `${words.view.surveyOf({ n: position })} · ${responsesText(survey, localization)}`,
    finding,
    figure: isShown ? figureOf(survey, localization) : null,
    buttons:
      isShown && survey.responses >= MIN_RESPONSES ? buttonsView(survey.data, localization) : null,
    trend: trendOf(survey, localization),
    days: daysOf(survey, finding, { asOf, usualDays }, localization),
    painPoints: hasOptions ? optionsOf(survey, 'painPoints', localization) : null,
    highlights: hasOptions ? optionsOf(survey, 'highlights', localization) : null,
    checks: finding.state === 'noSignal' ? checksOf(localization) : null,
    parts: isShown ? partTexts(survey.parts, survey, localization) : [],
  };
}

/** Of a small place, of which four weeks are compared, that of the four weeks. */
function figureOf(survey: SurveyWeek, localization: Localization): Figure | null {
  const { words, formats } = localization;
  const { indexType, halfWidth, level, volume, data } = survey;
  const small = isSmall(level);
  const index = small ? (level.fourWeeks?.index ?? null) : survey.index;
  if (index === null || (!small && survey.responses < MIN_RESPONSES)) return null;
  const value = formats.index(index, indexType);
  const kind = kindName(survey, localization);
  return {
    text: indexType === 'AVERAGE' ? averageText(value, data.length, localization) : value,
    value: index,
    label: small ? joinTexts([kind, words.view.fourWeeks]) : kind,
    uncertainty:
      small || halfWidth === null ? '' : uncertaintyText(halfWidth, indexType, localization),
    compared: comparedText(level, indexType, localization),
    responses: responsesText(survey, localization),
    usualResponses:
      volume === null || volume.usual === null
        ? ''
        : words.signals.usualRange({ range: formats.count(Math.round(volume.usual)) }),
  };
}

/** Null for a survey without a measured week. */
function trendOf(survey: SurveyWeek, localization: Localization): Trend | null {
  const { words } = localization;
  const { indexType, level } = survey;
  const axis = placeAxis(survey, localization);
  const weeks = measuredWeeks(survey.trend);
  if (axis === null || weeks.every(({ value }) => value === null)) return null;
  const scale = { level: level.usual, range: axis.max - axis.min };
  const points = trendPoints(weeks, indexType, scale, localization);
  const names = weeks.map(({ week }) => week);
  const band = bandOf(level, indexType, names, localization);
  return {
    title: words.trend,
    note: band === null ? '' : words.view.bandNote,
    points,
    axis,
    band,
    levels: levelsOf(level, indexType, names, localization),
    description: trendDescription(points, indexName(survey, localization), localization),
  };
}

function daysOf(
  survey: SurveyWeek,
  { state: placeState }: Finding,
  { asOf, usualDays }: Pick<SurveyContext, 'asOf' | 'usualDays'>,
  localization: Localization,
): DaysView | null {
  const axis = placeAxis(survey, localization);
  if (axis === null || survey.days.every(({ responses }) => responses === 0)) return null;
  const { words, formats } = localization;
  const { level, indexType } = survey;
  const { usual, state, lower, upper } = level;
  const showsCounts = placeState === 'few';
  const days = survey.days.map((day, i) =>
    dayView(day, { position: i, asOf, usualCount: usualDays[i] ?? null }, survey, localization),
  );
  const texts = words.textAlternatives;
  return {
    showsCounts,
    title: showsCounts ? words.view.responsesByDay : words.days,
    note: daysNote(days, { showsCounts, usual, indexType }, localization),
    axis,
    usual,
    band: state === 'usual' && lower !== null && upper !== null ? { lower, upper } : null,
    days,
    description: texts.days({
      index: showsCounts ? words.columns.responses : indexName(survey, localization),
      days: formats.list(
        days.map((day) => pointText(showsCounts ? { ...day, value: null } : day, texts)),
      ),
    }),
  };
}

function daysNote(
  days: DaysView['days'],
  {
    showsCounts,
    usual,
    indexType,
  }: { readonly showsCounts: boolean; readonly usual: number | null; readonly indexType: string },
  { words, formats }: Localization,
): string {
  if (showsCounts)
    return days.some(({ usualCount }) => usualCount !== null) ? words.view.usualDays : '';
  if (days.some(({ isSilent }) => isSilent)) return words.view.silentDays;
  return usual === null ? '' : words.view.usualLine({ level: formats.index(usual, indexType) });
}

function isInSpell(silent: SurveyWeek['silent'], day: number): boolean {
  return silent !== null && day >= silent.fromDay && day < silent.fromDay + silent.days;
}

const DAY_MS = 86_400_000;

function dayView(
  day: SurveyDay,
  {
    position,
    asOf,
    usualCount,
  }: { readonly position: number; readonly asOf: string; readonly usualCount: number | null },
  survey: SurveyWeek,
  localization: Localization,
): DaysView['days'][number] {
  const { words, formats } = localization;
  const { date, index, responses, data } = day;
  const label = formats.dayLabel(date);
  const isFew = responses < MIN_RESPONSES;
  const halfWidth = isFew ? null : halfWidthOf(data, survey);
  const isMissing =
    responses === 0 && Date.parse(survey.period.start) + (position + 1) * DAY_MS > Date.parse(asOf);
  return {
    date,
    label,
    name: formats.weekdayAndDay(date),
    value: index,
    text: formats.index(index, survey.indexType),
    lower: index === null || halfWidth === null ? null : index - halfWidth,
    upper: index === null || halfWidth === null ? null : index + halfWidth,
    responses,
    responsesText: words.responses({ n: responses }),
    countText: isMissing ? words.view.dayMissing : formats.count(responses),
    usualCount,
    isFew,
    isSilent: responses === 0 && isInSpell(survey.silent, position + 1),
    isMissing,
  };
}

function checksOf({ words }: Localization): SurveyView['checks'] {
  const { power, network, closed } = words.view.checks;
  return { title: words.view.checksTitle, items: [power, network, closed] };
}

/** Null where the survey has no such list. */
function optionsOf(
  survey: SurveyWeek,
  list: 'painPoints' | 'highlights',
  localization: Localization,
): OptionsView | null {
  const { words, formats } = localization;
  const options = survey[list];
  const title = list === 'painPoints' ? words.painPoints : words.highlights;
  const none = list === 'painPoints' ? words.noPainPoints : words.noHighlights;
  return {
    title,
    note: options === null || options.length === 0 ? '' : words.view.pressesNote,
    options: (options ?? []).slice(0, MAX_OPTIONS).map((option) => ({
      key: option.key,
      name: optionName(option, localization),
      presses: option.responses,
      pressesText: formats.count(option.responses),
      before: option.previousResponses,
      change: formats.change(option.responses - option.previousResponses, 'HAPPY'),
      isReason: isReason(survey, list, option),
    })),
    empty: options === null ? words.followUpsMissing : options.length === 0 ? none : '',
  };
}

function optionName(option: FollowUpOption, localization: Localization): string {
  const name = displayText(option.name, localization, OPTION_LIMIT);
  return name === '' ? localization.words.unnamedOption : name;
}

function isReason(
  { reason }: Pick<SurveyWeek, 'reason'>,
  list: 'painPoints' | 'highlights',
  { key }: FollowUpOption,
): boolean {
  return (
    reason !== null &&
    'option' in reason &&
    reason.option.key === key &&
    (reason.kind === 'painPoint') === (list === 'painPoints')
  );
}
