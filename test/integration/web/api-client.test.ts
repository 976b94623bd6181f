// The page's client of the HTTP API against a real server: what is asked again, what is not, and what a trouble is called.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { parseView } from '../../../lib/web/routes.ts';
import type { Api } from '../../../lib/web/api/api-client.ts';
import { openApi } from '../../../lib/web/api/api-client.ts';
import { withPrefetch } from '../../../lib/web/api/prefetch.ts';
import type { ApiErrorKind } from '../../../lib/web/api/api-errors.ts';
import { Trouble } from '../../../lib/web/api/api-errors.ts';
import { canary } from '../../support/secret-markers.ts';

type Answer = (response: ServerResponse) => void;

const PLACE = { week: '2026-W46', folder: 12 };
const FOLDERS = { data: [] };

const asked: { readonly method: string; readonly path: string; readonly authorization: string }[] =
  [];
const pauses: number[] = [];
let answers: Answer[] = [];
let signedOut = 0;
let base = '';
let api: Api;

const server = createServer((request: IncomingMessage, response) => {
  const { method = '', url = '', headers } = request;
  asked.push({ method, path: url, authorization: headers.authorization ?? '' });
  request.resume();
  // The last answer is given for ever.
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response);
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  base = `http://127.0.0.1:${address.port}/prod`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  pauses.length = 0;
  signedOut = 0;
  api = client();
});

function client(timeoutMs = 5_000): Api {
  return openApi({
    base,
    token: canary('caller token'),
    fetch,
    timeoutMs,
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    onSignedOut: () => {
      signedOut += 1;
    },
  });
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return (response) => {
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
  };
}

const html =
  (status: number): Answer =>
  (response) => {
    response
      .writeHead(status, { 'Content-Type': 'text/html' })
      .end('<h1>Sign in to the Wi-Fi</h1>');
  };
/** As an API gateway says it in its own name. */
const gateway = (status: number, message: string): Answer =>
  json({ message }, status, { 'Content-Type': 'application/json' });
const hangs: Answer = () => undefined;
const hangsInTheMiddle: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data": [');
};
const breaksOff: Answer = (response) => {
  response.socket?.destroy();
};

async function troubleOf(question: Promise<unknown>): Promise<Trouble> {
  try {
    await question;
  } catch (error) {
    assert.ok(error instanceof Trouble, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'it was answered' });
}

describe('what the first view asks for', () => {
  const overview = (week: string): object => ({ week, folders: [], totals: {} });

  it('is asked for at once, and answers that question alone', async () => {
    answers = [json(overview('2026-W46')), json(overview('2026-W45')), json(overview('2026-W46'))];
    const first = withPrefetch(api, parseView('#/2026-W46'));
    assert.equal((await first.week('2026-W46')).week, '2026-W46');
    assert.equal((await first.week('2026-W45')).week, '2026-W45');
    assert.equal((await first.week('2026-W46')).week, '2026-W46');
    assert.equal(asked.length, 3);
  });

  it('answers nothing to another question that comes first', async () => {
    answers = [json(overview('2026-W46')), json(overview('2026-W45'))];
    const first = withPrefetch(api, parseView('#/2026-W46'));
    assert.equal((await first.week('2026-W45')).week, '2026-W45');
    const report = { reportVersion: '1', summary: {}, surveys: [], subfolders: [] };
    answers = [json(report)];
    asked.length = 0;
    const other = withPrefetch(api, parseView('#/2026-W46/12'));
    await other.report(PLACE, 1);
    await other.report(PLACE, null);
    assert.deepEqual(asked.map(({ path }) => path).toSorted(), [
      '/prod/v1/reports/2026-W46/12/content',
      '/prod/v1/reports/2026-W46/12/content?revision=1',
    ]);
  });
});

describe('what is asked of the API', () => {
  it('carries the token in its header and nowhere else, below the page’s base', async () => {
    answers = [json(FOLDERS)];
    assert.deepEqual(await api.folders(), FOLDERS);
    assert.deepEqual(asked, [
      {
        method: 'GET',
        path: '/prod/v1/folders',
        authorization: `Bearer ${canary('caller token')}`,
      },
    ]);
  });

  it('is asked again while the API is busy, in ever longer pauses, and no more than three times', async () => {
    answers = [
      gateway(429, 'Too Many Requests'),
      gateway(503, 'Service Unavailable'),
      json(FOLDERS),
    ];
    assert.deepEqual(await api.folders(), FOLDERS);
    assert.deepEqual(pauses, [400, 1200]);
    answers = [html(502)];
    assert.equal((await troubleOf(api.folders())).kind, 'busy');
    assert.equal(asked.length, 3 + 4);
  });

  it('waits as long as it is told to, and is given up where that is over ten seconds', async () => {
    answers = [json({}, 503, { 'Retry-After': '10' }), json(FOLDERS)];
    await api.folders();
    assert.deepEqual(pauses, [10_000]);
    answers = [json({ code: 'STORE_UNAVAILABLE' }, 503, { 'Retry-After': '30' })];
    const trouble = await troubleOf(api.folders());
    assert.deepEqual(
      [trouble.kind, trouble.code, trouble.retryAfterMs],
      ['busy', 'STORE_UNAVAILABLE', 30_000],
    );
    assert.equal(asked.length, 3);
  });

  it('is not asked again after any other trouble', async () => {
    for (const answer of [
      json({ code: 'INTERNAL' }, 500),
      json({}, 404),
      json({}, 422),
      breaksOff,
    ]) {
      asked.length = 0;
      answers = [answer];
      await troubleOf(api.folders());
      assert.equal(asked.length, 1);
    }
  });
});

describe('what changes something', () => {
  it('is sent again after a lost answer only where twice is once', async () => {
    const lost = (): Answer[] => [gateway(504, 'Endpoint request timed out'), json({})];
    const made = json({ report: null, status: 'queued' }, 202);
    answers = [...lost().slice(0, 1), made];
    await api.make(PLACE, false);
    assert.equal(asked.length, 2);

    asked.length = 0;
    answers = lost();
    await troubleOf(api.make(PLACE, true));
    answers = lost();
    await troubleOf(api.makeLink({ folder: 12, week: null, expiresInDays: 7 }));
    assert.equal(asked.length, 2);

    asked.length = 0;
    answers = [gateway(503, 'Service Unavailable'), (response) => response.writeHead(204).end()];
    await api.revokeLink('12-aaaaaaaaaaaaaaaa');
    assert.deepEqual(
      asked.map(({ method, path }) => `${method} ${path}`),
      Array(2).fill('DELETE /prod/v1/links/12-aaaaaaaaaaaaaaaa'),
    );
  });

  it('is sent again where it was turned away at the door', async () => {
    answers = [gateway(429, 'Too Many Requests'), json({ id: 'i', url: 'u' }, 201)];
    await api.makeLink({ folder: 12, week: '2026-W46', expiresInDays: 7 });
    assert.equal(asked.length, 2);
  });
});

describe('a trouble', () => {
  it('is told apart by what was answered', async () => {
    const cases: readonly (readonly [Answer, ApiErrorKind])[] = [
      [json({ code: 'UNAUTHORIZED' }, 401), 'signedOut'],
      [gateway(401, 'Unauthorized'), 'signedOut'],
      [gateway(403, 'Forbidden'), 'signedOut'],
      [json({ code: 'REPORT_NOT_FOUND' }, 404), 'notFound'],
      [json({ code: 'REPORT_GONE' }, 410), 'notFound'],
      [json({ code: 'WEEK_INVALID' }, 422), 'refused'],
      [json({ code: 'STORE_UNAVAILABLE' }, 503), 'busy'],
      [json({ code: 'INTERNAL' }, 500), 'broken'],
      [html(500), 'broken'],
      [json({ other: 'shape' }), 'broken'],
      [json(null), 'broken'],
      [html(200), 'foreign'],
      [html(403), 'foreign'],
      [html(404), 'foreign'],
      [html(511), 'broken'],
      [
        (response) => response.writeHead(302, { Location: 'https://login.example/' }).end(),
        'foreign',
      ],
      [
        (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{'),
        'broken',
      ],
      [breaksOff, 'offline'],
    ];
    for (const [answer, kind] of cases) {
      answers = [answer];
      assert.equal((await troubleOf(api.folders())).kind, kind);
    }
  });

  it('is told to whoever holds the token when that is none any more, whatever was asked', async () => {
    answers = [gateway(403, 'Forbidden')];
    await troubleOf(api.folders());
    await troubleOf(api.revokeLink('12-aaaaaaaaaaaaaaaa'));
    answers = [html(403), json({}, 404)];
    await troubleOf(api.folders());
    await troubleOf(api.folders());
    assert.equal(signedOut, 2);
  });

  it('has what the API says of it', async () => {
    const closesAt = '2026-11-16T12:00:00.000Z';
    answers = [json({ code: 'WEEK_NOT_CLOSED', closesAt, status: 422, detail: 'x' }, 422)];
    const trouble = await troubleOf(api.make(PLACE, false));
    assert.deepEqual(
      [trouble.code, trouble.textFact('closesAt'), trouble.textFact('status')],
      ['WEEK_NOT_CLOSED', closesAt, null],
    );
  });

  it('holds neither the token nor what was answered', async () => {
    answers = [json({ code: 'INTERNAL', secret: 'feedback' }, 500)];
    const { message, stack = '' } = await troubleOf(api.folders());
    assert.doesNotMatch(`${message} ${stack}`, /secret|feedback\b/);
  });
});

describe('an answer that doesn’t come', () => {
  it('is given up in time, at its beginning and in its middle', async () => {
    for (const answer of [hangs, hangsInTheMiddle]) {
      answers = [answer];
      assert.equal((await troubleOf(client(60).folders())).kind, 'slow');
    }
    assert.equal(asked.length, 2);
  });

  it('is given up when nobody wants it any more, and is no trouble then', async () => {
    for (const answer of [hangs, hangsInTheMiddle]) {
      const aborter = new AbortController();
      answers = [
        (response) => {
          answer(response);
          aborter.abort();
        },
      ];
      await assert.rejects(api.folders(aborter.signal), { name: 'AbortError' });
    }
  });
});
