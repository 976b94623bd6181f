// The alerts of a survey by specification, and those of a region by folder.
import { compareInOrder } from '../../../domain/order.ts';
import type { Report, Subfolder, SurveyAlert, SurveyWeek } from '../../../domain/report.ts';
import type { Alarm, AlarmGroup } from '../../../domain/signals/alarm.ts';
import { computeAlarm, directionOf } from '../../../domain/signals/alarm.ts';
import { countSurveysWithoutAlerts } from '../../../domain/unread-places.ts';
import { alarmStrip } from '../../../charts/alarm-strip.ts';
import {
  alertName,
  joinTexts,
  triggerText,
  unreadAlertsText,
} from '../../../i18n/report-texts/alert-texts.ts';
import type { Block } from '../block.ts';
import { figureBlock } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import { heading, headingOnly } from './section-heading.ts';

const MAX_FOLDERS = 20;

/** A table with or without the worst moment of each group, or the sums beside the heading. */
export type AlertForm = 'tableWithWorst' | 'table' | 'summary';

/** The alerts of one survey by specification, with a strip of the hours in which they were open. */
export function surveyAlerts(
  survey: SurveyWeek,
  form: AlertForm,
  rows: number,
  asOf: string,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  const noteOnly = (note: string): readonly Block[] => [
    headingOnly('H3', words.alerts, note, width),
  ];
  const alarm = alarmOf(survey, asOf);
  if (alarm === null) return noteOnly(words.alertsMissing);
  if (alarm.groups.length === 0) return noteOnly(words.noAlerts);
  const counts = alertCounts(alarm, context);
  if (form === 'summary') {
    const week = formats.duration(survey.period.hours * 60);
    const hours = DIRECTIONS.filter(({ minutes }) => alarm[minutes] !== 0).map(
      ({ direction, minutes }) =>
        `${words.signals.directions[direction]} ` +
        words.signals.hoursInAlarm({ duration: formats.duration(alarm[minutes]), week }),
    );
    return noteOnly(joinTexts([...hours, counts]));
  }
  return [
    heading('H3', words.alerts, width, { note: counts }),
    {
      ...figureBlock(alarmStrip(survey, asOf, width, context)),
      before: SPACING.tiny,
      keepWithNext: true,
    },
    ...table(
      groupColumns(survey, form, context),
      truncateRows(alarm.groups, rows, 0, context),
      width,
      context,
    ),
  ];
}

const DIRECTIONS = [
  { direction: 'bad', minutes: 'badMinutes' },
  { direction: 'good', minutes: 'goodMinutes' },
] as const;

/** Null when the alerts could not be read; computed for a report of version "1", which has only the alerts. */
export function alarmOf(survey: SurveyWeek, asOf: string): Alarm | null {
  const { alarm, alerts, period, data } = survey;
  if (alarm !== null) {
    const { badMinutes, goodMinutes } = survey;
    return { ...alarm, badMinutes: badMinutes ?? 0, goodMinutes: goodMinutes ?? 0 };
  }
  if (alerts === null) return null;
  const week = { start: Date.parse(period.start), end: Date.parse(period.end) };
  return computeAlarm(alerts, week, Date.parse(asOf), data.length);
}

function alertCounts({ groups }: Alarm, { words }: LayoutContext): string {
  const sumOf = (field: 'started' | 'carriedOver' | 'open'): number =>
    groups.reduce((sum, group) => sum + group[field], 0);
  return words.alertCounts({
    started: sumOf('started'),
    carriedOver: sumOf('carriedOver'),
    open: sumOf('open'),
  });
}

function groupColumns(
  { alerts, period, data }: SurveyWeek,
  form: AlertForm,
  context: LayoutContext,
): readonly PdfColumn<AlarmGroup>[] {
  const { words, formats } = context;
  const { storeColumns } = words.signals;
  const alertsOf = (group: AlarmGroup): readonly SurveyAlert[] =>
    (alerts ?? [])
      .filter(
        ({ alertSpecification, alertType, parameters }) =>
          alertSpecification === group.alertSpecification &&
          alertType === group.alertType &&
          directionOf(alertType, parameters, data.length) === group.direction,
      )
      .toSorted((a, b) => Date.parse(a.beginTime) - Date.parse(b.beginTime));
  return [
    rowHeaderColumn(
      words.columns.alert,
      1,
      (group) => {
        const worst = form === 'table' ? undefined : worstOf(alertsOf(group), group);
        return joinTexts([
          alertName(group.alertType, context),
          worst === undefined ? '' : triggerText(worst, context),
        ]);
      },
      3,
    ),
    textColumn(
      storeColumns.about,
      { width: { min: 62 } },
      ({ direction }) => words.signals.directions[direction],
    ),
    numberColumn(storeColumns.times, { min: 24 }, ({ count }) => formats.count(count)),
    numberColumn(
      storeColumns.inAlarmOf({ week: formats.duration(period.hours * 60) }),
      { min: 40 },
      ({ minutesInAlarm }) => strongText(formats.duration(minutesInAlarm)),
    ),
    numberColumn(storeColumns.longest, { min: 36 }, ({ longestMinutes }) =>
      formats.duration(longestMinutes),
    ),
    textColumn(storeColumns.openSince, { width: { min: 84 } }, (group) => {
      const open = alertsOf(group).find(({ state }) => state === 'open');
      return open === undefined ? '' : strongText(formats.wallClock(open.beginTime));
    }),
  ];
}

/**
 * The alert with the lowest index of those about a low index, with the highest value of others; of equals, and without
 * values, the latest. `alerts` are ordered by their beginning.
 */
function worstOf(
  alerts: readonly SurveyAlert[],
  { alertType, direction }: AlarmGroup,
): SurveyAlert | undefined {
  const sign = alertType === 'indexThreshold' && direction === 'bad' ? -1 : 1;
  const sizeOf = ({ parameters: { actual } }: SurveyAlert): number =>
    typeof actual === 'number' ? sign * actual : -Infinity;
  const largest = Math.max(...alerts.map(sizeOf));
  return alerts.findLast((alert) => sizeOf(alert) === largest);
}

/** The folders directly below that had alerts, those with the longest alarm first; nothing in a week without alerts. */
export function alertsByFolder(report: Report, context: LayoutContext): readonly Block[] {
  const { words, formats, width } = context;
  const texts = words.signals.region;
  const countOf = ({ summary: { alerts } }: Subfolder): number =>
    alerts.started + alerts.carriedOver;
  const longestOf = ({ summary: { alarm } }: Subfolder): number => alarm.bad.longest?.minutes ?? 0;
  const subfolders = report.subfolders
    .filter((subfolder) => countOf(subfolder) > 0)
    .toSorted((a, b) => compareInOrder(longestOf(b) - longestOf(a), countOf(b) - countOf(a)));
  if (subfolders.length === 0) return [];
  const columns: readonly PdfColumn<Subfolder>[] = [
    rowHeaderColumn(words.columns.place, 1, ({ key }) => placeCell(key, context)),
    numberColumn(words.alerts, { min: 46 }, (subfolder) => formats.count(countOf(subfolder))),
    // None: all are about good feedback, or the folder's report is of an earlier version.
    numberColumn(words.signals.storeColumns.inAlarm, { min: 60 }, ({ summary: { alarm } }) =>
      alarm.bad.places === 0 ? '–' : formats.count(alarm.bad.places),
    ),
    numberColumn(words.signals.storeColumns.longest, { min: 60 }, (subfolder) =>
      longestOf(subfolder) === 0 ? '–' : strongText(formats.duration(longestOf(subfolder))),
    ),
    numberColumn(texts.open, { min: 60 }, ({ summary }) => formats.count(summary.alerts.open)),
  ];
  const unread = countSurveysWithoutAlerts(report);
  const note = unreadAlertsText(unread, report.summary.surveys, context);
  return [
    heading('H2', texts.alertsByPlace, width, { note }),
    ...table(columns, truncateRows(subfolders, MAX_FOLDERS, 0, context), width, context),
  ];
}
