// The places of a region: ranked and moving.
import { verdictOf } from '../../../domain/figures.ts';
import type { Report } from '../../../domain/report.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { bar, distributionAlt } from '../../../charts/distribution.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { translated } from '../../../charts/draw-operations.ts';
import type { Ranked } from '../../../i18n/report-texts/place-order.ts';
import { moversAmong, placeName, rankedByKind } from '../../../i18n/report-texts/place-order.ts';
import { type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import type { Cell, Column } from '../table-columns.ts';
import type { Setting } from '../layout-context.ts';
import { placeCell, shortened, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const TOP = 10;
const BOTTOM = 10;

/** `least`: a kind with fewer places than this has no table. */
export function rankingTables(report: Report, least: number, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const groups = rankedByKind(report).filter((places) => places.length >= least);
  return groups.flatMap((places) => {
    const [first] = places;
    if (first === undefined) return [];
    const note = groups.length > 1 ? kindName(first.place, setting) : '';
    return [
      heading('H2', words.ranking, width, { note, title: joined([words.ranking, note]) }),
      ...table(
        rankingColumns('ranked', setting),
        shortened(places, TOP, BOTTOM, setting),
        width,
        setting,
      ),
    ];
  });
}

/** Places whose change is clear by the stricter test for many places; nothing when there is none. */
export function moversTable(report: Report, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const byKind = rankedByKind(report).map(moversAmong);
  const movers = byKind.flat();
  const [first] = movers;
  if (first === undefined) return [];
  const mixed = byKind.filter((some) => some.length > 0).length > 1;
  const note = !mixed && byKind.length > 1 ? kindName(first.place, setting) : '';
  return [
    heading('H2', words.movers, width, { note }),
    ...table(
      rankingColumns(mixed ? 'ofSeveralKinds' : 'ofOneKind', setting),
      movers.map((row) => ({ row })),
      width,
      setting,
    ),
  ];
}

/** Places of several kinds name theirs, where the ranked ones of one kind have their verdict. */
function rankingColumns(
  rows: 'ranked' | 'ofOneKind' | 'ofSeveralKinds',
  setting: Setting,
): readonly Column<Ranked>[] {
  const { words, formats } = setting;
  const rank: Column<Ranked> = {
    head: words.columns.rank,
    align: 'right',
    width: { least: 16 },
    cell: (row) => ({ text: formats.count(row.rank), style: type.quiet }),
  };
  const kind: Column<Ranked> = {
    head: words.columns.kind,
    align: 'left',
    width: 128,
    wraps: true,
    cell: ({ place }) => ({ text: kindName(place, setting), style: type.label }),
  };
  const verdict: Column<Ranked> = {
    head: words.columns.verdict,
    align: 'left',
    width: { least: 78 },
    cell: ({ figures }): Cell => {
      const said = figures === null ? null : verdictOf(figures);
      if (said === null) return '';
      const clear = said === 'clearRise' || said === 'clearFall';
      return { text: words.shortVerdicts[said], style: clear ? type.strong : type.quiet };
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
      cell: ({ place }) => placeCell(place.folder, placeName(place, setting), setting),
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
              alt: distributionAlt(figures.data, setting),
              draw: (width, height) =>
                bar(figures.data, width, 7).map((one) => translated(one, 0, (height - 7) / 2)),
            },
    },
    {
      head: words.columns.index,
      align: 'right',
      width: { least: 34 },
      cell: ({ place }) => ({
        text: formats.index(place.index, place.indexType),
        style: type.strong,
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
