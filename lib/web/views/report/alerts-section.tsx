// Alerts of a report: counts and a table.
import type { JSX } from 'preact';
import type { OpenAlert, Report, SurveyAlert, SurveyWeek } from '../../../domain/report.ts';
import { alertName, joinTexts, triggerText } from '../../../i18n/report-texts/alert-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useLocalization } from '../../app-context.tsx';
import { openAlertsFirst, alertsByPlace } from '../../../i18n/report-texts/place-order.ts';
import { placeColumns, SurveyLink } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface AlertRow extends SurveyAlert {
  readonly survey: number;
}

interface AlertsProps {
  readonly report: Report;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

/** Alerts of the folder's own surveys. */
export function FolderAlerts({ report, localization, selection }: AlertsProps): JSX.Element {
  const { words, formats } = localization;
  const alerts = report.surveys.flatMap(({ key, alerts: list }) =>
    (list ?? []).map((alert): AlertRow => ({ ...alert, survey: key })),
  );
  const { started, carriedOver, open } = report.summary.alerts;
  const unreadSurveys = report.surveys.filter((survey) => survey.alerts === null).length;
  const missingNote =
    unreadSurveys === 0
      ? ''
      : words.alertsUnread(formats.count(unreadSurveys), formats.plural(unreadSurveys));
  if (alerts.length === 0) {
    const emptyNote = unreadSurveys === 0 ? words.noAlerts : words.noAlertsRead(missingNote);
    return <Section title={words.alerts} note={emptyNote} />;
  }
  const longest = Math.max(...alerts.map((alert) => alert.minutesInWeek));
  const counts = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const note = joinTexts([counts, words.longestOpen(formats.duration(longest)), missingNote]);
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable
        alerts={alerts}
        hasSurvey={report.surveys.length > 1}
        localization={localization}
        selection={selection}
      />
    </Section>
  );
}

interface SurveyAlertsProps {
  readonly survey: SurveyWeek;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

/** Alerts of one survey. */
export function SurveyAlerts({ survey, localization, selection }: SurveyAlertsProps): JSX.Element {
  const { words, formats } = localization;
  const { alerts, key } = survey;
  if (alerts === null) return <Section title={words.alerts} note={words.alertsMissing} />;
  if (alerts.length === 0) return <Section title={words.alerts} note={words.noAlerts} />;
  const count = (matches: (alert: SurveyAlert) => boolean): string =>
    formats.count(alerts.filter((alert) => matches(alert)).length);
  const note = words.alertCounts(
    count((alert) => alert.started),
    count((alert) => !alert.started),
    count((alert) => alert.state === 'open'),
  );
  const rows = alerts.map((alert): AlertRow => ({ ...alert, survey: key }));
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable
        alerts={rows}
        hasSurvey={false}
        localization={localization}
        selection={selection}
      />
    </Section>
  );
}

interface AlertTableProps {
  readonly alerts: readonly AlertRow[];
  readonly hasSurvey: boolean;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

function AlertTable({ alerts, hasSurvey, localization, selection }: AlertTableProps): JSX.Element {
  const { page } = useLocalization();
  const { words, formats } = localization;
  const survey: DataColumn<AlertRow> = {
    header: words.columns.survey,
    kind: 'name',
    cell: (alert) => (
      <SurveyLink
        selection={selection}
        localization={localization}
        folder={selection.folder}
        survey={alert.survey}
      />
    ),
  };
  const columns: readonly DataColumn<AlertRow>[] = [
    {
      header: words.columns.alert,
      isRowHeader: true,
      cell: (alert) => alertName(alert.alertType, localization),
    },
    {
      header: page.read.columns.why,
      kind: hasSurvey ? 'name' : 'wide',
      cell: (alert) => triggerText(alert, localization),
    },
    ...(hasSurvey ? [survey] : []),
    {
      header: words.columns.began,
      kind: 'time',
      cell: (alert) => formats.wallClock(alert.beginTime),
    },
    {
      header: words.columns.ended,
      kind: 'time',
      cell: ({ endTime }) =>
        endTime === null ? <strong>{words.stillOpen}</strong> : formats.wallClock(endTime),
    },
    {
      header: words.columns.inWeek,
      kind: 'number',
      cell: (alert) => formats.duration(alert.minutesInWeek),
    },
  ];
  return (
    <DataTable
      caption={words.alerts}
      rows={openAlertsFirst(alerts)}
      rowKey={({ survey: surveyKey, key }) => `${surveyKey} ${key}`}
      columns={columns}
    />
  );
}

/** Open alerts of all descendants, by folder. */
export function OpenAlerts({ report, localization, selection }: AlertsProps): JSX.Element {
  const { words, formats, names } = localization;
  const { started, carriedOver, open } = report.summary.alerts;
  const note = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const alerts = alertsByPlace(report.summary.openAlerts, names);
  if (alerts.length === 0) return <Section title={words.openAlerts} note={note} />;
  const columns: readonly DataColumn<OpenAlert>[] = [
    ...placeColumns({ selection, localization }, 'name'),
    { header: words.columns.alert, cell: ({ alertType }) => alertName(alertType, localization) },
    {
      header: words.columns.began,
      kind: 'time',
      cell: ({ beginTime }) => formats.wallClock(beginTime),
    },
    {
      header: words.columns.inWeek,
      kind: 'number',
      cell: ({ minutesInWeek }) => formats.duration(minutesInWeek),
    },
  ];
  return (
    <Section title={words.openAlerts} note={note}>
      <DataTable
        caption={words.openAlerts}
        rows={alerts}
        rowKey={({ survey, key }) => `${survey} ${key}`}
        columns={columns}
      />
    </Section>
  );
}
