// What can go wrong with an answer on its way: status, headers, codings, lengths, and the socket itself.
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { MAX_BODY_BYTES } from '../../../../lib/adapters/feedback-api/index.ts';
import type { Chance } from '../random-choices.ts';

export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly how: 'whole' | 'in drops' | 'cut' | 'reset' | 'silent' | 'stalled' | 'no HTTP';
}

type Change = (sending: Sending, chance: Chance, authorization: string) => Sending | null;

/** One byte more than the client accepts, in a few hundred kilobytes. */
const bomb = gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1, ' '), { level: 1 });

/** What lists are filled up with. */
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
const CODINGS = [
  'br',
  'deflate',
  'zstd',
  'gzip, gzip',
  'gzip,gzip,gzip,gzip,gzip,gzip',
  'GZIP ',
  'x-gzip',
  'none',
];

const coded = (sending: Sending, coding: string, body: Buffer): Sending => ({
  ...sending,
  headers: { ...sending.headers, 'Content-Encoding': coding },
  body,
});

const WIRE_STEPS = {
  'another status': (sending, chance) => ({ ...sending, status: chance.pick(STATUSES) }),
  'busy until later': (sending, chance) => ({
    ...sending,
    status: chance.pick([429, 503]),
    headers: { ...sending.headers, 'Retry-After': chance.pick(RETRY_AFTER) },
  }),
  'an error that echoes': (sending, chance, authorization) => ({
    ...sending,
    status: chance.pick([400, 403, 500, 503]),
    headers: { ...sending.headers, 'X-Echo': authorization, 'Retry-After': authorization },
    body: Buffer.from(JSON.stringify({ authorization })),
  }),
  'a redirect': (sending, chance, authorization) => ({
    ...sending,
    status: chance.pick([301, 302, 303, 307, 308]),
    headers: {
      ...sending.headers,
      Location: chance.pick(['/v1/folders', 'http://e.test/', `//e.test/?${authorization}`, '']),
    },
  }),
  'refused credentials': (sending) => ({ ...sending, status: 401 }),
  'another content type': (sending, chance) => ({
    ...sending,
    headers: { ...sending.headers, 'Content-Type': chance.pick(TYPES) },
  }),
  gzip: (sending, chance) => {
    const name = chance.pick(['gzip', 'x-gzip', 'GZip']);
    return coded(sending, name, gzipSync(sending.body));
  },
  'gzip twice': (sending) => coded(sending, 'gzip, gzip', gzipSync(gzipSync(sending.body))),
  'another coding': (sending, chance) => {
    const compress = chance.pick([brotliCompressSync, deflateSync, gzipSync]);
    return coded(sending, chance.pick(CODINGS), compress(sending.body));
  },
  'a coding that it is not in': (sending, chance) =>
    chance.oneIn(2)
      ? coded(sending, 'gzip', sending.body)
      : { ...sending, body: gzipSync(sending.body) },
  'gzip cut short': (sending, chance) => {
    const zipped = gzipSync(sending.body);
    return coded(sending, 'gzip', zipped.subarray(0, chance.int(0, zipped.length - 1)));
  },
  'gzip damaged': (sending, chance) => {
    const zipped = gzipSync(sending.body);
    const at = chance.int(0, zipped.length - 1);
    zipped[at] = (zipped[at] ?? 0) ^ (1 << chance.int(0, 7));
    return coded(sending, 'gzip', zipped);
  },
  'gzip with more behind it': (sending, chance) =>
    coded(
      sending,
      'gzip',
      Buffer.concat([gzipSync(sending.body), chance.pick([gzipSync('{}'), Buffer.from('x')])]),
    ),
  'gzip bomb': (sending) => coded(sending, 'gzip', bomb),
  'rows by the million': (sending, chance) => {
    const text = sending.body.toString();
    const list = text.indexOf('[') + 1;
    if (list === 0) return null;
    const row = `${chance.pick(ROWS)},`;
    const rows = row.repeat((chance.pick(ROW_BYTES) - text.length) / row.length);
    const body = Buffer.from(text.slice(0, list) + rows + text.slice(list));
    return coded(sending, 'gzip', gzipSync(body, { level: 1 }));
  },
  'too much': (sending) => ({
    ...sending,
    body: Buffer.concat([sending.body, Buffer.alloc(MAX_BODY_BYTES, ' ')]),
  }),
  'length too short': (sending) => lengthOf(sending, Math.floor(sending.body.length / 2)),
  'many headers': (sending, chance) => ({
    ...sending,
    headers: {
      ...sending.headers,
      ...Object.fromEntries(
        Array.from({ length: chance.pick([10, 60]) }, (_, i) => [
          `X-${String(i)}`,
          'x'.repeat(400),
        ]),
      ),
    },
  }),
  'in drops': (sending) => ({ ...sending, how: 'in drops' }),
  'cut in its midst': (sending) => ({ ...sending, how: 'cut' }),
  'a reset': (sending) => ({ ...sending, how: 'reset' }),
  'no HTTP': (sending) => ({ ...sending, how: 'no HTTP' }),
  // These take the time of a timeout each.
  'length too long': (sending, chance) =>
    chance.oneIn(8) ? lengthOf(sending, sending.body.length + 7) : null,
  'no answer': (sending, chance) => (chance.oneIn(8) ? { ...sending, how: 'silent' } : null),
  'a stall': (sending, chance) => (chance.oneIn(8) ? { ...sending, how: 'stalled' } : null),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(WIRE_STEPS));
export const WIRE_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** How an answer is sent after a step; null: as before. */
export function changeSending(
  sending: Sending,
  kind: string,
  chance: Chance,
  authorization: string,
): Sending | null {
  return STEPS.get(kind)?.(sending, chance, authorization) ?? null;
}

export async function send(response: ServerResponse, sending: Sending): Promise<void> {
  const { status, headers, body, how } = sending;
  const { socket } = response;
  if (how === 'silent') return;
  if (how === 'reset') socket?.resetAndDestroy();
  else if (how === 'no HTTP') socket?.end(`SSH-2.0-x\r\n${body.toString('latin1').slice(0, 200)}`);
  else {
    response.writeHead(status, headers);
    const half = Math.floor(body.length / 2);
    switch (how) {
      case 'whole':
        response.end(body);
        return;
      case 'in drops':
        for (let at = 0; at < body.length; at += Math.ceil(body.length / 6)) {
          response.write(body.subarray(at, at + Math.ceil(body.length / 6)));
          await pause(1);
        }
        response.end();
        return;
      case 'cut':
      case 'stalled':
        response.write(body.subarray(0, half), () => {
          if (how === 'cut') socket?.destroy();
        });
    }
  }
}

function lengthOf(sending: Sending, length: number): Sending {
  return { ...sending, headers: { ...sending.headers, 'Content-Length': String(length) } };
}
