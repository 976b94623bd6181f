// Bad input from the API, 1 to 12, 59 and 60: the response is not an answer, not JSON, or too large.
import { gzipSync } from 'node:zlib';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import { listHours } from '../../support/test-facts.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  MARK,
  QUESTION,
  RANGE,
  withResponder,
  withStatus,
  SURVEY,
  TS,
  type UpstreamCase,
} from './bad-input-company.ts';

const MIB = 1024 * 1024;
const BODY = JSON.stringify(QUESTION);
const question = ({ client }: FeedbackApi) => client.question(5);
const hours = async ({ source }: FeedbackApi) =>
  listHours(await source.readHourlyCounts(12, RANGE));
const alerts = ({ source }: FeedbackApi) => source.readAlerts(2, RANGE, { childFolders: false });
const followUps = ({ source }: FeedbackApi) => source.readFollowUps(12, RANGE);
const survey = ({ source }: FeedbackApi) => source.readSurvey(12);
const questions = ({ client }: FeedbackApi) => client.questions();
const openFeedback = ({ client }: FeedbackApi) => client.openFeedback(12, RANGE).next();
const tree = ({ source }: FeedbackApi) => source.readFolders(null, { surveys: true });

/** An answer to a question that fails, by default for good. */
function refusedBody(
  what: string,
  answer: unknown,
  fails: FailureCode,
  details: Omit<Extract<UpstreamCase['outcome'], { fails: unknown }>, 'fails'> = {},
): UpstreamCase {
  return {
    what,
    responses: { '/questions/5': answer },
    request: question,
    outcome: { fails, ...details },
  };
}

function acceptedBody(what: string, answer: unknown, requests = 1): UpstreamCase {
  return {
    what,
    responses: { '/questions/5': answer },
    request: question,
    outcome: { gives: QUESTION, requests },
  };
}

/** As `answer` the first time, and right the second. */
function failsFirst(
  answer: (socketWrite: (text: string) => void, end: () => void) => void,
): unknown {
  return withResponder((response, { attempt }) => {
    if (attempt > 1) {
      response.end(BODY);
      return;
    }
    answer(
      (text) => response.socket?.write(text),
      () => response.socket?.end(),
    );
  });
}

function withoutShape(
  data: unknown,
  path: string,
  request: UpstreamCase['request'],
  where = '/data',
): UpstreamCase {
  return {
    what: `${path} ${JSON.stringify({ data })}`,
    responses: { [path]: { meta: {}, data } },
    request,
    outcome: { fails: 'SHAPE_MISMATCH', where },
  };
}

function encodedBody(coding: string, body: Uint8Array): unknown {
  return withResponder((response) => {
    response.writeHead(200, { 'Content-Encoding': coding }).end(body);
  });
}

function nested(levels: number): string {
  return `${BODY.slice(0, -1)},"x":${'['.repeat(levels)}"${MARK}"${']'.repeat(levels)}}`;
}

/** This many bytes of blanks, one compressed part after another. */
function zippedBlanks(mebibytes: number): Buffer {
  const blankMebibyte = gzipSync(Buffer.alloc(MIB, ' '));
  return Buffer.concat([gzipSync(BODY), ...Array.from({ length: mebibytes }, () => blankMebibyte)]);
}

/** A body with more than it may hold at one place. */
function tooMany(
  path: string,
  body: unknown,
  request: UpstreamCase['request'],
  { items, where = '/data' }: { readonly items: number; readonly where?: string },
): UpstreamCase {
  return {
    what: `more than ${items} at ${where} of ${path}`,
    responses: { [path]: body },
    request,
    outcome: { fails: 'RESPONSE_TOO_LARGE', where, facts: { items } },
  };
}

const empty = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));
const page = (data: unknown): unknown => ({ meta: {}, data });

const notJson = { requests: 4 };

export const BODIES: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 1,
    what: 'no JSON, or an HTML login page: requested again',
    cases: [
      refusedBody('a page', `<html>Log in, ${MARK}</html>`, 'UPSTREAM_NOT_JSON', notJson),
      refusedBody('a word', `OK ${MARK}`, 'UPSTREAM_NOT_JSON', notJson),
      refusedBody('two documents', `${BODY}${BODY}`, 'UPSTREAM_NOT_JSON', notJson),
      refusedBody('NaN', '{"key":NaN}', 'UPSTREAM_NOT_JSON', notJson),
      refusedBody('a null byte', '\u0000', 'UPSTREAM_NOT_JSON', notJson),
      acceptedBody(
        'a page once',
        withResponder((response, { attempt }) => {
          response.end(attempt === 1 ? '<html></html>' : BODY);
        }),
        2,
      ),
    ],
  },
  {
    of: 2,
    what: 'an empty body: requested again',
    cases: [
      refusedBody('nothing', '', 'UPSTREAM_NOT_JSON', notJson),
      refusedBody('blanks', ' \r\n', 'UPSTREAM_NOT_JSON', notJson),
    ],
  },
  {
    of: 3,
    what: 'JSON with another Content-Type: accepted',
    otherwise: 'no note: what comes of it is the same, and a report’s problems are about figures',
    cases: [
      acceptedBody('as HTML', withStatus(200, BODY, { 'Content-Type': 'text/html' })),
      acceptedBody(
        'as Latin-1',
        withStatus(200, BODY, { 'Content-Type': 'application/json; charset=latin1' }),
      ),
      acceptedBody('as nothing', withStatus(200, BODY)),
    ],
  },
  {
    of: 4,
    what: 'a byte order mark: ignored; UTF-16, bytes that are not UTF-8: refused',
    cases: [
      acceptedBody('a byte order mark', `\uFEFF${BODY}`),
      refusedBody('UTF-16', Buffer.from(`\uFEFF${BODY}`, 'utf16le'), 'UPSTREAM_ENCODING'),
      refusedBody('Latin-1', Buffer.from(`"${MARK} caf\xe9"`, 'latin1'), 'UPSTREAM_ENCODING'),
      refusedBody('half a surrogate', Buffer.from('22eda08022', 'hex'), 'UPSTREAM_ENCODING'),
      refusedBody('an overlong slash', Buffer.from('22c0af22', 'hex'), 'UPSTREAM_ENCODING'),
    ],
  },
  {
    of: 5,
    what: 'a truncated body: requested again, never parsed in part',
    cases: [
      refusedBody('half a body', BODY.slice(0, 20), 'UPSTREAM_NOT_JSON', notJson),
      refusedBody(
        'half of what was zipped',
        encodedBody('gzip', gzipSync(BODY).subarray(0, 30)),
        'UPSTREAM_ENCODING',
        notJson,
      ),
      acceptedBody(
        'less than its Content-Length, once',
        failsFirst((write, end) => {
          write(`HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, -9)}`);
          end();
        }),
        2,
      ),
      acceptedBody(
        'more than its Content-Length, once',
        failsFirst((write) => {
          write(`HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n${BODY}`);
        }),
        2,
      ),
      acceptedBody(
        'a connection that closes early, once',
        failsFirst((write, end) => {
          write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${BODY.slice(0, -9)}`);
          end();
        }),
        2,
      ),
      acceptedBody(
        'a chunk too few, once',
        failsFirst((write, end) => {
          write(
            `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n${BODY.slice(0, 9)}\r\n`,
          );
          end();
        }),
        2,
      ),
    ],
  },
  {
    of: 6,
    what: 'a list where an object belongs, and the other way round: refused, with the place',
    cases: [
      ...['[]', 'null', '7', '"x"', 'true'].map((body) =>
        refusedBody(`${body} for a question`, body, 'SHAPE_MISMATCH', { where: '/' }),
      ),
      {
        what: 'an object for results',
        responses: { '/surveys/12/results': { data: [] } },
        request: hours,
        outcome: { fails: 'SHAPE_MISMATCH', where: '/' },
      },
      {
        what: 'a list in a list',
        responses: { '/surveys/12/results': [[MARK]] },
        request: hours,
        outcome: { fails: 'SHAPE_MISMATCH', where: '/0' },
      },
      {
        what: 'a list for the folder tree',
        responses: { '/folders': [{ key: 1, name: MARK }] },
        request: tree,
        outcome: { fails: 'SHAPE_MISMATCH', where: '/' },
      },
    ],
  },
  {
    of: 7,
    what: '`data` that is missing, null or an object: refused',
    cases: [
      ...[undefined, null, {}, MARK].map((data) => withoutShape(data, '/folders/2/alerts', alerts)),
      ...[undefined, null, []].map((data) => withoutShape(data, '/surveys/12/followup', followUps)),
      withoutShape({ painPoints: [] }, '/surveys/12/followup', followUps, '/data/highlights'),
      withoutShape(
        { painPoints: null, highlights: [] },
        '/surveys/12/followup',
        followUps,
        '/data/painPoints',
      ),
    ],
  },
  {
    of: 8,
    what: 'unknown fields: ignored',
    cases: [acceptedBody('another field', { ...QUESTION, future: { of: ['things', null] } })],
  },
  {
    of: 9,
    what: 'a key twice in one object: the last counts',
    otherwise: 'not noted: there is no strict mode, and JSON.parse does not tell',
    cases: [acceptedBody('two names', '{"key":5,"name":"x","locale":"en","name":"How was it?"}')],
  },
  {
    of: 10,
    what: 'keys that reach a prototype: refused, at any depth and in any spelling',
    cases: [
      ...['__proto__', '__\\u0070roto__', 'constructor'].map((key) =>
        refusedBody(key, `{"key":5,"x":[{"${key}":{"name":"${MARK}"}}]}`, 'JSON_FORBIDDEN_KEY', {
          facts: { key: key.replace('\\u0070', 'p') },
        }),
      ),
      acceptedBody('the word as a value', { ...QUESTION, x: '__proto__' }),
    ],
  },
  {
    of: 11,
    what: 'nesting of more than 64 levels: refused',
    cases: [
      acceptedBody('64 levels', nested(63)),
      refusedBody('65 levels', nested(64), 'TOO_DEEP', { facts: { limit: 64 } }),
      refusedBody('100,000 levels', nested(100_000), 'TOO_DEEP', { facts: { limit: 64 } }),
    ],
  },
  {
    of: 12,
    what: 'more than 64 MiB decompressed, more items than a list may have, or more than one coding: refused',
    otherwise: 'more than one coding is UPSTREAM_ENCODING, since its size is never known',
    cases: [
      refusedBody(
        '64 MiB of blanks in 65 KB',
        encodedBody('gzip', zippedBlanks(64)),
        'RESPONSE_TOO_LARGE',
      ),
      {
        ...refusedBody('a limit of its own', `${BODY}${' '.repeat(100)}`, 'RESPONSE_TOO_LARGE'),
        options: { maxBodyBytes: 100 },
      },
      refusedBody(
        'three million values',
        `{"key":5,"x":[${'0,'.repeat(3_000_000)}0]}`,
        'RESPONSE_TOO_LARGE',
        { facts: { values: 3_000_000 } },
      ),
      acceptedBody('three million commas in a text', { ...QUESTION, x: '\\"[{,'.repeat(800_000) }),
      tooMany('/surveys/12/results', empty(100_001), hours, { items: 100_000, where: '/' }),
      tooMany(
        '/surveys/12/results',
        Array.from({ length: 100_001 }, () => ({ ts: TS, data: [] })),
        hours,
        { items: 100_000, where: '/' },
      ),
      tooMany(
        '/surveys/12/results',
        [{ ts: TS, data: Array.from({ length: 101 }, () => 0) }],
        hours,
        { items: 100, where: '/0/data' },
      ),
      {
        what: 'as many rows as a list may have, all of them empty',
        responses: { '/surveys/12/results': empty(100_000) },
        request: hours,
        outcome: { fails: 'TS_INVALID', where: '/0/ts' },
      },
      tooMany('/folders/2/alerts', page(empty(100_001)), alerts, { items: 100_000 }),
      tooMany('/surveys/12/followup', page({ painPoints: empty(1_001) }), followUps, {
        items: 1_000,
        where: '/data/painPoints',
      }),
      tooMany('/surveys/12', { ...SURVEY, activePeriods: empty(10_001) }, survey, {
        items: 10_000,
        where: '/activePeriods',
      }),
      tooMany('/questions', { meta: { offset: 0, total: 1_001 }, data: empty(1_001) }, questions, {
        items: 1_000,
      }),
      tooMany('/surveys/12/openfeedback', page(empty(100_001)), openFeedback, { items: 100_000 }),
      refusedBody(
        'two, where one would do',
        encodedBody('gzip, gzip', gzipSync(BODY)),
        'UPSTREAM_ENCODING',
      ),
      refusedBody(
        'zipped twice',
        encodedBody('gzip, gzip', gzipSync(gzipSync(BODY))),
        'UPSTREAM_ENCODING',
      ),
      refusedBody(
        'six codings',
        encodedBody('gzip,gzip,gzip,gzip,gzip,gzip', gzipSync(BODY)),
        'UPSTREAM_ENCODING',
      ),
      refusedBody(
        'a coding in each of two headers',
        withResponder((response) => {
          response.setHeader('Content-Encoding', ['gzip', 'gzip']);
          response.end(gzipSync(BODY));
        }),
        'UPSTREAM_ENCODING',
      ),
      refusedBody(
        'a coding that was not asked for',
        encodedBody('br', gzipSync(BODY)),
        'UPSTREAM_ENCODING',
      ),
    ],
  },
];

const STATUSES: readonly (readonly [number, FailureCode, number])[] = [
  [201, 'UPSTREAM_NOT_JSON', 4],
  [204, 'UPSTREAM_NOT_JSON', 4],
  [206, 'UPSTREAM_NOT_JSON', 4],
  [300, 'UPSTREAM_REDIRECT', 1],
  [301, 'UPSTREAM_REDIRECT', 1],
  [304, 'UPSTREAM_REDIRECT', 1],
  [308, 'UPSTREAM_REDIRECT', 1],
  [400, 'UPSTREAM_REJECTED', 1],
  [401, 'UPSTREAM_UNAUTHORIZED', 1],
  [403, 'UPSTREAM_REJECTED', 1],
  [404, 'UPSTREAM_NOT_FOUND', 1],
  [405, 'UPSTREAM_REJECTED', 1],
  [408, 'UPSTREAM_UNAVAILABLE', 4],
  [418, 'UPSTREAM_REJECTED', 1],
  [429, 'UPSTREAM_UNAVAILABLE', 4],
  [451, 'UPSTREAM_REJECTED', 1],
  [500, 'UPSTREAM_UNAVAILABLE', 4],
  [502, 'UPSTREAM_UNAVAILABLE', 4],
  [503, 'UPSTREAM_UNAVAILABLE', 4],
  [504, 'UPSTREAM_UNAVAILABLE', 4],
  [599, 'UPSTREAM_UNAVAILABLE', 4],
];

export const STATUS: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 59,
    what: 'another status than 200: by its class, whatever its body',
    cases: STATUSES.map(([code, fails, requests]) => {
      const body = code === 204 || code === 304 ? '' : BODY;
      return refusedBody(String(code), withStatus(code, body), fails, { requests });
    }),
  },
  {
    of: 60,
    what: 'a 400 with a body of any shape: none of it is reported',
    otherwise: 'its first characters are not stored: its format is not documented',
    cases: [
      ['text', `no: ${MARK}`],
      ['a page', `<h1>${MARK}</h1>`],
      ['JSON', JSON.stringify({ error: MARK, code: 'KEY_INVALID' })],
      ['control characters', `\u001b[31m${MARK}\r\n{"level":"info"}`],
      ['no text', Buffer.from('fffe00', 'hex').toString('latin1')],
      ['nothing', ''],
      ['much', MARK.repeat(5_000)],
    ].map(([what = '', body = '']) =>
      refusedBody(what, withStatus(400, body), 'UPSTREAM_REJECTED'),
    ),
  },
];
