// The ranking of places, and the places with a clear change.
import { verdictOfChange } from '../../../domain/figures.ts';
import type { Report } from '../../../domain/report.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { distributionBar, distributionAltText } from '../../../charts/distribution.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { translateOperation } from '../../../charts/draw-operations.ts';
import type { RankedEntry } from '../../../i18n/report-texts/place-order.ts';
import { selectMovers, placeName, rankingByKind } from '../../../i18n/report-texts/place-order.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import type { Cell, Column } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, truncateRows, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const TOP = 10;
const BOTTOM = 10;

/** Kinds of index with fewer places than `least` get no table. */
export function rankingTables(
  report: Report,
  least: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, width } = context;
  const groups = rankingByKind(report).filter((places) => places.length >= least);
  return groups.flatMap((places) => {
    const [first] = places;
    if (first === undefined) return [];
    const note = groups.length > 1 ? kindName(first.place, context) : '';
    return [
      heading('H2', words.ranking, width, { note, title: joinTexts([words.ranking, note]) }),
      ...table(
        rankingColumns('ranked', context),
        truncateRows(places, TOP, BOTTOM, context),
        width,
        context,
      ),
    ];
  });
}

/** Places whose change passes the stricter test for many places; nothing when there are none. */
export function moversTable(report: Report, context: LayoutContext): readonly Block[] {
  const { words, width } = context;
  const byKind = rankingByKind(report).map(selectMovers);
  const movers = byKind.flat();
  const [first] = movers;
  if (first === undefined) return [];
  const hasSeveralKinds = byKind.filter((kindMovers) => kindMovers.length > 0).length > 1;
  const note = !hasSeveralKinds && byKind.length > 1 ? kindName(first.place, context) : '';
  return [
    heading('H2', words.movers, width, { note }),
    ...table(
      rankingColumns(hasSeveralKinds ? 'ofSeveralKinds' : 'ofOneKind', context),
      movers.map((row) => ({ row })),
      width,
      context,
    ),
  ];
}

/** Rows of several kinds show the kind of index instead of the verdict. */
function rankingColumns(
  rows: 'ranked' | 'ofOneKind' | 'ofSeveralKinds',
  context: LayoutContext,
): readonly Column<RankedEntry>[] {
  const { words, formats } = context;
  const rank: Column<RankedEntry> = {
    head: words.columns.rank,
    align: 'right',
    width: { least: 16 },
    cell: (row) => ({ text: formats.count(row.rank), style: textStyles.quiet }),
  };
  const kind: Column<RankedEntry> = {
    head: words.columns.kind,
    align: 'left',
    width: 128,
    wraps: true,
    cell: ({ place }) => ({ text: kindName(place, context), style: textStyles.label }),
  };
  const verdict: Column<RankedEntry> = {
    head: words.columns.verdict,
    align: 'left',
    width: { least: 78 },
    cell: ({ figures }): Cell => {
      const figuresVerdict = figures === null ? null : verdictOfChange(figures);
      if (figuresVerdict === null) return '';
      const clear = figuresVerdict === 'clearRise' || figuresVerdict === 'clearFall';
      return {
        text: words.shortVerdicts[figuresVerdict],
        style: clear ? textStyles.strong : textStyles.quiet,
      };
    },
  };
  return [
    ...(rows === 'ranked' ? [rank] : []),
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 1 },
      wraps: true,
      namesRow: true,
      cell: ({ place }) => placeCell(place.folder, placeName(place, context), context),
    },
    ...(rows === 'ofSeveralKinds' ? [kind] : []),
    {
      head: words.columns.distribution,
      align: 'left',
      width: 72,
      cell: ({ figures }): Cell =>
        figures === null
          ? ''
          : {
              alt: distributionAltText(figures.data, context),
              draw: (width, height) =>
                distributionBar(figures.data, width, 7).map((operation) =>
                  translateOperation(operation, 0, (height - 7) / 2),
                ),
            },
    },
    {
      head: words.columns.index,
      align: 'right',
      width: { least: 34 },
      cell: ({ place }) => ({
        text: formats.index(place.index, place.indexType),
        style: textStyles.strong,
      }),
    },
    {
      head: words.columns.change,
      align: 'right',
      width: { least: 36 },
      cell: ({ place }) => formats.change(place.change, place.indexType),
    },
    ...(rows === 'ofSeveralKinds' ? [] : [verdict]),
    {
      head: words.columns.responses,
      align: 'right',
      width: { least: 46 },
      cell: ({ place }) => formats.count(place.responses),
    },
  ];
}
