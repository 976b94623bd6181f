// What callers of the HTTP API may send, read strictly: a field that isn't known is a mistake, not ignored.
import type { HonoRequest } from 'hono';
import type { ReportQuery } from '../../lib/app/find-reports.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { parseWeek } from '../../lib/domain/calendar.ts';
import { RequestProblem } from './problems.ts';

/** Of a request's body. */
export const MAX_BODY_BYTES = 16 * 1024;
const MAX_WAIT_SECONDS = 25;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

export async function readReportRequest(
  request: HonoRequest,
): Promise<{ folder: number; week: Week | null; force: boolean }> {
  const body = await readObject(request);
  checkNames(Object.keys(body), ['folder', 'week', 'force']);
  const { folder, week, force } = body;
  if (typeof folder !== 'number' || !isKey(folder)) throw folderKeyInvalid();
  if (week !== undefined && typeof week !== 'string') throw weekInvalid();
  if (force !== undefined && typeof force !== 'boolean') {
    throw new RequestProblem(400, 'FIELD_INVALID', 'force must be true or false.');
  }
  return { folder, week: week === undefined ? null : readWeek(week), force: force ?? false };
}

export function readListQuery(request: HonoRequest): ReportQuery {
  const query = request.queries();
  checkNames(Object.keys(query), ['week', 'folder', 'limit', 'cursor']);
  for (const [name, values] of Object.entries(query)) {
    if (values.length > 1) {
      throw new RequestProblem(400, 'FIELD_REPEATED', `${name} is given more than once.`);
    }
  }
  const [week, folder, limit, cursor] = ['week', 'folder', 'limit', 'cursor'].map(
    (name) => query[name]?.[0],
  );
  return {
    week: week === undefined ? null : readWeek(week).name,
    folder: folder === undefined ? null : readFolderKey(folder),
    limit: limit === undefined ? DEFAULT_LIMIT : readLimit(limit),
    cursor: cursor ?? null,
  };
}

export function readWeek(text: string): Week {
  const week = parseWeek(text);
  if (week === null) throw weekInvalid();
  return week;
}

export function readFolderKey(text: string): number {
  const key = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!isKey(key)) throw folderKeyInvalid();
  return key;
}

/** `Prefer: wait=N` (RFC 7240), in milliseconds; what is longer than the gateway lives is cut to it. */
export function readWaitMs(prefer: string | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return wait === undefined ? 0 : Math.min(Number(wait), MAX_WAIT_SECONDS) * 1000;
}

async function readObject(request: HonoRequest): Promise<Readonly<Record<string, unknown>>> {
  const type = request.header('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestProblem(415, 'CONTENT_TYPE', 'Send the body as application/json.');
  }
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) {
    throw new RequestProblem(400, 'BODY_MISSING', 'Send a JSON object with at least folder.');
  }
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestProblem(400, 'BODY_SHAPE', 'The body must be a JSON object.');
  }
  return { ...body };
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RequestProblem(400, 'BODY_NOT_JSON', 'The body is not JSON in UTF-8.');
  }
}

function readLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(limit >= 1 && limit <= MAX_LIMIT)) {
    throw new RequestProblem(400, 'LIMIT_INVALID', `limit must be from 1 to ${MAX_LIMIT}.`);
  }
  return limit;
}

function checkNames(names: readonly string[], known: readonly string[]): void {
  // A name of the caller's is never echoed.
  if (names.every((name) => known.includes(name))) return;
  throw new RequestProblem(400, 'FIELD_UNKNOWN', `Only ${known.join(', ')} can be given.`);
}

function isKey(key: number): boolean {
  return Number.isSafeInteger(key) && key > 0;
}

function folderKeyInvalid(): RequestProblem {
  return new RequestProblem(400, 'FOLDER_KEY_INVALID', 'folder must be a positive whole number.');
}

function weekInvalid(): RequestProblem {
  return new RequestProblem(422, 'WEEK_INVALID', 'week must be an ISO week such as 2026-W46.');
}
