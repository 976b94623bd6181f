// The kinds of index of a region: one row each, and why an index changed.
import type { SurveyGroup } from '../../../domain/report.ts';
import { trendAltText } from '../../../charts/alt-texts.ts';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import { smallTrend } from '../../../charts/small-trend.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { ContributionRow } from '../../../i18n/report-texts/contribution-rows.ts';
import { contributionRows } from '../../../i18n/report-texts/contribution-rows.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { usualText } from '../../../i18n/report-texts/state-texts.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';
import { stateCell } from './state-cell.ts';

const TREND_WIDTH = 84;

/** One row for each kind; surveys of different kinds are never pooled. */
export function kindsTable(
  groups: readonly SurveyGroup[],
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  if (groups.length === 0) return [];
  const columns: readonly PdfColumn<SurveyGroup>[] = [
    rowHeaderColumn(words.columns.kind, 4, (group) => ({
      text: kindName(group, context),
      style: textStyles.body,
      secondLine: words.surveysIn({ n: group.surveys }),
    })),
    numberColumn(words.columns.index, { min: 34 }, ({ index, indexType }) =>
      strongText(formats.index(index, indexType)),
    ),
    numberColumn(words.signals.storeColumns.usual, { min: 44 }, ({ level, indexType }) =>
      usualText(level, indexType, context),
    ),
    textColumn(words.columns.verdict, { width: { share: 3 }, lines: 2 }, (group) =>
      stateCell(group.level, group, context),
    ),
    numberColumn(words.columns.responses, { min: 46 }, ({ responses }) => formats.count(responses)),
    textColumn(words.trend, { width: TREND_WIDTH }, ({ trend, level, ...group }) => {
      const indexes = trend.map(({ index }) => index);
      const alt = trendAltText(trend, group, level, context);
      const series = { indexes, level: drawnLevel(level), indexType: group.indexType };
      return smallTrend(series, alt) ?? '';
    }),
  ];
  return [
    heading('H2', words.signals.indexKinds, width),
    ...table(
      columns,
      groups.map((data) => ({ data })),
      width,
      context,
    ),
  ];
}

/** The places that explain the difference from usual, the others in sum, and the whole; nothing without a verdict. */
export function whyTable(
  group: SurveyGroup,
  folder: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, names, width } = context;
  const { indexType } = group;
  const rows = contributionRows(group, folder, context);
  if (rows.length === 0) return [];
  const texts = words.signals.why;
  const kind = kindName(group, context);
  return [
    heading('H2', texts.title, width, {
      note: joinTexts([kind, texts.note]),
      title: joinTexts([texts.title, kind]),
    }),
    ...table<ContributionRow>(
      [
        rowHeaderColumn(words.columns.place, 1, (row) =>
          'text' in row
            ? row.text
            : placeCell(row.folder, context, joinTexts([names.path(row.folder), row.question])),
        ),
        numberColumn(words.columns.change, { min: 60 }, ({ rate }) =>
          strongText(formats.partOfChange(rate, indexType)),
        ),
      ],
      rows.map((data) => ({ data })),
      width,
      context,
    ),
  ];
}
