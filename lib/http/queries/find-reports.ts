// Lists the stored reports that a caller sees, in pages, newest week first.
import type { Access, Caller } from '../../reports/access.ts';
import { canSeeFolder, visibleFoldersOfWeek } from '../../reports/access.ts';
import { Failure } from '../../shared/failure.ts';
import { storedFolders, storedWeeks } from '../../reports/stored-weeks.ts';
import { findIntactManifest } from '../../reports/report-repository.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import { parseWeek } from '../../domain/calendar.ts';

export interface ReportQuery {
  readonly week: string | null;
  readonly folder: number | null;
  /** 1..100 */
  readonly limit: number;
  /** From an earlier page; null for the first. */
  readonly cursor: string | null;
}

export interface ReportPage {
  readonly data: readonly Manifest[];
  /** Null on the last page. */
  readonly cursor: string | null;
}

interface Position {
  readonly week: string;
  readonly folder: number;
}

/** Weeks descending, folders by key. CURSOR_INVALID for a cursor that is not one of ours. */
export async function findReports(
  access: Access,
  caller: Caller,
  query: ReportQuery,
): Promise<ReportPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor);
  const reports: Manifest[] = [];
  let cursor: string | null = null;
  for await (const position of visiblePositions(access, caller, query, after)) {
    // A damaged manifest is null, so that it doesn't hide the other reports.
    const manifest = await findIntactManifest(access.repository, position);
    if (manifest === null) continue;
    // One report more than fits on the page: there is a next page.
    if (reports.length === query.limit) return { data: reports, cursor };
    reports.push(manifest);
    cursor = encodeCursor(position);
  }
  return { data: reports, cursor: null };
}

/** Only of folders that the caller sees: neither the size nor the cursor of a page reveals others. */
async function* visiblePositions(
  access: Access,
  caller: Caller,
  query: ReportQuery,
  after: Position | null,
): AsyncGenerator<Position> {
  const { store } = access.repository;
  const weeks =
    query.week === null
      ? (await storedWeeks(store, ['weeks/'])).toReversed()
      : [query.week].flatMap((name) => parseWeek(name) ?? []);
  for (const { name: week } of weeks) {
    if (after !== null && week > after.week) continue;
    // For a single folder: an invisible one takes as long, and fails, like one that doesn't exist.
    const isVisible =
      query.folder === null
        ? visibleFoldersOfWeek(access, caller, week)
        : (folder: number) => canSeeFolder(access, caller, { week, folder });
    const folders = query.folder === null ? await storedFolders(store, week) : [query.folder];
    for (const folder of folders) {
      if (after?.week === week && folder <= after.folder) continue;
      if (await isVisible(folder)) yield { week, folder };
    }
  }
}

function encodeCursor({ week, folder }: Position): string {
  return Buffer.from(`${week}/${folder}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [week = '', folder = ''] = Buffer.from(cursor, 'base64url').toString().split('/');
  const position = { week, folder: Number(folder) };
  // Encoding it again must give the same text.
  const isKey = Number.isSafeInteger(position.folder) && position.folder > 0;
  if (parseWeek(week) === null || !isKey || encodeCursor(position) !== cursor) {
    throw new Failure('CURSOR_INVALID');
  }
  return position;
}
