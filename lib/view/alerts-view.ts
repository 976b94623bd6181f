// The alerts of a place in a week: those about bad feedback by specification, with the hours in alarm.
import { compareInOrder } from '../domain/order.ts';
import type { Report, SurveyWeek } from '../domain/report.ts';
import { buttonsOf } from '../domain/scale.ts';
import type { SurveyAlert } from '../domain/signals/alarm.ts';
import { directionOf } from '../domain/signals/alarm.ts';
import {
  alertName,
  joinTexts,
  triggerText,
  unreadAlertsText,
} from '../i18n/report-texts/alert-texts.ts';
import { alarmSentences } from '../i18n/report-texts/place-additions.ts';
import type { Localization } from '../i18n/localization.ts';
import type { AlertsView } from './report-view.ts';

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;

/** Null for a place without surveys, and where all alerts were read and there were none. */
export function alertsView(
  { surveys }: Pick<Report, 'surveys'>,
  localization: Localization,
): AlertsView | null {
  const [first] = surveys;
  if (first === undefined) return null;
  const { words, formats } = localization;
  const read = surveys.filter(({ alerts }) => alerts !== null);
  const strip = mergeRanges(read.flatMap(badRanges));
  const items = read.flatMap((survey) => alertItems(survey, localization));
  const sentences = read.map((survey) => alarmSentences(survey, localization));
  const hasGood = sentences.some(({ good }) => good !== '');
  if (read.length === surveys.length && items.length === 0 && !hasGood) return null;
  const unread = unreadAlertsText(surveys.length - read.length, surveys.length, localization);
  return {
    title: words.alerts,
    note: strip.length === 0 ? '' : words.view.alarmNote,
    strip,
    hours: first.period.hours,
    dayLabels: first.days.map(({ date }) => formats.dayLabels(date)[1] ?? ''),
    items,
    summary: [unread, ...sentences.map(({ bad }) => bad)].filter((text) => text !== '').join(' '),
    good: sentences
      .map(({ good }) => good)
      .filter((text) => text !== '')
      .join(' '),
  };
}

function isBad({ alertType, parameters }: SurveyAlert, { feedbackScale }: SurveyWeek): boolean {
  const buttons = buttonsOf(feedbackScale);
  return buttons !== null && directionOf(alertType, parameters, buttons) === 'bad';
}

/** The hours of the week, from its start, in which an alert about bad feedback was open. */
function badRanges(survey: SurveyWeek): AlertsView['strip'] {
  const start = Date.parse(survey.period.start);
  const end = Date.parse(survey.period.end);
  return (survey.alerts ?? [])
    .filter((alert) => isBad(alert, survey))
    .map((alert) => {
      const from = Math.max(start, Date.parse(alert.beginTime));
      // An open alert lasts as long as the data reach.
      const to =
        alert.endTime === null
          ? from + alert.minutesInWeek * 60_000
          : Math.min(end, Date.parse(alert.endTime));
      return { from: (from - start) / HOUR_MS, to: (to - start) / HOUR_MS };
    })
    .filter(({ from, to }) => to > from);
}

function mergeRanges(ranges: AlertsView['strip']): AlertsView['strip'] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** One for each specification and type, open ones first, then the longest. */
function alertItems(survey: SurveyWeek, localization: Localization): AlertsView['items'] {
  const { words, formats } = localization;
  const alerts = (survey.alerts ?? []).filter(
    (alert) => isBad(alert, survey) || !isGood(alert, survey),
  );
  const groups = Map.groupBy(alerts, ({ alertSpecification, alertType }) =>
    JSON.stringify([alertSpecification, alertType]),
  );
  return [...groups.values()]
    .map((same) => {
      const longest = same.toSorted((a, b) => b.minutesInWeek - a.minutesInWeek)[0];
      const open = same.find(({ state }) => state === 'open');
      const minutes = (survey.alarm?.groups ?? [])
        .filter(
          (group) =>
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
          minutes >= WEEK_HOURS * 60 ? formats.weekLength(WEEK_HOURS) : formats.duration(minutes),
        ]),
        since:
          open === undefined
            ? ''
            : words.view.openSince({ when: formats.wallClock(open.beginTime) }),
        isOpen: open !== undefined,
        minutes,
      };
    })
    .sort((a, b) => compareInOrder(Number(b.isOpen) - Number(a.isOpen), b.minutes - a.minutes))
    .map(({ name, detail, since, isOpen }) => ({ name, detail, since, isOpen }));
}

function isGood({ alertType, parameters }: SurveyAlert, { feedbackScale }: SurveyWeek): boolean {
  const buttons = buttonsOf(feedbackScale);
  return buttons !== null && directionOf(alertType, parameters, buttons) === 'good';
}
