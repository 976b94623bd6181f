// The kinds of index of a region: one row each, and why an index changed.
import type { SurveyGroup } from '../../../domain/report.ts';
import { isDeviation } from '../../../domain/signals/signal.ts';
import type { Contribution } from '../../../domain/signals/why.ts';
import { trendAltText } from '../../../charts/alt-texts.ts';
import { smallTrend } from '../../../charts/small-trend.ts';
import { textStyles } from '../../../charts/theme.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import type { NamedContribution } from '../../../i18n/report-texts/place-order.ts';
import { namedContributions } from '../../../i18n/report-texts/place-order.ts';
import { verdictText } from '../../../i18n/report-texts/signal-sentences.ts';
import { usualRange } from '../../../i18n/report-texts/usual-level-texts.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

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
    numberColumn(words.signals.storeColumns.usual, { min: 44 }, ({ signal, indexType }) =>
      signal === null ? '' : usualRange(signal, indexType, context),
    ),
    textColumn(words.columns.verdict, { width: { share: 3 }, lines: 2 }, ({ signal }) => ({
      text: verdictText(signal, context),
      style: isDeviation(signal?.verdict ?? null) ? textStyles.strong : textStyles.quiet,
    })),
    numberColumn(words.columns.responses, { min: 46 }, ({ responses }) => formats.count(responses)),
    textColumn(words.trend, { width: TREND_WIDTH }, ({ trend, signal, ...group }) => {
      const indexes = trend.map(({ index }) => index);
      const alt = trendAltText(trend, group, signal, context);
      return smallTrend({ indexes, limits: signal, indexType: group.indexType }, alt) ?? '';
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

/** The places that changed the index most, the others in sum, and the whole; nothing without a change to explain. */
export function whyTable(group: SurveyGroup, context: LayoutContext): readonly Block[] {
  const { words, formats, names, width } = context;
  const { indexType } = group;
  const rows = namedContributions(group, context);
  if (rows === null) return [];
  const texts = words.signals.why;
  const kind = kindName(group, context);
  const amount = (
    head: string,
    valueOf: (row: Contribution) => number,
    style = textStyles.body,
  ): PdfColumn<NamedContribution> =>
    numberColumn(head, { min: 60 }, (row) => ({
      text: formats.partOfChange(valueOf(row), indexType),
      style,
    }));
  return [
    heading('H2', texts.title, width, {
      note: joinTexts([kind, texts.note]),
      title: joinTexts([texts.title, kind]),
    }),
    ...table<NamedContribution>(
      [
        rowHeaderColumn(words.columns.place, 1, ({ name, folder, question }) =>
          folder === null
            ? name
            : placeCell(folder, context, joinTexts([names.path(folder), question])),
        ),
        amount(texts.ownResult, ({ rate }) => rate),
        amount(texts.share, ({ mix }) => mix),
        amount(texts.total, ({ rate, mix }) => rate + mix, textStyles.strong),
      ],
      rows.map((data) => ({ data })),
      width,
      context,
    ),
  ];
}
