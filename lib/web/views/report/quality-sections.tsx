// Data quality: missing data, unusual data, quiet surveys and the method.
import type { JSX } from 'preact';
import type { QuietSurvey, Report } from '../../../domain/report.ts';
import { methodEntries } from '../../../i18n/report-texts/method-texts.ts';
import {
  changesText,
  emptyText,
  hiddenMarksText,
  missingTexts,
  qualityNotes,
} from '../../../i18n/report-texts/quality-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { quietSurveysFirst } from '../../../i18n/report-texts/place-order.ts';
import { placeColumns } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import { useShowAll } from '../../ui/show-all.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface QualityProps {
  readonly report: Report;
  readonly localization: Localization;
}

/** Note above the figures that explains a partial or empty report. */
export function StatusNotice({ report, localization }: QualityProps): JSX.Element | null {
  const { words } = localization;
  switch (report.status) {
    case 'complete':
      return null;
    case 'empty':
      return (
        <section class="note report-notice">
          <h2>{words.emptyHeading}</h2>
          <p>{emptyText(report, localization)}</p>
        </section>
      );
    case 'partial':
      return (
        <section class="note warns report-notice">
          <h2>{words.partialHeading}</h2>
          <TextList texts={missingTexts(report, localization)} initialCount={6} />
        </section>
      );
  }
}

export function DataQuality({ report, localization }: QualityProps): JSX.Element | null {
  const { words } = localization;
  const texts = [
    ...[changesText(report, localization), hiddenMarksText(report, localization)].filter(
      (text) => text !== null,
    ),
    ...qualityNotes(report, localization),
  ];
  if (texts.length === 0) return null;
  return (
    <Section title={words.dataQuality}>
      <TextList texts={texts} initialCount={10} />
    </Section>
  );
}

interface TextListProps {
  readonly texts: readonly string[];
  /** Number of texts that are shown before "show all" is pressed. */
  readonly initialCount: number;
}

function TextList({ texts, initialCount }: TextListProps): JSX.Element {
  const { visible, toggle } = useShowAll(texts, initialCount);
  return (
    <>
      <ul class="texts">
        {visible.map((text, i) => (
          <li key={i}>{text}</li>
        ))}
      </ul>
      {toggle}
    </>
  );
}

interface QuietPlacesProps extends QualityProps {
  readonly selection: ReportSelection;
}

/** Surveys of a region with few or no responses. */
export function QuietPlaces({
  report,
  localization,
  selection,
}: QuietPlacesProps): JSX.Element | null {
  const { words, formats } = localization;
  const { quiet } = report.summary;
  if (quiet.length === 0) return null;
  const columns: readonly DataColumn<QuietSurvey>[] = [
    ...placeColumns({ selection, localization }, 'wide'),
    {
      header: words.columns.silentDays,
      kind: 'number',
      cell: ({ silentDays }) => formats.count(silentDays),
    },
    {
      header: words.columns.responses,
      kind: 'number',
      cell: ({ responses }) => formats.count(responses),
    },
  ];
  return (
    <Section title={words.quietPlaces} note={words.quietNote}>
      <DataTable
        caption={words.quietPlaces}
        rows={quietSurveysFirst(quiet)}
        rowKey={({ survey }) => String(survey)}
        columns={columns}
      />
    </Section>
  );
}

/** Collapsed, because the content is the same every week. */
export function Method({ report, localization }: QualityProps): JSX.Element {
  return (
    <details class="card method">
      <summary>
        <h2>{localization.words.method}</h2>
      </summary>
      <dl>
        {methodEntries(report, localization).map(({ term, texts }, i) => (
          <div key={i}>
            <dt>{term}</dt>
            {texts.map((text) => (
              <dd key={text}>{text}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
