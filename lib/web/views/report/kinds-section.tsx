// The kinds of index of a region, one row each, and why an index changed.
import type { JSX } from 'preact';
import type { SurveyGroup } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { NamedContribution } from '../../../i18n/report-texts/place-order.ts';
import { namedContributions } from '../../../i18n/report-texts/place-order.ts';
import { usualRange } from '../../../i18n/report-texts/usual-level-texts.ts';
import { useReport } from '../../report-context.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import { VerdictBadge } from '../../ui/icons.tsx';
import { Section } from '../../ui/page-section.tsx';
import { SmallTrendFigure } from '../../ui/chart-figure.tsx';
import { FolderLinkWithPath } from './report-links.tsx';

interface KindsProps {
  /** Largest first. */
  readonly groups: readonly SurveyGroup[];
}

/** Surveys of different kinds are never pooled. */
export function Kinds({ groups }: KindsProps): JSX.Element | null {
  const { localization } = useReport();
  const { words, formats } = localization;
  if (groups.length === 0) return null;
  const columns: readonly DataColumn<SurveyGroup>[] = [
    rowHeader(words.columns.kind, 'wide', (group) => (
      <>
        {kindName(group, localization)}
        <small class="place-path">{words.surveysIn({ n: group.surveys })}</small>
      </>
    )),
    column(words.columns.index, 'number', ({ index, indexType }) => (
      <strong>{formats.index(index, indexType)}</strong>
    )),
    column(words.signals.storeColumns.usual, 'number', ({ signal, indexType }) =>
      signal === null ? '' : usualRange(signal, indexType, localization),
    ),
    column(
      words.columns.verdict,
      'text',
      ({ signal }) => signal !== null && <VerdictBadge signal={signal} />,
    ),
    column(words.columns.responses, 'number', ({ responses }) => formats.count(responses)),
    column(words.trend, 'bar', (group) => (
      <SmallTrendFigure
        series={{
          indexes: group.trend.map(({ index }) => index),
          limits: group.signal,
          indexType: group.indexType,
        }}
        name={kindName(group, localization)}
      />
    )),
  ];
  return (
    <Section title={words.signals.indexKinds}>
      <DataTable
        caption={words.signals.indexKinds}
        rows={groups}
        initialRows={groups.length}
        rowKey={groupName}
        columns={columns}
      />
    </Section>
  );
}

/** The places that changed the index most, the others in sum, and the whole; nothing without a change to explain. */
export function Why({ group }: { readonly group: SurveyGroup }): JSX.Element | null {
  const { localization } = useReport();
  const { words, formats } = localization;
  const { indexType } = group;
  const rows = namedContributions(group, localization);
  if (rows === null) return null;
  const texts = words.signals.why;
  const columns: readonly DataColumn<NamedContribution>[] = [
    rowHeader(words.columns.place, 'wide', ({ name, folder, question }) =>
      folder === null ? name : <FolderLinkWithPath folder={folder} question={question} />,
    ),
    column(texts.ownResult, 'number', ({ rate }) => formats.partOfChange(rate, indexType)),
    column(texts.share, 'number', ({ mix }) => formats.partOfChange(mix, indexType)),
    column(texts.total, 'number', ({ rate, mix }) => (
      <strong>{formats.partOfChange(rate + mix, indexType)}</strong>
    )),
  ];
  const kind = kindName(group, localization);
  const title = joinTexts([texts.title, kind]);
  return (
    <Section title={texts.title} note={joinTexts([kind, texts.note])}>
      <DataTable
        caption={title}
        rows={rows}
        initialRows={rows.length}
        rowKey={(row) => `${row.folder ?? row.name} ${'survey' in row ? String(row.survey) : ''}`}
        columns={columns}
      />
    </Section>
  );
}
