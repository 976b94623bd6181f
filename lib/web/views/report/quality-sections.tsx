// Data quality: missing data, unusual data, surveys with few or no responses, and the method.
import type { JSX } from 'preact';
import { REPORT_VERSION } from '../../../domain/report-versions.ts';
import type { QuietSurvey, SurveyWeek } from '../../../domain/report.ts';
import { displayText } from '../../../i18n/localization.ts';
import { methodEntries } from '../../../i18n/report-texts/header-texts.ts';
import {
  changesText,
  emptyText,
  hiddenMarksText,
  isQuietWeek,
  missingTexts,
  qualityNotes,
} from '../../../i18n/report-texts/quality-texts.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable, useShowAll } from '../../ui/data-table.tsx';
import { quietSurveysFirst } from '../../../i18n/report-texts/place-order.ts';
import { useLocalization } from '../../app-context.tsx';
import { placeColumns, SurveyLink } from './report-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import { useReport } from '../../report-context.tsx';

/** Note above the figures that explains a partial report or a quiet week. */
export function StatusNotice(): JSX.Element | null {
  const { page } = useLocalization();
  const { report, localization } = useReport();
  const { words } = localization;
  switch (report.status) {
    case 'complete':
      return null;
    case 'empty':
      return !isQuietWeek(report) ? null : (
        <section class="note report-notice">
          <h2>{words.emptyHeading}</h2>
          <p>{emptyText(report, localization)}</p>
        </section>
      );
    case 'partial':
      return (
        <section class="note warns report-notice">
          <h2>{words.partialHeading}</h2>
          {/* The attention list of a region names the places. */}
          {report.reportVersion !== REPORT_VERSION || report.subfolders.length === 0 ? (
            <TextList texts={missingTexts(report, localization)} initialCount={6} />
          ) : (
            <p>{page.browse.attentionUnknown}</p>
          )}
        </section>
      );
  }
}

export function DataQuality(): JSX.Element | null {
  const { report, localization } = useReport();
  const texts = [
    ...[changesText(report, localization), hiddenMarksText(report, localization)].filter(
      (text) => text !== null,
    ),
    ...qualityNotes(report, localization),
  ];
  if (texts.length === 0) return null;
  return (
    <Section title={localization.words.dataQuality}>
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

/** Surveys of a region with few or no responses. */
export function QuietPlaces(): JSX.Element | null {
  const shownReport = useReport();
  const { quiet } = shownReport.report.summary;
  const { words, formats } = shownReport.localization;
  if (quiet.length === 0) return null;
  const columns: readonly DataColumn<QuietSurvey>[] = [
    ...placeColumns(shownReport, 'wide'),
    column(words.columns.silentDays, 'number', (row) => formats.count(row.silentDays)),
    column(words.columns.responses, 'number', (row) => formats.count(row.responses)),
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

/** Surveys of a folder without responses in the week. */
export function SilentSurveys(): JSX.Element | null {
  const { report, localization } = useReport();
  const { words, formats } = localization;
  const silent = report.surveys.filter(({ responses }) => responses === 0);
  if (silent.length === 0) return null;
  const columns: readonly DataColumn<SurveyWeek>[] = [
    rowHeader(words.columns.survey, 'wide', ({ key }) => <SurveyLink survey={key} />),
    column(words.columns.timeZone, 'text', (row) => displayText(row.timeZone, localization, 60)),
    column(words.columns.lastWeek, 'number', (row) => formats.count(row.previousResponses)),
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

/** Collapsed, because the content is the same every week. */
export function Method(): JSX.Element {
  const { report, localization } = useReport();
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
