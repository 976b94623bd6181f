// Which reports the table of a run shows: all of a short run; of a long one the first, then the best and the worst
// places of the kind of index that most of them have.
import type { FolderOutcome } from '../../lib/reports/run-week.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import { nullIfDamaged } from '../../lib/reports/report-repository.ts';
import type { Headline } from '../../lib/domain/build-report.ts';
import { rankedName, rankPlaces } from '../../lib/domain/ranking.ts';
import type { FolderName, GroupFigures } from '../../lib/domain/report.ts';

/** Longer tables are shortened. */
const MOST_ROWS = 25;
/** Of the best, and of the worst. */
const EACH = 10;

export interface TableRow {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport;
  /** Null when the stored report is damaged. */
  readonly headline: Headline | null;
}

export interface ShownRows {
  readonly first: readonly TableRow[];
  /** Places between `first` and `last` that are not shown. */
  readonly omitted: number;
  readonly last: readonly TableRow[];
  /** What is shown of a longer list, in which order; null where all rows are shown. */
  readonly note: string | null;
}

/** A row for each outcome that has a report. */
export async function rowsOf(outcomes: readonly FolderOutcome[]): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for (const { folder, path, report } of outcomes) {
    if (report === null) continue;
    rows.push({ folder, path, report, headline: await nullIfDamaged(report.headline) });
  }
  return rows;
}

export function rowsToShow(rows: readonly TableRow[], all: boolean): ShownRows {
  if (all || rows.length <= MOST_ROWS) return { first: rows, omitted: 0, last: [], note: null };
  const { kind, places } = rankedPlaces(rows);
  const best = places.slice(0, EACH);
  const worst = places.slice(EACH).slice(-EACH);
  return {
    first: [...rows.slice(0, 1), ...best],
    omitted: places.length - best.length - worst.length,
    last: worst,
    note: `Shown: the ${best.length} best and the ${worst.length} worst of ${places.length} folders without subfolders, by index (${kind}) as reports rank them.\nAll ${rows.length} reports: the same command with --all.`,
  };
}

/** Best first. Kinds of index cannot be compared: only the one that most places have is ranked. */
function rankedPlaces(rows: readonly TableRow[]): {
  readonly kind: string;
  readonly places: readonly TableRow[];
} {
  const parents = new Set(rows.map(({ path }) => path.at(-1)?.key));
  const leaves = new Map(
    rows.filter(({ folder }) => !parents.has(folder.key)).map((row) => [row.folder.key, row]),
  );
  const ranking = rankPlaces(
    [...leaves.values()].flatMap(({ folder: { key, name }, headline }) => {
      const group = headline === null ? undefined : largestGroup(headline);
      return group === undefined ? [] : [{ folder: key, name, group, figures: group }];
    }),
  );
  const [largest = []] = [...Map.groupBy(ranking, rankedName).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [peer] = largest;
  return {
    kind: peer === undefined ? 'none' : `${peer.indexType}, ${peer.feedbackScale}`,
    places: largest.flatMap(({ folder }) => leaves.get(folder ?? 0) ?? []),
  };
}

/** The group with the most responses. */
export function largestGroup({ groups }: Headline): GroupFigures | undefined {
  return groups.toSorted((a, b) => b.responses - a.responses)[0];
}
