// Alerts: how many began, how many are still open, which, and what made them go off.
import type { JSX } from 'preact';
import type { OpenAlert, Report, SurveyAlert, SurveyWeek } from '../../../domain/report.ts';
import { alertName, joined, triggerText } from '../../../i18n/report-texts/alert-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useSpeech } from '../../app-context.tsx';
import { openAlertsFirst, byPlace } from '../../../i18n/report-texts/place-order.ts';
import { placeColumns, SurveyName } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface AlertRow extends SurveyAlert {
  readonly survey: number;
}

interface AlertsProps {
  readonly report: Report;
  readonly reading: Localization;
  readonly which: WhichReport;
}

/** The alerts of a folder's own surveys. */
export function FolderAlerts({ report, reading, which }: AlertsProps): JSX.Element {
  const { words, formats } = reading;
  const alerts = report.surveys.flatMap(({ key, alerts: list }) =>
    (list ?? []).map((alert): AlertRow => ({ ...alert, survey: key })),
  );
  const { started, carriedOver, open } = report.summary.alerts;
  const unread = report.surveys.filter((survey) => survey.alerts === null).length;
  const gap = unread === 0 ? '' : words.alertsUnread(formats.count(unread), formats.plural(unread));
  if (alerts.length === 0) {
    const none = unread === 0 ? words.noAlerts : words.noAlertsRead(gap);
    return <Section title={words.alerts} note={none} />;
  }
  const longest = Math.max(...alerts.map((alert) => alert.minutesInWeek));
  const counts = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const note = joined([counts, words.longestOpen(formats.duration(longest)), gap]);
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable
        alerts={alerts}
        hasSurvey={report.surveys.length > 1}
        reading={reading}
        which={which}
      />
    </Section>
  );
}

interface SurveyAlertsProps {
  readonly survey: SurveyWeek;
  readonly reading: Localization;
  readonly which: WhichReport;
}

/** A survey's own in the same order. */
export function SurveyAlerts({ survey, reading, which }: SurveyAlertsProps): JSX.Element {
  const { words, formats } = reading;
  const { alerts, key } = survey;
  if (alerts === null) return <Section title={words.alerts} note={words.alertsMissing} />;
  if (alerts.length === 0) return <Section title={words.alerts} note={words.noAlerts} />;
  const count = (is: (alert: SurveyAlert) => boolean): string =>
    formats.count(alerts.filter((alert) => is(alert)).length);
  const note = words.alertCounts(
    count((alert) => alert.started),
    count((alert) => !alert.started),
    count((alert) => alert.state === 'open'),
  );
  const rows = alerts.map((alert): AlertRow => ({ ...alert, survey: key }));
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable alerts={rows} hasSurvey={false} reading={reading} which={which} />
    </Section>
  );
}

interface AlertTableProps {
  readonly alerts: readonly AlertRow[];
  readonly hasSurvey: boolean;
  readonly reading: Localization;
  readonly which: WhichReport;
}

function AlertTable({ alerts, hasSurvey, reading, which }: AlertTableProps): JSX.Element {
  const { page } = useSpeech();
  const { words, formats } = reading;
  const survey: Column<AlertRow> = {
    head: words.columns.survey,
    kind: 'name',
    cell: (alert) => (
      <SurveyName which={which} reading={reading} folder={which.folder} survey={alert.survey} />
    ),
  };
  const columns: readonly Column<AlertRow>[] = [
    {
      head: words.columns.alert,
      namesRow: true,
      cell: (alert) => alertName(alert.alertType, reading),
    },
    {
      head: page.read.columns.why,
      kind: hasSurvey ? 'name' : 'wide',
      cell: (alert) => triggerText(alert, reading),
    },
    ...(hasSurvey ? [survey] : []),
    {
      head: words.columns.began,
      kind: 'time',
      cell: (alert) => formats.wallClock(alert.beginTime),
    },
    {
      head: words.columns.ended,
      kind: 'time',
      cell: ({ endTime }) =>
        endTime === null ? <strong>{words.stillOpen}</strong> : formats.wallClock(endTime),
    },
    {
      head: words.columns.inWeek,
      kind: 'number',
      cell: (alert) => formats.duration(alert.minutesInWeek),
    },
  ];
  return (
    <DataTable
      caption={words.alerts}
      rows={openAlertsFirst(alerts)}
      keyOf={({ survey: of, key }) => `${of} ${key}`}
      columns={columns}
    />
  );
}

/** Alerts still open anywhere below, by place. */
export function OpenAlerts({ report, reading, which }: AlertsProps): JSX.Element {
  const { words, formats, names } = reading;
  const { started, carriedOver, open } = report.summary.alerts;
  const note = words.alertCounts(
    formats.count(started),
    formats.count(carriedOver),
    formats.count(open),
  );
  const alerts = byPlace(report.summary.openAlerts, names);
  if (alerts.length === 0) return <Section title={words.openAlerts} note={note} />;
  const columns: readonly Column<OpenAlert>[] = [
    ...placeColumns({ which, reading }, 'name'),
    { head: words.columns.alert, cell: ({ alertType }) => alertName(alertType, reading) },
    {
      head: words.columns.began,
      kind: 'time',
      cell: ({ beginTime }) => formats.wallClock(beginTime),
    },
    {
      head: words.columns.inWeek,
      kind: 'number',
      cell: ({ minutesInWeek }) => formats.duration(minutesInWeek),
    },
  ];
  return (
    <Section title={words.openAlerts} note={note}>
      <DataTable
        caption={words.openAlerts}
        rows={alerts}
        keyOf={({ survey, key }) => `${survey} ${key}`}
        columns={columns}
      />
    </Section>
  );
}
