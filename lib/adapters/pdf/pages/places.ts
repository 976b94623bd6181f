// The places of a region: ranked, moving, silent.
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { isMover } from '../../../domain/figures.ts';
import { firstDifference } from '../../../domain/order.ts';
import type { RankedPlace } from '../../../domain/ranking.ts';
import { compareGroups } from '../../../domain/ranking.ts';
import type { QuietSurvey, Report } from '../../../domain/report.ts';
import type { Block } from '../block.ts';
import { bar } from '../charts/distribution.ts';
import { kindName } from '../kinds.ts';
import { moved } from '../operations.ts';
import { verdictOf } from '../sentence.ts';
import type { Setting } from '../setting.ts';
import type { Cell, Column } from '../table.ts';
import { shortened, table } from '../table.ts';
import { clean } from '../text/clean.ts';
import { type } from '../theme.ts';
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
    const note = groups.length > 1 ? kindName(first.place, words) : '';
    return [
      heading(words.ranking, width, note),
      ...table(rankingColumns(true, setting), shortened(places, TOP, BOTTOM, setting), width),
    ];
  });
}

/** Places whose change is clear by the stricter test for many places; nothing when there is none. */
export function moversTable(report: Report, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const movers = rankedByGroup(report).flatMap((places) => {
    const clear = places.filter(({ figures }) => figures !== null && isMover(figures));
    const ordered = clear.toSorted((a, b) =>
      firstDifference((b.place.change ?? 0) - (a.place.change ?? 0), a.rank - b.rank),
    );
    const rises = ordered.filter(({ place }) => (place.change ?? 0) > 0).slice(0, MOVERS);
    const falls = ordered.filter(({ place }) => (place.change ?? 0) < 0).slice(-MOVERS);
    return [...rises, ...falls];
  });
  if (movers.length === 0) return [];
  return [
    heading(words.movers, width),
    ...table(
      rankingColumns(false, setting),
      movers.map((row) => ({ row })),
      width,
    ),
  ];
}

export function quietPlaces(report: Report, rows: number, setting: Setting): readonly Block[] {
  const { words, formats, names, width } = setting;
  const { quiet } = report.summary;
  if (quiet.length === 0) return [];
  const columns: readonly Column<QuietSurvey>[] = [
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 3 },
      cell: (place) => names.place(place.folder, place.survey),
    },
    {
      head: words.columns.survey,
      align: 'left',
      width: { share: 3 },
      cell: (place) => names.survey(place.survey),
    },
    {
      head: words.columns.silentDays,
      align: 'right',
      width: 60,
      cell: (place) => formats.count(place.silentDays),
    },
    {
      head: words.columns.responses,
      align: 'right',
      width: 60,
      cell: (place) => formats.count(place.responses),
    },
  ];
  const ordered = quiet.toSorted((a, b) =>
    firstDifference(a.responses - b.responses, b.silentDays - a.silentDays, a.survey - b.survey),
  );
  return [
    heading(words.quietPlaces, width, words.quietNote),
    ...table(columns, shortened(ordered, rows, 0, setting), width),
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
  return groups;
}

function figuresOf(report: Report, place: RankedPlace): Figures | null {
  const alike = (group: GroupKey): boolean => compareGroups(group, place) === 0;
  if (place.folder !== undefined) {
    const child = report.subfolders.find(({ key }) => key === place.folder);
    return child?.summary.groups.find((group) => alike(group)) ?? null;
  }
  return report.surveys.find((survey) => survey.key === place.survey) ?? null;
}

function rankingColumns(ranked: boolean, setting: Setting): readonly Column<Ranked>[] {
  const { words, formats } = setting;
  const rank: Column<Ranked> = {
    head: words.columns.rank,
    align: 'right',
    width: 16,
    cell: (row) => ({ text: formats.count(row.rank), style: type.quiet }),
  };
  return [
    ...(ranked ? [rank] : []),
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 1 },
      wraps: true,
      cell: ({ place }) => placeName(place, setting),
    },
    {
      head: words.columns.distribution,
      align: 'left',
      width: 72,
      cell: ({ figures }): Cell => ({
        draw: (width, height) =>
          figures === null
            ? []
            : bar(figures.data, width, 7).map((one) => moved(one, 0, (height - 7) / 2)),
      }),
    },
    {
      head: words.columns.index,
      align: 'right',
      width: 34,
      cell: ({ place }) => ({
        text: formats.index(place.index, place.indexType),
        style: type.strong,
      }),
    },
    {
      head: words.columns.change,
      align: 'right',
      width: 36,
      cell: ({ place }) => formats.change(place.change, place.indexType),
    },
    {
      head: words.columns.verdict,
      align: 'left',
      width: 78,
      cell: ({ figures }): Cell => {
        const verdict = figures === null ? null : verdictOf(figures);
        if (verdict === null) return '';
        const clear = verdict === 'clearRise' || verdict === 'clearFall';
        return { text: words.shortVerdicts[verdict], style: clear ? type.strong : type.quiet };
      },
    },
    {
      head: words.columns.responses,
      align: 'right',
      width: 46,
      cell: ({ place }) => formats.count(place.responses),
    },
  ];
}

function placeName(place: RankedPlace, { names }: Setting): string {
  const own = clean(place.name);
  if (own !== '') return own;
  return place.folder === undefined ? names.survey(place.survey ?? 0) : names.folder(place.folder);
}
