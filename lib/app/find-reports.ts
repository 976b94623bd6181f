// Finding reports that are there: one, or pages of them, newest week first.
import { Failure } from './failures.ts';
import type { Shelf } from './shelf.ts';
import { findStanding } from './shelf.ts';
import type { Manifest } from '../domain/stored.ts';
import { parseWeek } from '../domain/calendar.ts';

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
export async function findReports(shelf: Shelf, query: ReportQuery): Promise<ReportPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor);
  const found: Manifest[] = [];
  for await (const position of positions(shelf, query, after)) {
    // One that is damaged must not hide the others.
    const manifest = (await findStanding(shelf, position))?.manifest ?? null;
    if (manifest === null) continue;
    // One more than fits tells that there is a next page.
    if (found.length === query.limit) return { data: found, cursor: cursorOf(found.at(-1)) };
    found.push(manifest);
  }
  return { data: found, cursor: null };
}

async function* positions(
  { store }: Shelf,
  query: ReportQuery,
  after: Position | null,
): AsyncGenerator<Position> {
  const weeks = query.week === null ? await store.children('weeks/') : [query.week];
  const wanted = weeks
    .filter((week) => parseWeek(week) !== null)
    .toSorted()
    .toReversed();
  for (const week of wanted) {
    if (after !== null && week > after.week) continue;
    const folders =
      query.folder === null
        ? (await store.children(`weeks/${week}/folders/`)).map(Number)
        : [query.folder];
    for (const folder of folders.filter(Number.isSafeInteger).toSorted((a, b) => a - b)) {
      if (after?.week === week && folder <= after.folder) continue;
      yield { week, folder };
    }
  }
}

function cursorOf(last: Manifest | undefined): string | null {
  if (last === undefined) return null;
  return Buffer.from(`${last.week}/${last.folder.key}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [week = '', folder = ''] = Buffer.from(cursor, 'base64url').toString().split('/');
  if (parseWeek(week) === null || !/^\d{1,16}$/.test(folder)) throw new Failure('CURSOR_INVALID');
  return { week, folder: Number(folder) };
}
