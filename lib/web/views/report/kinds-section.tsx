// The kinds of index of a region, one row each, and why an index changed.
import type { JSX } from 'preact';
import type { SurveyGroup } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { ContributionRow } from '../../../i18n/report-texts/contribution-rows.ts';
import { contributionRows } from '../../../i18n/report-texts/contribution-rows.ts';
import { usualText } from '../../../i18n/report-texts/state-texts.ts';
import { useReport } from '../../report-context.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import { LevelBadge } from '../../ui/icons.tsx';
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
    column(words.signals.storeColumns.usual, 'number', ({ level, indexType }) =>
      usualText(level, indexType, localization),
    ),
    column(words.columns.verdict, 'text', ({ level }) => <LevelBadge state={level.state} />),
    column(words.columns.responses, 'number', ({ responses }) => formats.count(responses)),
    column(words.trend, 'bar', (group) => (
      <SmallTrendFigure
        series={{
          indexes: group.trend.map(({ index }) => index),
          level: drawnLevel(group.level),
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

interface WhyProps {
  readonly group: SurveyGroup;
}

/** The places that explain the difference from usual, the others in sum, and the whole; nothing without a verdict. */
export function Why({ group }: WhyProps): JSX.Element | null {
  const { localization, selection } = useReport();
  const { words, formats } = localization;
  const { indexType } = group;
  const rows = contributionRows(group, selection.folder, localization);
  if (rows.length === 0) return null;
  const texts = words.signals.why;
  const columns: readonly DataColumn<ContributionRow>[] = [
    rowHeader(words.columns.place, 'wide', (row) =>
      'text' in row ? row.text : <FolderLinkWithPath folder={row.folder} question={row.question} />,
    ),
    column(words.columns.change, 'number', ({ rate }) => (
      <strong>{formats.partOfChange(rate, indexType)}</strong>
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
        rowKey={(row) => ('text' in row ? row.text : `${row.folder} ${row.question}`)}
        columns={columns}
      />
    </Section>
  );
}
