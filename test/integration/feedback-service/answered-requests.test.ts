// What a service tells of the requests that it has answered, behind a proxy or not, and its answers to HEAD.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { parseAddressRanges, type AnsweredRequest } from '../../../lib/feedback-service/index.ts';
import { openTestCompany } from '../../support/data-set.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import {
  basic,
  clientId,
  noon,
  serve,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';

const start = instant('2026-11-09T10:00:00Z');
const lines = Array.from({ length: 20_000 }, (_, i) => ({ ts: start + i * 1000, r: i % 4 }));
const opened = await openTestCompany(companyOf([survey(11)], { 11: lines }), () => noon);
after(() => opened.close());
const { company } = opened;
const digest = sha256(clientId).slice(0, 8);
const authorization = basic(clientId, token);

type Summary = Omit<AnsweredRequest, 'id' | 'durationMs'>;

/** Collects records; `next` waits for as many as are expected. */
function records() {
  const answered: AnsweredRequest[] = [];
  let arrived = Promise.withResolvers<undefined>();
  return {
    answered,
    onAnswered: (record: AnsweredRequest): void => {
      answered.push(record);
      arrived.resolve(undefined);
      arrived = Promise.withResolvers();
    },
    next: async (count: number): Promise<readonly Summary[]> => {
      while (answered.length < count) await arrived.promise;
      return answered.map(({ id: _, durationMs: _too, ...summary }) => summary);
    },
  };
}

describe('the record of an answer', () => {
  const base = { address: '127.0.0.1', method: 'GET', clients: [digest], isComplete: true };

  it('has route and key, digests of client ids and the status, and nothing else of the request', async (t) => {
    const { answered, onAnswered, next } = records();
    const { ask, url } = await serve(t, company, { onAnswered });
    const { headers } = await ask('/v1/surveys/11/results?truncate=day&token=hush');
    await ask('/v1/folders');
    await ask('/v1/surveys/hush');
    await ask('/hush?token=hush');
    await ask('/v1/openapi.json', { headers: {} });
    await ask('/v1/folders', { headers: { authorization: basic('stranger', 'hush') } });
    await fetch(`${url}/v1/folders`, { method: 'PURGE', headers: { authorization } });
    assert.deepEqual(await next(7), [
      { ...base, route: '/v1/surveys/{key}/results', key: 11, status: 200 },
      { ...base, route: '/v1/folders', key: undefined, status: 200 },
      { ...base, route: '/v1/surveys/{key}', key: undefined, status: 400 },
      { ...base, route: undefined, key: undefined, status: 404 },
      { ...base, route: '/v1/openapi.json', key: undefined, clients: [], status: 200 },
      {
        ...base,
        route: '/v1/folders',
        key: undefined,
        clients: [sha256('stranger').slice(0, 8)],
        status: 401,
      },
      { ...base, route: '/v1/folders', key: undefined, method: 'OTHER', status: 405 },
    ]);
    assert.equal(answered[0]?.id, headers.get('x-request-id'));
    assert.equal(new Set(answered.map(({ id }) => id)).size, 7);
    assert.ok(answered.every(({ durationMs }) => durationMs >= 0));
    assert.doesNotMatch(JSON.stringify(answered), /hush|stranger/);
  });

  it('says that an answer was cut short, and has no status when nothing was sent', async (t) => {
    const { onAnswered, next } = records();
    const { url } = await serve(t, company, { onAnswered });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const path = '/v1/surveys/11/rawresults';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
    socket.destroySoon();
    const [record] = await next(1);
    assert.deepEqual([record?.isComplete, record?.route], [false, '/v1/surveys/{key}/rawresults']);
  });

  it('exists for what is not valid HTTP and for CONNECT, whose answers have an id, too', async (t) => {
    const { answered, onAnswered, next } = records();
    const { url } = await serve(t, company, { onAnswered });
    const exchange = async (bytes: string): Promise<string> => {
      const socket = connect(Number(new URL(url).port), new URL(url).hostname);
      socket.write(bytes);
      return text(socket);
    };
    const malformed = await exchange('HELLO\r\n\r\n');
    const connected = await exchange('CONNECT hush:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    const unknown = { route: undefined, key: undefined, clients: [] };
    assert.deepEqual(await next(2), [
      { ...base, ...unknown, method: undefined, status: 400 },
      { ...base, ...unknown, method: 'CONNECT', status: 401 },
    ]);
    for (const [i, answer] of [malformed, connected].entries()) {
      assert.match(answer, new RegExp(`x-request-id: ${answered[i]?.id ?? 'none'}\r\n`));
    }
  });

  it('has the address that a known proxy forwards', async (t) => {
    const { onAnswered, next } = records();
    const proxies = parseAddressRanges(['127.0.0.1']);
    assert.ok(proxies !== undefined);
    const { ask } = await serve(t, company, { onAnswered, proxies });
    const headers = { authorization, 'x-forwarded-for': '203.0.113.9, 198.51.100.1' };
    await ask('/v1/folders', { headers });
    assert.equal((await next(1))[0]?.address, '198.51.100.1');
  });
});

describe('HEAD', () => {
  it('is answered with the headers of GET and without the body', async (t) => {
    const { url } = await serve(t, company);
    const headers = { authorization, 'accept-encoding': 'identity' };
    for (const path of ['/v1/folders', '/v1/surveys/11/rawresults', '/v1/surveys/12']) {
      const get = await fetch(url + path, { headers });
      const head = await fetch(url + path, { method: 'HEAD', headers });
      const shown = ({ status, headers: answered }: Response): unknown => [
        status,
        ['content-type', 'content-length', 'vary', 'cache-control'].map((name) =>
          answered.get(name),
        ),
      ];
      assert.deepEqual(shown(head), shown(get));
      assert.equal(await head.text(), '');
      await get.arrayBuffer();
    }
  });
});
