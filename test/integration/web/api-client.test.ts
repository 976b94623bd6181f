// The page's API client against a real server: retries, timeouts and error classification.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Api } from '../../../lib/web/api/reports-client.ts';
import { createApi } from '../../../lib/web/api/reports-client.ts';
import type { ApiErrorKind } from '../../../lib/web/api/api-errors.ts';
import { ApiError } from '../../../lib/web/api/api-errors.ts';
import { canary } from '../../support/secret-markers.ts';

type Answer = (response: ServerResponse) => void;

const PLACE = { week: '2026-W46', folder: 12 };
const FOLDERS = { data: [] };

const requests: {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
}[] = [];
const delays: number[] = [];
let answers: Answer[] = [];
let signOutCount = 0;
let base = '';
let api: Api;

const server = createServer((request: IncomingMessage, response) => {
  const { method = '', url = '', headers } = request;
  requests.push({ method, path: url, authorization: headers.authorization ?? '' });
  request.resume();
  // The last answer is repeated.
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
  requests.length = 0;
  delays.length = 0;
  signOutCount = 0;
  api = client();
});

function client(timeoutMs = 5_000): Api {
  return createApi({
    base,
    token: canary('caller token'),
    fetch,
    timeoutMs,
    sleep: (ms) => {
      delays.push(ms);
      return Promise.resolve();
    },
    onTokenRejected: () => {
      signOutCount += 1;
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
/** An error of the API gateway itself. */
const gatewayError = (status: number, message: string): Answer =>
  json({ message }, status, { 'Content-Type': 'application/json' });
const neverAnswers: Answer = () => undefined;
const hangsMidBody: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data": [');
};
const dropsConnection: Answer = (response) => {
  response.socket?.destroy();
};

async function apiErrorOf(request: Promise<unknown>): Promise<ApiError> {
  try {
    await request;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'it was answered' });
}

describe('the view of a report', () => {
  const view = { kind: 'place', finding: {}, revision: 3 };

  it('is requested in a language, by its revision, and in part', async () => {
    answers = [json(view)];
    await api.view({ ...PLACE, revision: null, language: 'fi', part: 'first' });
    await api.view({ ...PLACE, revision: 2, language: 'en', part: 'all' });
    assert.deepEqual(
      requests.map(({ path }) => path),
      [
        '/prod/v1/reports/2026-W46/12/view?language=fi&part=first',
        '/prod/v1/reports/2026-W46/12/view?language=en&revision=2',
      ],
    );
  });

  it('is not shown without its finding', async () => {
    answers = [json({ kind: 'place', revision: 3 })];
    const error = await apiErrorOf(
      api.view({ ...PLACE, revision: null, language: 'en', part: 'all' }),
    );
    assert.equal(error.kind, 'broken');
  });
});

describe('a request to the API', () => {
  it('sends the token only in its header, to a URL below the base', async () => {
    answers = [json(FOLDERS)];
    assert.deepEqual(await api.folders(), FOLDERS);
    assert.deepEqual(requests, [
      {
        method: 'GET',
        path: '/prod/v1/folders',
        authorization: `Bearer ${canary('caller token')}`,
      },
    ]);
  });

  it('is retried at most three times with growing delays while the API is busy', async () => {
    answers = [
      gatewayError(429, 'Too Many Requests'),
      gatewayError(503, 'Service Unavailable'),
      json(FOLDERS),
    ];
    assert.deepEqual(await api.folders(), FOLDERS);
    assert.deepEqual(delays, [400, 1200]);
    answers = [html(502)];
    assert.equal((await apiErrorOf(api.folders())).kind, 'busy');
    assert.equal(requests.length, 3 + 4);
  });

  it('honours Retry-After up to ten seconds', async () => {
    answers = [json({}, 503, { 'Retry-After': '10' }), json(FOLDERS)];
    await api.folders();
    assert.deepEqual(delays, [10_000]);
    answers = [json({ code: 'STORE_UNAVAILABLE' }, 503, { 'Retry-After': '30' })];
    const error = await apiErrorOf(api.folders());
    assert.deepEqual(
      [error.kind, error.code, error.retryAfterMs],
      ['busy', 'STORE_UNAVAILABLE', 30_000],
    );
    assert.equal(requests.length, 3);
  });

  it('is not retried after any other error', async () => {
    for (const answer of [
      json({ code: 'INTERNAL' }, 500),
      json({}, 404),
      json({}, 422),
      dropsConnection,
    ]) {
      requests.length = 0;
      answers = [answer];
      await apiErrorOf(api.folders());
      assert.equal(requests.length, 1);
    }
  });
});

describe('a request that changes data', () => {
  it('is retried after a lost answer only when it is idempotent', async () => {
    const lostAnswer = (): Answer[] => [gatewayError(504, 'Endpoint request timed out'), json({})];
    const created = json({ report: null, status: 'queued' }, 202);
    answers = [...lostAnswer().slice(0, 1), created];
    await api.make(PLACE, false);
    assert.equal(requests.length, 2);

    requests.length = 0;
    answers = lostAnswer();
    await apiErrorOf(api.make(PLACE, true));
    answers = lostAnswer();
    await apiErrorOf(api.makeLink({ folder: 12, week: null, expiresInDays: 7 }));
    assert.equal(requests.length, 2);

    requests.length = 0;
    answers = [
      gatewayError(503, 'Service Unavailable'),
      (response) => response.writeHead(204).end(),
    ];
    await api.revokeLink('12-aaaaaaaaaaaaaaaa');
    assert.deepEqual(
      requests.map(({ method, path }) => `${method} ${path}`),
      Array(2).fill('DELETE /prod/v1/links/12-aaaaaaaaaaaaaaaa'),
    );
  });

  it('is retried after 429', async () => {
    answers = [gatewayError(429, 'Too Many Requests'), json({ id: 'i', url: 'u' }, 201)];
    await api.makeLink({ folder: 12, week: '2026-W46', expiresInDays: 7 });
    assert.equal(requests.length, 2);
  });
});

describe('an API error', () => {
  it('is classified by the response', async () => {
    const cases: readonly (readonly [Answer, ApiErrorKind])[] = [
      [json({ code: 'UNAUTHORIZED' }, 401), 'signedOut'],
      [gatewayError(401, 'Unauthorized'), 'signedOut'],
      [gatewayError(403, 'Forbidden'), 'signedOut'],
      [json({ code: 'READ_ONLY' }, 403), 'refused'],
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
      [dropsConnection, 'offline'],
    ];
    for (const [answer, kind] of cases) {
      answers = [answer];
      assert.equal((await apiErrorOf(api.folders())).kind, kind);
    }
  });

  it('calls onTokenRejected for every request whose token is rejected', async () => {
    answers = [gatewayError(403, 'Forbidden')];
    await apiErrorOf(api.folders());
    await apiErrorOf(api.revokeLink('12-aaaaaaaaaaaaaaaa'));
    answers = [html(403), json({}, 404)];
    await apiErrorOf(api.folders());
    await apiErrorOf(api.folders());
    assert.equal(signOutCount, 2);
  });

  it('has the code and facts of the problem', async () => {
    const closesAt = '2026-11-16T12:00:00.000Z';
    answers = [json({ code: 'WEEK_NOT_CLOSED', closesAt, status: 422, detail: 'x' }, 422)];
    const error = await apiErrorOf(api.make(PLACE, false));
    assert.deepEqual(
      [error.code, error.textFact('closesAt'), error.textFact('status')],
      ['WEEK_NOT_CLOSED', closesAt, null],
    );
  });

  it('contains neither the token nor the response', async () => {
    answers = [json({ code: 'INTERNAL', secret: 'feedback' }, 500)];
    const { message, stack = '' } = await apiErrorOf(api.folders());
    assert.doesNotMatch(`${message} ${stack}`, /secret|feedback\b/);
  });
});

describe('a missing answer', () => {
  it('times out before and within the body', async () => {
    for (const answer of [neverAnswers, hangsMidBody]) {
      answers = [answer];
      assert.equal((await apiErrorOf(client(500).folders())).kind, 'slow');
    }
    assert.equal(requests.length, 2);
  });

  it('rejects with AbortError when the request is aborted', async () => {
    for (const answer of [neverAnswers, hangsMidBody]) {
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
