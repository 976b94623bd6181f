// The alerts of a folder or survey, and the alerts still open in a region.
import type { Report, SurveyAlert } from '../../../domain/report.ts';
import { alertName, joinTexts, triggerText } from '../../../i18n/report-texts/alert-texts.ts';
import { openAlertsFirst, alertsByPlace } from '../../../i18n/report-texts/place-order.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import type { Cell, Column } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import type { HeadingLevel } from './section-heading.ts';
import { heading } from './section-heading.ts';

interface AlertRow extends SurveyAlert {
  readonly survey: number;
}

/** The alerts of a folder's own surveys: open ones first, then the longest. */
export function folderAlerts(
  report: Report,
  rows: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  const alerts = report.surveys.flatMap(({ key, alerts: list }) =>
    (list ?? []).map((alert): AlertRow => ({ ...alert, survey: key })),
  );
  const { started, carriedOver, open } = report.summary.alerts;
  const unreadSurveys = report.surveys.filter((survey) => survey.alerts === null).length;
  const unreadText =
    unreadSurveys === 0
      ? ''
      : words.alertsUnread(formats.count(unreadSurveys), formats.plural(unreadSurveys));
  if (alerts.length === 0) {
    return [
      headingOnly(
        'H2',
        unreadSurveys === 0 ? words.noAlerts : words.noAlertsRead(unreadText),
        context,
      ),
    ];
  }
  const longest = Math.max(...alerts.map((alert) => alert.minutesInWeek));
  const counts = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const note = joinTexts([counts, words.longestOpen(formats.duration(longest)), unreadText]);
  return [
    heading('H2', words.alerts, width, { note }),
    ...table(
      columnsFor(report.surveys.length > 1, context),
      truncateRows(openAlertsFirst(alerts), rows, 0, context),
      width,
      context,
    ),
  ];
}

/** The alerts of one survey, in the same order. */
export function surveyAlerts(
  survey: { readonly key: number; readonly alerts: readonly SurveyAlert[] | null },
  rows: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  if (survey.alerts === null) {
    return [headingOnly('H3', words.alertsMissing, context)];
  }
  if (survey.alerts.length === 0) {
    return [headingOnly('H3', words.noAlerts, context)];
  }
  const rowsOfSurvey = survey.alerts.map((alert): AlertRow => ({ ...alert, survey: survey.key }));
  const count = (matches: (alert: SurveyAlert) => boolean): string =>
    formats.count(rowsOfSurvey.filter((alert) => matches(alert)).length);
  const note = words.alertCounts(
    count((alert) => alert.started),
    count((alert) => !alert.started),
    count((alert) => alert.state === 'open'),
  );
  return [
    heading('H3', words.alerts, width, { note }),
    ...table(
      columnsFor(false, context),
      truncateRows(openAlertsFirst(rowsOfSurvey), rows, 0, context),
      width,
      context,
    ),
  ];
}

/** The open alerts of all folders below, ordered by place. */
export function openAlertsByPlace(
  report: Report,
  rows: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, names, width } = context;
  const { started, carriedOver, open } = report.summary.alerts;
  const note = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const alerts = report.summary.openAlerts;
  if (alerts.length === 0) {
    return [{ ...heading('H2', words.openAlerts, width, { note }), keepWithNext: false }];
  }
  type Row = (typeof alerts)[number];
  const columns: readonly Column<Row>[] = [
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 10 },
      wraps: true,
      namesRow: true,
      cell: (alert) =>
        placeCell(
          names.placeKey(alert.folder, alert.survey),
          names.place(alert.folder, alert.survey),
          context,
        ),
    },
    {
      head: words.columns.survey,
      align: 'left',
      width: { share: 13 },
      wraps: true,
      cell: (alert) => names.surveyIn(alert.folder, alert.survey),
    },
    {
      head: words.columns.alert,
      align: 'left',
      width: { share: 9 },
      wraps: true,
      cell: (alert) => alertName(alert.alertType, context),
    },
    beginColumn(context),
    durationColumn(context),
  ];
  const ordered = alertsByPlace(alerts, names);
  return [
    heading('H2', words.openAlerts, width, { note }),
    ...table(columns, truncateRows(ordered, rows, 0, context), width, context),
  ];
}

/** A heading whose note replaces an empty list. */
function headingOnly(level: HeadingLevel, text: string, { words, width }: LayoutContext): Block {
  return { ...heading(level, words.alerts, width, { note: text }), keepWithNext: false };
}

function columnsFor(withSurvey: boolean, context: LayoutContext): readonly Column<AlertRow>[] {
  const { words, formats, names } = context;
  const survey: Column<AlertRow> = {
    head: words.columns.survey,
    align: 'left',
    width: { share: 4 },
    wraps: true,
    cell: (alert) => names.survey(alert.survey),
  };
  return [
    {
      head: words.columns.alert,
      align: 'left',
      width: { share: withSurvey ? 3 : 1 },
      wraps: true,
      namesRow: true,
      cell: (alert) =>
        joinTexts([
          alertName(alert.alertType, context),
          // A table with a survey column has no space for the trigger; the page of the survey shows it.
          withSurvey ? '' : triggerText(alert, context),
        ]),
    },
    ...(withSurvey ? [survey] : []),
    beginColumn(context),
    {
      head: words.columns.ended,
      align: 'left',
      width: { least: 82 },
      cell: (alert): Cell =>
        alert.endTime === null
          ? { text: words.stillOpen, style: textStyles.strong }
          : formats.wallClock(alert.endTime),
    },
    durationColumn(context),
  ];
}

function beginColumn({ words, formats }: LayoutContext): Column<{ readonly beginTime: string }> {
  return {
    head: words.columns.began,
    align: 'left',
    width: { least: 82 },
    cell: (alert) => formats.wallClock(alert.beginTime),
  };
}

function durationColumn({
  words,
  formats,
}: LayoutContext): Column<{ readonly minutesInWeek: number }> {
  return {
    head: words.columns.inWeek,
    align: 'right',
    width: { least: 46 },
    cell: (alert) => formats.duration(alert.minutesInWeek),
  };
}
