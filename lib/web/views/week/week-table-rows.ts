// The rows of a week's table: which folders, in which order and under which heads.
// It hides that indexes of different kinds are never put in one order.
import type { GroupKey } from '../../../domain/figures.ts';
import type {
  OverviewFolder,
  OverviewGroup,
  OverviewState,
  WeekOverview,
} from '../../../http/responses.ts';
import { rankedName } from '../../../domain/ranking.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import type { WeekView } from '../../routes.ts';

export interface WeekRow {
  readonly folder: OverviewFolder;
  /** How many folders above it are seen. */
  readonly depth: number;
  /** From the topmost seen folder down to the one that it lies in. */
  readonly above: readonly OverviewFolder[];
  /** Whose index the row shows: that of its section, else the one that speaks for most; null where there is none. */
  readonly group: OverviewGroup | null;
  /** Whether responses are those of the group alone. */
  readonly isOfGroup: boolean;
}

export interface RowSection {
  /** Null for rows of any kind. */
  readonly kind: GroupKey | null;
  readonly rows: readonly WeekRow[];
}

/** Those that want somebody first. */
export const STATES = [
  'failed',
  'damaged',
  'owed',
  'queued',
  'waiting',
  'partial',
  'empty',
  'complete',
] as const satisfies readonly OverviewState[];

export type RowOrder = Pick<WeekView, 'sort' | 'descending' | 'below'> & {
  readonly state: OverviewState | null;
};

/** Sections without rows are left out. Index and change have a section for each kind, the largest first. */
export function sectionsOf(
  { folders }: Pick<WeekOverview, 'folders'>,
  { sort, descending, state, below }: RowOrder,
): readonly RowSection[] {
  const rows = rowsBelow(placed(folders), below).filter(
    ({ folder }) => state === null || folder.state === state,
  );
  const sign = descending ? -1 : 1;
  const by = (valueOf: (row: WeekRow) => number | null): readonly WeekRow[] =>
    rows.toSorted((a, b) => compareValues(valueOf(a), valueOf(b), sign));
  switch (sort) {
    case 'place':
      return sections([{ kind: null, rows }]);
    case 'state':
      return sections([{ kind: null, rows: by(({ folder }) => STATES.indexOf(folder.state)) }]);
    case 'responses':
      return sections([
        { kind: null, rows: by(({ folder }) => folder.figures?.responses ?? null) },
      ]);
    case 'alerts':
      return sections([
        { kind: null, rows: by(({ folder }) => folder.figures?.openAlerts ?? null) },
      ]);
    case 'index':
    case 'change':
      return sections(byKind(rows, sort, sign));
  }
}

/** How many kinds of index there are in a week. */
export function kindsIn({ folders }: Pick<WeekOverview, 'folders'>): number {
  return new Set(folders.flatMap(({ figures }) => figures?.groups.map(rankedName) ?? [])).size;
}

/** Of all folders, or of one and those below it; only states that occur, those that want somebody first. */
export function countsByState(
  { folders, totals }: Pick<WeekOverview, 'folders' | 'totals'>,
  below: number | null,
): readonly (readonly [OverviewState, number])[] {
  const counted: Partial<Record<OverviewState, number>> =
    below === null
      ? totals
      : Object.fromEntries(
          Map.groupBy(rowsBelow(placed(folders), below), ({ folder }) => folder.state)
            .entries()
            .map(([state, rows]) => [state, rows.length]),
        );
  return STATES.flatMap((state) => {
    const n = counted[state] ?? 0;
    return n === 0 ? [] : [[state, n] as const];
  });
}

/** Folders with others below them, as `below` can name them. */
export function parentsIn(folders: readonly OverviewFolder[]): readonly WeekRow[] {
  const parents = new Set(folders.map(({ parent }) => parent));
  return placed(folders).filter(({ folder }) => parents.has(folder.key));
}

function sections(all: readonly RowSection[]): readonly RowSection[] {
  return all.filter(({ rows }) => rows.length > 0);
}

/** Each folder with all that lies below it behind it. */
function placed(folders: readonly OverviewFolder[]): readonly WeekRow[] {
  const seen = new Set(folders.map(({ key }) => key));
  const children = Map.groupBy(folders, ({ parent }) =>
    parent !== null && seen.has(parent) ? parent : null,
  );
  const rows: WeekRow[] = [];
  const place = (folder: OverviewFolder, above: readonly OverviewFolder[]): void => {
    const group = largestFirst(folder.figures?.groups ?? [])[0] ?? null;
    rows.push({ folder, depth: above.length, above, group, isOfGroup: false });
    const path = [...above, folder];
    for (const child of children.get(folder.key) ?? []) place(child, path);
  };
  for (const root of children.get(null) ?? []) place(root, []);
  return rows;
}

function rowsBelow(rows: readonly WeekRow[], below: number | null): readonly WeekRow[] {
  if (below === null) return rows;
  return rows.filter(
    ({ folder, above }) => folder.key === below || above.some(({ key }) => key === below),
  );
}

/** A folder stands in the section of each of its kinds; those without any come last. */
function byKind(
  rows: readonly WeekRow[],
  sort: 'index' | 'change',
  sign: number,
): readonly RowSection[] {
  const ofGroups = rows.flatMap((row) =>
    (row.folder.figures?.groups ?? []).map((group) => ({ ...row, group, isOfGroup: true })),
  );
  const kinds = [...Map.groupBy(ofGroups, ({ group }) => rankedName(group)).values()].map(
    (alike) => ({
      alike,
      // A folder's responses hold those below it: the largest stands for its kind.
      responses: alike.reduce((most, { group }) => Math.max(most, group.responses), 0),
    }),
  );
  const without = rows.filter(({ group }) => group === null);
  return [
    ...largestFirst(kinds).map(({ alike }) => ({
      kind: alike[0]?.group ?? null,
      rows: alike.toSorted((a, b) => compareValues(a.group[sort], b.group[sort], sign)),
    })),
    { kind: null, rows: without },
  ];
}

/** What has no value is last in either order. */
function compareValues(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
