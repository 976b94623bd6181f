// What a reader must know before trusting the figures, what was odd, which places are quiet, and how figures are made.
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
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { quietestFirst } from '../../../i18n/report-texts/place-order.ts';
import { placeColumns } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import { useShortened } from '../../ui/show-all.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface QualityProps {
  readonly report: Report;
  readonly reading: Localization;
}

/** Above the figures: why a report is partial, or that an empty one is in order. */
export function Notice({ report, reading }: QualityProps): JSX.Element | null {
  const { words } = reading;
  switch (report.status) {
    case 'complete':
      return null;
    case 'empty':
      return (
        <section class="note report-notice">
          <h2>{words.emptyHeading}</h2>
          <p>{emptyText(report, reading)}</p>
        </section>
      );
    case 'partial':
      return (
        <section class="note warns report-notice">
          <h2>{words.partialHeading}</h2>
          <TextList texts={missingTexts(report, reading)} first={6} />
        </section>
      );
  }
}

export function DataQuality({ report, reading }: QualityProps): JSX.Element | null {
  const { words } = reading;
  const texts = [
    ...[changesText(report, reading), hiddenMarksText(report, reading)].filter(
      (text) => text !== null,
    ),
    ...qualityNotes(report, reading),
  ];
  if (texts.length === 0) return null;
  return (
    <Section title={words.dataQuality}>
      <TextList texts={texts} first={10} />
    </Section>
  );
}

interface TextListProps {
  readonly texts: readonly string[];
  /** How many at first. */
  readonly first: number;
}

function TextList({ texts, first }: TextListProps): JSX.Element {
  const { shown, toggle } = useShortened(texts, first);
  return (
    <>
      <ul class="texts">
        {shown.map((text, i) => (
          <li key={i}>{text}</li>
        ))}
      </ul>
      {toggle}
    </>
  );
}

interface QuietPlacesProps extends QualityProps {
  readonly which: WhichReport;
}

/** The places of a region that said little or nothing. */
export function QuietPlaces({ report, reading, which }: QuietPlacesProps): JSX.Element | null {
  const { words, formats } = reading;
  const { quiet } = report.summary;
  if (quiet.length === 0) return null;
  const columns: readonly Column<QuietSurvey>[] = [
    ...placeColumns({ which, reading }, 'wide'),
    {
      head: words.columns.silentDays,
      kind: 'number',
      cell: ({ silentDays }) => formats.count(silentDays),
    },
    {
      head: words.columns.responses,
      kind: 'number',
      cell: ({ responses }) => formats.count(responses),
    },
  ];
  return (
    <Section title={words.quietPlaces} note={words.quietNote}>
      <DataTable
        caption={words.quietPlaces}
        rows={quietestFirst(quiet)}
        keyOf={({ survey }) => String(survey)}
        columns={columns}
      />
    </Section>
  );
}

/** Folded away, since it says the same every week. */
export function Method({ report, reading }: QualityProps): JSX.Element {
  return (
    <details class="card method">
      <summary>
        <h2>{reading.words.method}</h2>
      </summary>
      <dl>
        {methodEntries(report, reading).map(({ term, texts }, i) => (
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
