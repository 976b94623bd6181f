// The surveys of a folder that said nothing.
import type { JSX } from 'preact';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SurveyName } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface SilentSurveysProps {
  readonly report: Report;
  readonly reading: Localization;
  readonly which: WhichReport;
}

/** Surveys of the folder that nobody answered this week. */
export function SilentSurveys({ report, reading, which }: SilentSurveysProps): JSX.Element | null {
  const { words, formats } = reading;
  const silent = report.surveys.filter(({ responses }) => responses === 0);
  if (silent.length === 0) return null;
  const columns: readonly Column<SurveyWeek>[] = [
    {
      head: words.columns.survey,
      kind: 'wide',
      namesRow: true,
      cell: ({ key }) => (
        <SurveyName which={which} reading={reading} folder={which.folder} survey={key} />
      ),
    },
    { head: words.columns.timeZone, cell: ({ timeZone }) => displayText(timeZone, reading, 60) },
    {
      head: words.columns.lastWeek,
      kind: 'number',
      cell: ({ previousResponses }) => formats.count(previousResponses),
    },
  ];
  return (
    <Section title={words.silentSurveys}>
      <DataTable
        caption={words.silentSurveys}
        rows={silent}
        keyOf={({ key }) => String(key)}
        columns={columns}
      />
    </Section>
  );
}
