// The alerts of a place in a week: those about bad feedback by specification, with the hours in alarm.
import { compareInOrder } from '../domain/order.ts';
import type { Report, SurveyWeek } from '../domain/report.ts';
import { buttonsOf } from '../domain/scale.ts';
import type { SurveyAlert } from '../domain/signals/alarm.ts';
import { directionOf, timesInAlarm } from '../domain/signals/alarm.ts';
import { alertName, triggerText, unreadAlertsText } from '../i18n/report-texts/alert-texts.ts';
import { alarmSentences } from '../i18n/report-texts/place-additions.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import type { AlertsView } from './report-view.ts';

const HOUR_MS = 3_600_000;
const MINUTES_OF_HOUR = 60;

/** Null for a place without surveys, and where all alerts were read and there were none. */
export function alertsView(
  { surveys, asOf }: Pick<Report, 'surveys' | 'asOf'>,
  localization: Localization,
): AlertsView | null {
  const [first] = surveys;
  if (first === undefined) return null;
  const { words, formats } = localization;
  const read = surveys.filter(({ alerts }) => alerts !== null);
  const strip = read.flatMap((survey) => badHours(survey, asOf));
  // Open ones first, then the longest.
  const items = read
    .flatMap((survey) => alertItems(survey, localization))
    .sort((a, b) => compareInOrder(Number(b.isOpen) - Number(a.isOpen), b.minutes - a.minutes))
    .map(({ name, detail, since, isOpen }) => ({ name, detail, since, isOpen }));
  const sentences = read.map((survey) => {
    const { bad, good } = alarmSentences(survey, localization);
    const named = (message: string): string =>
      message === '' || surveys.length === 1
        ? message
        : words.problemPlace({ place: localization.names.survey(survey.key), message });
    return { bad: named(bad), good: named(good) };
  });
  const hasGood = sentences.some(({ good }) => good !== '');
  if (read.length === surveys.length && items.length === 0 && !hasGood) return null;
  const unread = unreadAlertsText(surveys.length - read.length, surveys.length, localization);
  return {
    title: words.alerts,
    note: strip.length === 0 ? '' : words.view.alarmNote,
    strip,
    hours: first.period.hours,
    dayLabels: first.days.map(({ date }) => formats.dayLabel(date)),
    items,
    summary: formats.sentences([unread, ...sentences.map(({ bad }) => bad)]),
    good: formats.sentences(sentences.map(({ good }) => good)),
  };
}

/** The hours of the week, from its start, in which an alert about bad feedback was open. */
function badHours(survey: SurveyWeek, asOf: string): AlertsView['strip'] {
  const buttons = buttonsOf(survey.feedbackScale);
  if (buttons === null) return [];
  const [start, end] = [Date.parse(survey.period.start), Date.parse(survey.period.end)];
  const alerts = survey.alerts ?? [];
  return timesInAlarm(alerts, 'bad', { start, end }, Date.parse(asOf), buttons).map((time) => ({
    from: (time.start - start) / HOUR_MS,
    to: (time.end - start) / HOUR_MS,
  }));
}

interface AlertItem {
  readonly name: string;
  readonly detail: string;
  readonly since: string;
  readonly isOpen: boolean;
  readonly minutes: number;
}

/** One for each specification and type. */
function alertItems(survey: SurveyWeek, localization: Localization): readonly AlertItem[] {
  const { words, formats } = localization;
  const alerts = (survey.alerts ?? []).filter((alert) => !isGood(alert, survey));
  const groups = Map.groupBy(alerts, ({ alertSpecification, alertType }) =>
    JSON.stringify([alertSpecification, alertType]),
  );
  return [...groups.values()].map((same) => {
    const longest = same.toSorted((a, b) => b.minutesInWeek - a.minutesInWeek)[0];
    const open = same.find(({ state }) => state === 'open');
    const minutes = (survey.alarm?.groups ?? [])
      .filter(
        (group) =>
          group.direction !== 'good' &&
          group.alertSpecification === longest?.alertSpecification &&
          group.alertType === longest.alertType,
      )
      .reduce((sum, group) => sum + group.minutesInAlarm, 0);
    return {
      name:
        longest === undefined
          ? ''
          : joinTexts([
              alertName(longest.alertType, localization),
              triggerText(longest, localization),
            ]),
      detail: joinTexts([
        words.view.alarmCount({ n: same.length }),
        alarmTime(minutes, survey, localization),
      ]),
      since:
        open === undefined ? '' : words.view.openSince({ when: formats.wallClock(open.beginTime) }),
      isOpen: open !== undefined,
      minutes,
    };
  });
}

/** '' where it is not known, in reports of earlier versions. */
function alarmTime(
  minutes: number,
  { period }: SurveyWeek,
  { formats }: Pick<Localization, 'formats'>,
): string {
  if (minutes === 0) return '';
  return minutes >= period.hours * MINUTES_OF_HOUR
    ? formats.weekLength(period.hours)
    : formats.duration(minutes);
}

function isGood({ alertType, parameters }: SurveyAlert, { feedbackScale }: SurveyWeek): boolean {
  const buttons = buttonsOf(feedbackScale);
  return buttons !== null && directionOf(alertType, parameters, buttons) === 'good';
}
