// Selects the reports that the table of a run shows: all of a short run; of a long run the first one and the best and
// worst folders of the most frequent kind of index.
import type { FolderOutcome } from '../../lib/reports/run-week.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import { nullIfDamaged } from '../../lib/reports/report-repository.ts';
import type { Headline } from '../../lib/domain/build-report.ts';
import { groupName, rankPlaces } from '../../lib/domain/ranking.ts';
import type { FolderName, GroupFigures } from '../../lib/domain/report.ts';
import type { Names } from '../../lib/i18n/localization.ts';
import { placeName } from './terminal-output.ts';

/** Longer tables are shortened. */
const MAX_ROWS = 25;
/** Rows of the best folders, and of the worst. */
const RANKED_ROWS = 10;

export interface RunTableRow {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport;
  /** Null when the stored report is damaged. */
  readonly headline: Headline | null;
}

export interface SelectedRows {
  readonly first: readonly RunTableRow[];
  /** Number of folders between `first` and `last` that are not shown. */
  readonly omitted: number;
  readonly last: readonly RunTableRow[];
  /** Explains which rows of a long table are shown, and in which order; null where all rows are shown. */
  readonly note: string | null;
}

/** A row for each outcome that has a report. */
export async function toTableRows(
  outcomes: readonly FolderOutcome[],
): Promise<readonly RunTableRow[]> {
  const rows: RunTableRow[] = [];
  for (const { folder, path, report } of outcomes) {
    if (report === null) continue;
    rows.push({ folder, path, report, headline: await nullIfDamaged(report.headline) });
  }
  return rows;
}

export function selectRows(rows: readonly RunTableRow[], showAll: boolean): SelectedRows {
  if (showAll || rows.length <= MAX_ROWS) return { first: rows, omitted: 0, last: [], note: null };
  const { kind, folders } = rankFolders(rows);
  const best = folders.slice(0, RANKED_ROWS);
  const worst = folders.slice(RANKED_ROWS).slice(-RANKED_ROWS);
  return {
    first: [...rows.slice(0, 1), ...best],
    omitted: folders.length - best.length - worst.length,
    last: worst,
    note: `Shown: the ${best.length} best and ${worst.length} worst of ${folders.length} folders without subfolders, ranked by index (${kind}).\nRun the same command with --all to see all ${rows.length} reports.`,
  };
}

/** Best first. Different kinds of index cannot be compared: only the most frequent kind is ranked. */
function rankFolders(rows: readonly RunTableRow[]): {
  readonly kind: string;
  readonly folders: readonly RunTableRow[];
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
  const [largest = []] = [...Map.groupBy(ranking, groupName).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [example] = largest;
  return {
    kind: example === undefined ? 'none' : `${example.indexType}, ${example.feedbackScale}`,
    folders: largest.flatMap(({ folder }) => leaves.get(folder ?? 0) ?? []),
  };
}

/** The group with the most responses. */
export function largestGroup({ groups }: Headline): GroupFigures | undefined {
  return groups.toSorted((a, b) => b.responses - a.responses)[0];
}

/** Names a place: "Terminal 2 (Airport), How was security?". Parts without a known name are left out. */
export function createPlaceNames(rows: readonly RunTableRow[]): Names['location'] {
  const folders = new Map<number, string>();
  const surveys = new Map<number, string>();
  for (const { headline } of rows) {
    for (const { folder, path, surveys: named } of headline?.places ?? []) {
      folders.set(folder.key, placeName(folder.name, path.at(-1)));
      for (const { key, name } of named) surveys.set(key, name);
    }
  }
  for (const { folder, path } of rows) {
    folders.set(folder.key, placeName(folder.name, path.at(-1)?.name));
  }
  return (folder, survey) =>
    [
      folder === null ? undefined : folders.get(folder),
      survey === null ? undefined : surveys.get(survey),
    ]
      .filter((name) => name !== undefined && name !== '')
      .join(', ');
}
