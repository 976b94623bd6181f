// What callers of the HTTP API may send, read strictly: a field that isn't known is a mistake, not ignored.
import type { HonoRequest } from 'hono';
import type { LinkRequest } from '../links/make-link.ts';
import { LINK_DAYS } from '../links/make-link.ts';
import type { ReportQuery } from './queries/find-reports.ts';
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { Accepted } from './request-headers.ts';
import { acceptedIn } from './request-headers.ts';
import { RequestProblem } from './problem-responses.ts';

/** Of a request's body. */
export const MAX_BODY_BYTES = 16 * 1024;
export const MAX_WAIT_SECONDS = 25;
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

export async function readReportRequest(
  request: HonoRequest<string>,
): Promise<{ folder: number; week: Week | null; force: boolean }> {
  const body = await readObject(request, ['folder', 'week', 'force']);
  const { force } = body;
  if (force !== undefined && typeof force !== 'boolean') {
    throw new RequestProblem('FIELD_INVALID', 'force must be true or false.');
  }
  return { folder: folderIn(body), week: weekIn(body), force: force ?? false };
}

export async function readLinkRequest(request: HonoRequest<string>): Promise<LinkRequest> {
  const body = await readObject(request, ['folder', 'week', 'expiresInDays']);
  const { expiresInDays = LINK_DAYS.fallback } = body;
  const { least, most } = LINK_DAYS;
  const isDays = typeof expiresInDays === 'number' && Number.isSafeInteger(expiresInDays);
  if (!isDays || expiresInDays < least || expiresInDays > most) {
    throw new RequestProblem(
      'FIELD_INVALID',
      `expiresInDays must be a whole number from ${least} to ${most}.`,
    );
  }
  return { folder: folderIn(body), week: weekIn(body)?.name ?? null, expiresInDays };
}

export function readListQuery(request: HonoRequest<string>): ReportQuery {
  const query = readQuery(request, ['week', 'folder', 'limit', 'cursor']);
  const [week, folder, limit] = [query.get('week'), query.get('folder'), query.get('limit')];
  return {
    week: week === undefined ? null : readWeek(week).name,
    folder: folder === undefined ? null : readFolderKey(folder),
    limit: limit === undefined ? DEFAULT_LIMIT : readLimit(limit),
    cursor: query.get('cursor') ?? null,
  };
}

/** The parameters of the query; each at most once, and no others than these. */
export function readQuery(
  request: HonoRequest<string>,
  known: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = [...new URL(request.url).searchParams];
  const query = new Map(pairs);
  checkNames([...query.keys()], known);
  if (query.size < pairs.length) {
    throw new RequestProblem('FIELD_REPEATED', 'A parameter is given more than once.');
  }
  return query;
}

/** A revision of a report; null for the one that stands. */
export function readRevision(request: HonoRequest<string>): number | null {
  const revision = readQuery(request, ['revision']).get('revision');
  if (revision === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(revision)) return Number(revision);
  throw new RequestProblem('FIELD_INVALID', 'revision must be a whole number from 1.');
}

/** A client follows a redirect with the method of its request, and a signed link is good for one method. */
export function methodOf({ method }: HonoRequest<string>): 'GET' | 'HEAD' {
  return method === 'HEAD' ? 'HEAD' : 'GET';
}

/** Of a link that people open: whatever mail programs add to links is passed over. */
export function readFormat(request: HonoRequest<string>): 'pdf' | 'json' {
  const [format = 'pdf', ...more] = new URL(request.url).searchParams.getAll('format');
  if (more.length > 0) {
    throw new RequestProblem('FIELD_REPEATED', 'format is given more than once.');
  }
  if (format !== 'pdf' && format !== 'json') {
    throw new RequestProblem('FIELD_INVALID', 'format must be pdf or json.');
  }
  return format;
}

export function readWeek(text: string): Week {
  const week = parseWeek(text);
  if (week === null) throw weekInvalid();
  return week;
}

function readFolderKey(text: string): number {
  const key = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!isKey(key)) throw folderKeyInvalid();
  return key;
}

/** A report by its address. */
export function readId(request: HonoRequest<string>): { week: Week; folder: number } {
  return {
    week: readWeek(request.param('week') ?? ''),
    folder: readFolderKey(request.param('folder') ?? ''),
  };
}

/** `Prefer: wait=N` (RFC 7240), in milliseconds; what is longer than the gateway lives is cut to it. */
export function readWaitMs(prefer: string | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return wait === undefined ? 0 : Math.min(Number(wait), MAX_WAIT_SECONDS) * 1000;
}

/** A percent sign that encodes nothing, or bytes that are no UTF-8. */
export function checkUrl(request: HonoRequest<string>): void {
  try {
    decodeURIComponent(request.url);
  } catch {
    throw new RequestProblem('URL_ENCODING', 'The address is not encoded as it should be.');
  }
}

/** Whether JSON may be answered (RFC 9110); no header means anything. */
export function takesJson(accept: string | undefined): boolean {
  const ranges = acceptedIn(accept);
  return ranges.length === 0 || ranges.some(isJsonRange);
}

function isJsonRange({ value, quality }: Accepted): boolean {
  return quality !== 0 && /^(\*\/\*|application\/(\*|json|problem\+json))$/.test(value);
}

async function readObject(
  request: HonoRequest<string>,
  known: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  readQuery(request, []);
  const type = request.header('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestProblem('CONTENT_TYPE', 'Send the body as application/json.');
  }
  const bytes = await readBytes(request.raw.body);
  if (bytes.byteLength === 0) {
    throw new RequestProblem('BODY_MISSING', 'Send a JSON object with at least folder.');
  }
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestProblem('BODY_SHAPE', 'The body must be a JSON object.');
  }
  checkNames(Object.keys(body), known);
  return { ...body };
}

/** No more of it than there may be: whatever its length is said to be. */
async function readBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) {
        throw new RequestProblem('BODY_TOO_LARGE', `The body is over ${MAX_BODY_BYTES} bytes.`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    // A stream that fails is a caller who hung up: nobody hears the answer, and nobody here is to blame.
    throw new RequestProblem('BODY_NOT_JSON', 'The body ended before it was whole.');
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RequestProblem('BODY_NOT_JSON', 'The body is not JSON in UTF-8.');
  }
}

function folderIn({ folder }: Readonly<Record<string, unknown>>): number {
  if (typeof folder !== 'number' || !isKey(folder)) throw folderKeyInvalid();
  return folder;
}

function weekIn({ week }: Readonly<Record<string, unknown>>): Week | null {
  if (week !== undefined && typeof week !== 'string') throw weekInvalid();
  return week === undefined ? null : readWeek(week);
}

function readLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(limit >= 1 && limit <= MAX_LIMIT)) {
    throw new RequestProblem('LIMIT_INVALID', `limit must be from 1 to ${MAX_LIMIT}.`);
  }
  return limit;
}

function checkNames(names: readonly string[], known: readonly string[]): void {
  // A name of the caller's is never echoed.
  if (names.every((name) => known.includes(name))) return;
  const detail = known.length === 0 ? 'No parameters' : `Only ${known.join(', ')}`;
  throw new RequestProblem('FIELD_UNKNOWN', `${detail} can be given.`);
}

function isKey(key: number): boolean {
  return Number.isSafeInteger(key) && key > 0;
}

function folderKeyInvalid(): RequestProblem {
  return new RequestProblem('FOLDER_KEY_INVALID', 'folder must be a positive whole number.');
}

function weekInvalid(): RequestProblem {
  return new RequestProblem('WEEK_INVALID', 'week must be an ISO week such as 2026-W46.');
}
