// Surveys of a folder without responses in the week.
import type { JSX } from 'preact';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SurveyLink } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface SilentSurveysProps {
  readonly report: Report;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

export function SilentSurveys({
  report,
  localization,
  selection,
}: SilentSurveysProps): JSX.Element | null {
  const { words, formats } = localization;
  const silent = report.surveys.filter(({ responses }) => responses === 0);
  if (silent.length === 0) return null;
  const columns: readonly DataColumn<SurveyWeek>[] = [
    {
      header: words.columns.survey,
      kind: 'wide',
      isRowHeader: true,
      cell: ({ key }) => (
        <SurveyLink
          selection={selection}
          localization={localization}
          folder={selection.folder}
          survey={key}
        />
      ),
    },
    {
      header: words.columns.timeZone,
      cell: ({ timeZone }) => displayText(timeZone, localization, 60),
    },
    {
      header: words.columns.lastWeek,
      kind: 'number',
      cell: ({ previousResponses }) => formats.count(previousResponses),
    },
  ];
  return (
    <Section title={words.silentSurveys}>
      <DataTable
        caption={words.silentSurveys}
        rows={silent}
        rowKey={({ key }) => String(key)}
        columns={columns}
      />
    </Section>
  );
}
