// Rows, order and sections of the week table. Indexes of different kinds are never sorted together.
import type { GroupKey } from '../../../domain/figures.ts';
import type {
  OverviewFolder,
  OverviewGroup,
  OverviewState,
  WeekOverview,
} from '../../../http/responses.ts';
import { groupName } from '../../../domain/ranking.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import type { WeekView } from '../../routes.ts';

export interface WeekRow {
  readonly folder: OverviewFolder;
  /** Number of visible ancestors. */
  readonly depth: number;
  /** Visible ancestors, topmost first. */
  readonly ancestors: readonly OverviewFolder[];
  /** The group of the section, or the one with the most responses; null when there is none. */
  readonly group: OverviewGroup | null;
  /** The group whose verdict is shown: the one that lost most, or `group` where none has lost. */
  readonly mostSevereGroup: OverviewGroup | null;
  /** Whether responses are of the group only. */
  readonly showsGroupOnly: boolean;
}

export interface RowSection {
  /** Null for rows of any kind. */
  readonly kind: GroupKey | null;
  readonly rows: readonly WeekRow[];
}

/** States that need attention first. */
export const STATE_ORDER = [
  'failed',
  'damaged',
  'owed',
  'queued',
  'waiting',
  'partial',
  'empty',
  'complete',
] as const satisfies readonly OverviewState[];

export type RowOptions = Pick<WeekView, 'sort' | 'descending' | 'below'> & {
  readonly state: OverviewState | null;
};

/** The order of names in the reader's language: "Store 9" comes before "Store 10". */
export function nameOrder(locale: string): Intl.Collator {
  return new Intl.Collator(locale, { numeric: true });
}

/** Omits empty sections. Only the tree has folders with others below; sorting by index makes one section per kind. */
export function buildSections(
  { folders }: Pick<WeekOverview, 'folders'>,
  { sort, descending, state, below }: RowOptions,
  names: Intl.Collator,
): readonly RowSection[] {
  const rows = rowsBelow(treeRows(folders), below).filter(
    ({ folder }) =>
      (sort === 'place' || isStore(folder)) && (state === null || folder.state === state),
  );
  const sign = descending ? -1 : 1;
  const sortedBy = (valueOf: (row: WeekRow) => number | null): readonly WeekRow[] =>
    rows.toSorted((a, b) => compareValues(valueOf(a), valueOf(b), sign));
  const oneSection = (sectionRows: readonly WeekRow[]): readonly RowSection[] =>
    withoutEmpty([{ kind: null, rows: sectionRows }]);
  switch (sort) {
    case 'place':
      return oneSection(rows);
    case 'name':
      return oneSection(
        rows.toSorted(({ folder: a }, { folder: b }) => {
          const order = names.compare(a.name ?? '', b.name ?? '');
          return order === 0 ? a.key - b.key : sign * order;
        }),
      );
    case 'lost':
      return oneSection(sortedBy(({ mostSevereGroup }) => mostSevereGroup?.lost ?? null));
    case 'state':
      return oneSection(sortedBy(({ folder }) => STATE_ORDER.indexOf(folder.state)));
    case 'responses':
      return oneSection(sortedBy(({ folder }) => folder.figures?.responses ?? null));
    case 'alerts':
      return oneSection(sortedBy(({ folder }) => folder.figures?.openAlerts ?? null));
    case 'index':
      return withoutEmpty(sectionsByKind(rows, sign));
  }
}

/** A folder without folders below; one without figures may have surveys. */
function isStore({ isLeaf, figures }: OverviewFolder): boolean {
  return isLeaf && (figures === null || figures.surveys > 0);
}

/** Number of kinds of index in a week. */
export function countKinds({ folders }: Pick<WeekOverview, 'folders'>): number {
  return new Set(folders.flatMap(({ figures }) => figures?.groups.map(groupName) ?? [])).size;
}

/** Counts of all folders, or of one folder and its descendants. Omits states that do not occur. */
export function countByState(
  { folders }: Pick<WeekOverview, 'folders'>,
  below: number | null,
): readonly (readonly [OverviewState, number])[] {
  // The tree of a large company takes long to build, and is needed below a folder only.
  const countedFolders =
    below === null ? folders : rowsBelow(treeRows(folders), below).map(({ folder }) => folder);
  const foldersByState = Map.groupBy(countedFolders, ({ state }) => state);
  return STATE_ORDER.flatMap((state) => {
    const n = foldersByState.get(state)?.length ?? 0;
    return n === 0 ? [] : [[state, n] as const];
  });
}

/** Folders with subfolders, as choices for the `below` filter. */
export function parentFolders(folders: readonly OverviewFolder[]): readonly WeekRow[] {
  const parents = new Set(folders.map(({ parent }) => parent));
  return treeRows(folders).filter(({ folder }) => parents.has(folder.key));
}

function withoutEmpty(sections: readonly RowSection[]): readonly RowSection[] {
  return sections.filter(({ rows }) => rows.length > 0);
}

/** Rows in tree order: each folder before its descendants. */
function treeRows(folders: readonly OverviewFolder[]): readonly WeekRow[] {
  const keys = new Set(folders.map(({ key }) => key));
  const children = Map.groupBy(folders, ({ parent }) =>
    parent !== null && keys.has(parent) ? parent : null,
  );
  const rows: WeekRow[] = [];
  const addRows = (folder: OverviewFolder, ancestors: readonly OverviewFolder[]): void => {
    const group = largestFirst(folder.figures?.groups ?? [])[0] ?? null;
    const mostSevereGroup = findMostSevereGroup(folder.figures?.groups ?? []) ?? group;
    rows.push({
      folder,
      depth: ancestors.length,
      ancestors,
      group,
      mostSevereGroup,
      showsGroupOnly: false,
    });
    const path = [...ancestors, folder];
    for (const child of children.get(folder.key) ?? []) addRows(child, path);
  };
  for (const root of children.get(null) ?? []) addRows(root, []);
  return rows;
}

/** The group that lost most; null where none has lost. */
function findMostSevereGroup(groups: readonly OverviewGroup[]): OverviewGroup | null {
  const [mostSevereGroup] = groups
    .filter(({ lost }) => (lost ?? 0) > 0)
    .toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0));
  return mostSevereGroup ?? null;
}

function rowsBelow(rows: readonly WeekRow[], below: number | null): readonly WeekRow[] {
  if (below === null) return rows;
  return rows.filter(
    ({ folder, ancestors }) => folder.key === below || ancestors.some(({ key }) => key === below),
  );
}

/** A folder is in the section of each of its kinds; folders without figures come last. */
function sectionsByKind(rows: readonly WeekRow[], sign: number): readonly RowSection[] {
  const groupRows = rows.flatMap((row) =>
    (row.folder.figures?.groups ?? []).map((group) => ({
      ...row,
      group,
      mostSevereGroup: group,
      showsGroupOnly: true,
    })),
  );
  const kinds = [...Map.groupBy(groupRows, ({ group }) => groupName(group)).values()].map(
    (kindRows) => ({
      rows: kindRows,
      // A folder's responses include its descendants, so the largest one counts for the kind.
      responses: kindRows.reduce((most, { group }) => Math.max(most, group.responses), 0),
    }),
  );
  const rowsWithoutGroup = rows.filter(({ group }) => group === null);
  return [
    ...largestFirst(kinds).map(({ rows: kindRows }) => ({
      kind: kindRows[0]?.group ?? null,
      rows: kindRows.toSorted((a, b) => compareValues(a.group.index, b.group.index, sign)),
    })),
    { kind: null, rows: rowsWithoutGroup },
  ];
}

/** Null comes last in both orders. */
function compareValues(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
