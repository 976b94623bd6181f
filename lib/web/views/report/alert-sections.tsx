// Alerts of a report, and the times in alarm.
import type { JSX } from 'preact';
import type { OpenAlert, SurveyAlert, SurveyWeek } from '../../../domain/report.ts';
import {
  alertName,
  joinTexts,
  triggerText,
  unreadAlertsText,
} from '../../../i18n/report-texts/alert-texts.ts';
import { openAlertsFirst, alertsByPlace } from '../../../i18n/report-texts/place-order.ts';
import type { AlarmGroup } from '../../../domain/signals/alarm.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import { useLocalization } from '../../app-context.tsx';
import { Section } from '../../ui/page-section.tsx';
import { useReport } from '../../report-context.tsx';
import { placeColumns, SurveyLink } from './report-links.tsx';

interface AlertRow extends SurveyAlert {
  readonly survey: number;
}

/** Alerts of the folder's own surveys. */
export function FolderAlerts(): JSX.Element {
  const { surveys, summary } = useReport().report;
  const localization = useLocalization();
  const { words, formats } = localization;
  const alerts = surveys.flatMap(({ key, alerts: list }) =>
    (list ?? []).map((alert): AlertRow => ({ ...alert, survey: key })),
  );
  const { started, carriedOver, open } = summary.alerts;
  const unreadSurveys = surveys.filter((survey) => survey.alerts === null).length;
  const missingNote = unreadAlertsText(unreadSurveys, surveys.length, localization);
  if (alerts.length === 0) {
    const emptyNote =
      unreadSurveys === 0
        ? words.noAlerts
        : words.noAlertsRead({ n: unreadSurveys, all: surveys.length });
    return <Section title={words.alerts} note={emptyNote} />;
  }
  const longest = Math.max(...alerts.map((alert) => alert.minutesInWeek));
  const counts = words.alertCounts({ started, carriedOver, open });
  const note = joinTexts([
    counts,
    words.longestOpen({ duration: formats.duration(longest) }),
    missingNote,
  ]);
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable alerts={alerts} hasSurvey={surveys.length > 1} />
    </Section>
  );
}

/** Alerts of one survey. */
export function SurveyAlerts({ survey }: { readonly survey: SurveyWeek }): JSX.Element {
  const { words } = useLocalization();
  const { alerts, key } = survey;
  if (alerts === null) return <Section title={words.alerts} note={words.alertsMissing} />;
  if (alerts.length === 0) return <Section title={words.alerts} note={words.noAlerts} />;
  const count = (matches: (alert: SurveyAlert) => boolean): number =>
    alerts.filter((alert) => matches(alert)).length;
  const note = words.alertCounts({
    started: count((alert) => alert.started),
    carriedOver: count((alert) => !alert.started),
    open: count((alert) => alert.state === 'open'),
  });
  return (
    <Section title={words.alerts} note={note}>
      <AlertTable alerts={alerts.map((alert) => ({ ...alert, survey: key }))} hasSurvey={false} />
    </Section>
  );
}

interface AlertTableProps {
  readonly alerts: readonly AlertRow[];
  readonly hasSurvey: boolean;
}

function AlertTable({ alerts, hasSurvey }: AlertTableProps): JSX.Element {
  const { localization } = useReport();
  const { words, formats } = useLocalization();
  const surveyColumn = column(words.columns.survey, 'name', ({ survey }: AlertRow) => (
    <SurveyLink survey={survey} />
  ));
  const columns: readonly DataColumn<AlertRow>[] = [
    rowHeader(words.columns.alert, 'text', ({ alertType }) => alertName(alertType, localization)),
    column(words.signals.region.reason, hasSurvey ? 'name' : 'wide', (alert) =>
      triggerText(alert, localization),
    ),
    ...(hasSurvey ? [surveyColumn] : []),
    column(words.columns.began, 'time', ({ beginTime }) => formats.wallClock(beginTime)),
    column(words.columns.ended, 'time', ({ endTime }) =>
      endTime === null ? <strong>{words.stillOpen}</strong> : formats.wallClock(endTime),
    ),
    column(words.columns.inWeek, 'number', (alert) => formats.duration(alert.minutesInWeek)),
  ];
  return (
    <DataTable
      caption={words.alerts}
      rows={openAlertsFirst(alerts)}
      rowKey={({ survey, key }) => `${survey} ${key}`}
      columns={columns}
    />
  );
}

/** Open alerts of all descendants, by folder. */
export function OpenAlerts(): JSX.Element {
  const shownReport = useReport();
  const { report, localization } = shownReport;
  const { words, formats, names } = localization;
  const { started, carriedOver, open } = report.summary.alerts;
  const note = words.alertCounts({ started, carriedOver, open });
  const alerts = alertsByPlace(report.summary.openAlerts, names);
  if (alerts.length === 0) return <Section title={words.openAlerts} note={note} />;
  const columns: readonly DataColumn<OpenAlert>[] = [
    ...placeColumns(shownReport, 'name'),
    column(words.columns.alert, 'text', (alert) => alertName(alert.alertType, localization)),
    column(words.columns.began, 'time', ({ beginTime }) => formats.wallClock(beginTime)),
    column(words.columns.inWeek, 'number', (alert) => formats.duration(alert.minutesInWeek)),
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

type AlarmRow = AlarmGroup & { readonly survey: number };

interface AlarmSectionProps {
  readonly surveys: readonly SurveyWeek[];
}

/** Nothing without alerts, or in a report of version "1". */
export function AlarmSection({ surveys }: AlarmSectionProps): JSX.Element | null {
  const { page, words, formats } = useLocalization();
  const { localization } = useReport();
  const rows = surveys.flatMap(({ key, alarm }) =>
    (alarm?.groups ?? []).map((group): AlarmRow => ({ ...group, survey: key })),
  );
  if (rows.length === 0) return null;
  const texts = page.read.alarm;
  const { storeColumns } = words.signals;
  const surveyColumn = column(words.columns.survey, 'name', ({ survey }: AlarmRow) => (
    <SurveyLink survey={survey} />
  ));
  const columns: readonly DataColumn<AlarmRow>[] = [
    rowHeader(words.columns.alert, 'wide', ({ alertType }) => alertName(alertType, localization)),
    column(storeColumns.about, 'text', ({ direction }) => words.signals.directions[direction]),
    ...(surveys.length > 1 ? [surveyColumn] : []),
    column(storeColumns.times, 'number', ({ count }) => formats.count(count)),
    column(storeColumns.inAlarm, 'number', ({ minutesInAlarm }) => (
      <strong>{formats.duration(Math.round(minutesInAlarm))}</strong>
    )),
    column(texts.longest, 'number', ({ longestMinutes }) =>
      formats.duration(Math.round(longestMinutes)),
    ),
    column(texts.open, 'number', ({ open }) => formats.count(open)),
  ];
  return (
    <Section title={texts.title}>
      <DataTable
        caption={texts.title}
        rows={rows}
        rowKey={({ survey, alertSpecification, alertType, direction }) =>
          `${survey} ${alertSpecification} ${alertType} ${direction}`
        }
        columns={columns}
      />
    </Section>
  );
}
