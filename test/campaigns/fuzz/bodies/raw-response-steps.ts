// Faults of HTTP responses: status, headers, content encodings, lengths and the socket.
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { MAX_BODY_BYTES } from '../../../../lib/adapters/feedback-api/index.ts';
import type { RandomChoices } from '../random-choices.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly mode: 'whole' | 'in small chunks' | 'cut' | 'reset' | 'silent' | 'stalled' | 'not HTTP';
}

type Change = (
  response: RawResponse,
  random: RandomChoices,
  authorization: string,
) => RawResponse | null;

/** Unpacks to one byte more than the client accepts. */
const gzipBomb = gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1, ' '), { level: 1 });

/** Items to fill lists with. */
const ROWS = [
  '{}',
  '[]',
  'null',
  '0',
  '""',
  '{"key":0}',
  '{"key":1}',
  '{"ts":"x","data":[]}',
  '[{}]',
];
const ROW_BYTES = [300_000, 4_000_000, MAX_BODY_BYTES];

const STATUSES = [
  201, 202, 203, 204, 205, 206, 226, 299, 300, 304, 399, 400, 402, 403, 404, 405, 406, 408, 409,
  410, 418, 422, 425, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 507, 511, 599, 600, 999,
];
const RETRY_AFTER = [
  '0',
  '1',
  '59',
  '60',
  '61',
  '-5',
  '1.5',
  '1e3',
  '9e9',
  '99999999999999999999',
  'soon',
  '',
  ' 2 ',
  '0x10',
  'Mon, 16 Nov 2026 12:00:30 GMT',
  'Thu, 19 Nov 2026 08:00:10 GMT',
  'Thu, 32 Nov 2026 08:00:10 GMT',
  'Thursday, 19-Nov-26 08:00:20 GMT',
  'Thu Nov 19 08:00:05 2026',
  '2026-11-19T08:00:05Z',
  '5, 7',
];
const TYPES = [
  'text/html',
  'text/plain',
  '',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'x',
];
const CONTENT_ENCODINGS = [
  'br',
  'deflate',
  'zstd',
  'gzip, gzip',
  'gzip,gzip,gzip,gzip,gzip,gzip',
  'GZIP ',
  'x-gzip',
  'none',
];

const withContentEncoding = (response: RawResponse, coding: string, body: Buffer): RawResponse => ({
  ...response,
  headers: { ...response.headers, 'Content-Encoding': coding },
  body,
});

const RESPONSE_STEPS = {
  'another status': (response, random) => ({ ...response, status: random.pick(STATUSES) }),
  'busy until later': (response, random) => ({
    ...response,
    status: random.pick([429, 503]),
    headers: { ...response.headers, 'Retry-After': random.pick(RETRY_AFTER) },
  }),
  'an error that echoes': (response, random, authorization) => ({
    ...response,
    status: random.pick([400, 403, 500, 503]),
    headers: { ...response.headers, 'X-Echo': authorization, 'Retry-After': authorization },
    body: Buffer.from(JSON.stringify({ authorization })),
  }),
  'a redirect': (response, random, authorization) => ({
    ...response,
    status: random.pick([301, 302, 303, 307, 308]),
    headers: {
      ...response.headers,
      Location: random.pick(['/v1/folders', 'http://e.test/', `//e.test/?${authorization}`, '']),
    },
  }),
  'refused credentials': (response) => ({ ...response, status: 401 }),
  'another content type': (response, random) => ({
    ...response,
    headers: { ...response.headers, 'Content-Type': random.pick(TYPES) },
  }),
  gzip: (response, random) => {
    const name = random.pick(['gzip', 'x-gzip', 'GZip']);
    return withContentEncoding(response, name, gzipSync(response.body));
  },
  'gzip twice': (response) =>
    withContentEncoding(response, 'gzip, gzip', gzipSync(gzipSync(response.body))),
  'another coding': (response, random) => {
    const compress = random.pick([brotliCompressSync, deflateSync, gzipSync]);
    return withContentEncoding(response, random.pick(CONTENT_ENCODINGS), compress(response.body));
  },
  'a coding that it is not in': (response, random) =>
    random.isOneIn(2)
      ? withContentEncoding(response, 'gzip', response.body)
      : { ...response, body: gzipSync(response.body) },
  'gzip cut short': (response, random) => {
    const zipped = gzipSync(response.body);
    return withContentEncoding(
      response,
      'gzip',
      zipped.subarray(0, random.int(0, zipped.length - 1)),
    );
  },
  'gzip damaged': (response, random) => {
    const zipped = gzipSync(response.body);
    const at = random.int(0, zipped.length - 1);
    zipped[at] = (zipped[at] ?? 0) ^ (1 << random.int(0, 7));
    return withContentEncoding(response, 'gzip', zipped);
  },
  'gzip with more behind it': (response, random) =>
    withContentEncoding(
      response,
      'gzip',
      Buffer.concat([gzipSync(response.body), random.pick([gzipSync('{}'), Buffer.from('x')])]),
    ),
  'gzip bomb': (response) => withContentEncoding(response, 'gzip', gzipBomb),
  'rows by the million': (response, random) => {
    const text = response.body.toString();
    const list = text.indexOf('[') + 1;
    if (list === 0) return null;
    const row = `${random.pick(ROWS)},`;
    const rows = row.repeat((random.pick(ROW_BYTES) - text.length) / row.length);
    const body = Buffer.from(text.slice(0, list) + rows + text.slice(list));
    return withContentEncoding(response, 'gzip', gzipSync(body, { level: 1 }));
  },
  'too much': (response) => ({
    ...response,
    body: Buffer.concat([response.body, Buffer.alloc(MAX_BODY_BYTES, ' ')]),
  }),
  'length too short': (response) =>
    withContentLength(response, Math.floor(response.body.length / 2)),
  'many headers': (response, random) => ({
    ...response,
    headers: {
      ...response.headers,
      ...Object.fromEntries(
        Array.from({ length: random.pick([10, 60]) }, (_, i) => [
          `X-${String(i)}`,
          'x'.repeat(400),
        ]),
      ),
    },
  }),
  'in small chunks': (response) => ({ ...response, mode: 'in small chunks' }),
  'cut off': (response) => ({ ...response, mode: 'cut' }),
  'a reset': (response) => ({ ...response, mode: 'reset' }),
  'not HTTP': (response) => ({ ...response, mode: 'not HTTP' }),
  // Rare, because each waits for a timeout.
  'length too long': (response, random) =>
    random.isOneIn(8) ? withContentLength(response, response.body.length + 7) : null,
  'no answer': (response, random) => (random.isOneIn(8) ? { ...response, mode: 'silent' } : null),
  'a stall': (response, random) => (random.isOneIn(8) ? { ...response, mode: 'stalled' } : null),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(RESPONSE_STEPS));
export const RESPONSE_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The changed response; null if the step does not apply. */
export function changeResponse(
  response: RawResponse,
  kind: string,
  random: RandomChoices,
  authorization: string,
): RawResponse | null {
  return STEPS.get(kind)?.(response, random, authorization) ?? null;
}

export async function sendResponse(
  response: ServerResponse,
  rawResponse: RawResponse,
): Promise<void> {
  const { status, headers, body, mode } = rawResponse;
  const { socket } = response;
  if (mode === 'silent') return;
  if (mode === 'reset') socket?.resetAndDestroy();
  else if (mode === 'not HTTP')
    socket?.end(`SSH-2.0-x\r\n${body.toString('latin1').slice(0, 200)}`);
  else {
    response.writeHead(status, headers);
    const half = Math.floor(body.length / 2);
    switch (mode) {
      case 'whole':
        response.end(body);
        return;
      case 'in small chunks':
        for (let at = 0; at < body.length; at += Math.ceil(body.length / 6)) {
          response.write(body.subarray(at, at + Math.ceil(body.length / 6)));
          await pause(1);
        }
        response.end();
        return;
      case 'cut':
      case 'stalled':
        response.write(body.subarray(0, half), () => {
          if (mode === 'cut') socket?.destroy();
        });
    }
  }
}

function withContentLength(response: RawResponse, length: number): RawResponse {
  return { ...response, headers: { ...response.headers, 'Content-Length': String(length) } };
}
