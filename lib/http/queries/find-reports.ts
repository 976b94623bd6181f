// Finding reports that are there, in pages, newest week first: those that a caller sees.
import type { Access, Caller } from '../../reports/access.ts';
import { canSeeFolder, visibleFoldersOfWeek } from '../../reports/access.ts';
import { Failure } from '../../shared/failure.ts';
import { storedFolders, storedWeeks } from '../../reports/stored-weeks.ts';
import { readManifest } from '../../reports/report-repository.ts';
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
  const found: Manifest[] = [];
  let cursor: string | null = null;
  for await (const position of positions(access, caller, query, after)) {
    // One that is damaged must not hide the others.
    const manifest = await readManifest(access.repository, position);
    if (manifest === null) continue;
    // One more than fits tells that there is a next page.
    if (found.length === query.limit) return { data: found, cursor };
    found.push(manifest);
    cursor = cursorOf(position);
  }
  return { data: found, cursor: null };
}

/** Only where the caller sees the folder: neither a page's size nor its cursor tells of others. */
async function* positions(
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
    // One folder that isn't seen costs, and fails, as one that isn't there.
    const sees =
      query.folder === null
        ? visibleFoldersOfWeek(access, caller, week)
        : (folder: number) => canSeeFolder(access, caller, { week, folder });
    const folders = query.folder === null ? await storedFolders(store, week) : [query.folder];
    for (const folder of folders) {
      if (after?.week === week && folder <= after.folder) continue;
      if (await sees(folder)) yield { week, folder };
    }
  }
}

function cursorOf({ week, folder }: Position): string {
  return Buffer.from(`${week}/${folder}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [week = '', folder = ''] = Buffer.from(cursor, 'base64url').toString().split('/');
  const position = { week, folder: Number(folder) };
  // Spelt as we spell it, or it isn't ours.
  const isKey = Number.isSafeInteger(position.folder) && position.folder > 0;
  if (parseWeek(week) === null || !isKey || cursorOf(position) !== cursor) {
    throw new Failure('CURSOR_INVALID');
  }
  return position;
}
