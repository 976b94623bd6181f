// The places of a region: ranked and moving.
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { isMover, verdictOf } from '../../../domain/figures.ts';
import { firstDifference } from '../../../domain/order.ts';
import type { RankedPlace } from '../../../domain/ranking.ts';
import { compareGroups } from '../../../domain/ranking.ts';
import type { Report } from '../../../domain/report.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import type { Block } from '../block.ts';
import { bar, distributionAlt } from '../charts/distribution.ts';
import { kindName } from '../kinds.ts';
import { moved } from '../operations.ts';
import type { Setting } from '../setting.ts';
import { shown } from '../setting.ts';
import type { Cell, Column } from '../columns.ts';
import { shortened, table } from '../table.ts';
import { type } from '../theme.ts';
import { joined } from './alert-words.ts';
import { placeCell } from './place-cell.ts';
import { heading } from './section.ts';

interface Ranked {
  readonly rank: number;
  readonly place: RankedPlace;
  /** Of the place's own subtree; the ranking itself has no counts by button. */
  readonly figures: Figures | null;
}

const TOP = 10;
const BOTTOM = 10;
const MOVERS = 3;

/** `least`: a kind with fewer places than this has no table. */
export function rankingTables(report: Report, least: number, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const groups = rankedByGroup(report).filter((places) => places.length >= least);
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
  const byKind = rankedByGroup(report).map((places) => {
    const clear = places.filter(({ figures }) => figures !== null && isMover(figures));
    const ordered = clear.toSorted((a, b) =>
      firstDifference((b.place.change ?? 0) - (a.place.change ?? 0), a.rank - b.rank),
    );
    const rises = ordered.filter(({ place }) => (place.change ?? 0) > 0).slice(0, MOVERS);
    const falls = ordered.filter(({ place }) => (place.change ?? 0) < 0).slice(-MOVERS);
    return [...rises, ...falls];
  });
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

function rankedByGroup(report: Report): readonly (readonly Ranked[])[] {
  const groups: Ranked[][] = [];
  for (const place of report.ranking) {
    const last = groups.at(-1);
    const peer = last?.[0]?.place;
    const alike = last !== undefined && peer !== undefined && compareGroups(peer, place) === 0;
    const group = alike ? last : [];
    if (!alike) groups.push(group);
    group.push({ rank: group.length + 1, place, figures: figuresOf(report, place) });
  }
  // Alike in order to the groups of the summary: by the kind's responses.
  const counted = groups.map((places) => ({
    places,
    responses: places.reduce((sum, { place }) => sum + place.responses, 0),
  }));
  return largestFirst(counted).map(({ places }) => places);
}

function figuresOf(report: Report, place: RankedPlace): Figures | null {
  const alike = (group: GroupKey): boolean => compareGroups(group, place) === 0;
  if (place.folder !== undefined) {
    const child = report.subfolders.find(({ key }) => key === place.folder);
    return child?.summary.groups.find((group) => alike(group)) ?? null;
  }
  return report.surveys.find((survey) => survey.key === place.survey) ?? null;
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
                bar(figures.data, width, 7).map((one) => moved(one, 0, (height - 7) / 2)),
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

function placeName(place: RankedPlace, setting: Setting): string {
  const { names } = setting;
  const own = shown(place.name, setting);
  if (own !== '') return own;
  return place.folder === undefined ? names.survey(place.survey ?? 0) : names.folder(place.folder);
}
