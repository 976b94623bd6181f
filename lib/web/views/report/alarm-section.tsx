// The alerts of surveys by specification: what they are about, how often they were raised, and how long they were open.
import type { JSX } from 'preact';
import type { SurveyWeek } from '../../../domain/report.ts';
import type { Alarm } from '../../../domain/signals/alarm.ts';
import { alertName } from '../../../i18n/report-texts/alert-texts.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/page-section.tsx';
import { SurveyLink } from './report-links.tsx';

type AlarmRow = Alarm['groups'][number] & { readonly survey: number };

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
  const surveyColumn = column(words.columns.survey, 'name', ({ survey }: AlarmRow) => (
    <SurveyLink survey={survey} />
  ));
  const columns: readonly DataColumn<AlarmRow>[] = [
    {
      header: words.columns.alert,
      kind: 'wide',
      isRowHeader: true,
      cell: ({ alertType }) => alertName(alertType, localization),
    },
    column(texts.about, 'text', ({ direction }) => texts.directions[direction]),
    ...(surveys.length > 1 ? [surveyColumn] : []),
    column(texts.times, 'number', ({ count }) => formats.count(count)),
    column(texts.inAlarm, 'number', ({ minutesInAlarm }) => (
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
