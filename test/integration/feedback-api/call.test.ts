// API calls: the concurrency limit, retries, Retry-After, deadlines, and the end of all calls after a 401.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sendJson, startScriptedApi, type Responder } from './scripted-server.ts';
import { createRequestPause } from '../../../lib/adapters/feedback-api/index.ts';
import { openClientContext } from './client-context.ts';
import { catchFailureCode, catchFailure } from '../../support/outcomes.ts';

const QUESTION = { key: 7, name: 'How was it?', locale: 'en' };

function busyOnce(retryAfter: string, status = 429): Responder {
  return (response, { attempt }) => {
    if (attempt > 1) sendJson(response, QUESTION);
    else response.writeHead(status, { 'Retry-After': retryAfter }).end();
  };
}

function keys(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('a retry', () => {
  it('waits with full jitter without a Retry-After header', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(503).end();
    });
    await using context = openClientContext({ baseUrl: server.url });
    await catchFailureCode(context.api.client.question(7));
    assert.deepEqual(context.sleeps, [250, 500, 1000]);
    assert.deepEqual(context.api.requests(), { sent: 4, retried: 3 });
  });

  it('waits as long as Retry-After requires, in seconds or until a date', async () => {
    const date = new Date(Date.UTC(2026, 10, 16, 12, 0, 42)).toUTCString();
    for (const [header, wait] of [
      ['7', 7000],
      [date, 42_000],
    ] as const) {
      for (const status of [429, 503]) {
        await using server = await startScriptedApi(busyOnce(header, status));
        await using context = openClientContext({ baseUrl: server.url });
        assert.equal(await catchFailureCode(context.api.client.question(7)), 'none');
        assert.deepEqual(context.sleeps, [wait]);
      }
    }
  });

  it('delays every other request by its Retry-After, too', async () => {
    let isFirst = true;
    await using server = await startScriptedApi((response) => {
      if (isFirst) response.writeHead(429, { 'Retry-After': '5' }).end();
      else sendJson(response, QUESTION);
      isFirst = false;
    });
    const sleepTimes: number[] = [];
    const bothWait = Promise.withResolvers<undefined>();
    let second = Promise.resolve('not requested');
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms === 60_000) {
        await once(signal, 'abort');
        return;
      }
      sleepTimes.push(ms);
      if (sleepTimes.length === 1) second = catchFailureCode(context.api.client.question(2));
      else bothWait.resolve(undefined);
      await bothWait.promise;
    };
    await using context = openClientContext({ baseUrl: server.url, sleep });
    assert.equal(await catchFailureCode(context.api.client.question(1)), 'none');
    assert.equal(await second, 'none');
    assert.deepEqual(sleepTimes, [5000, 5000]);
  });

  it('uses its own backoff when Retry-After is past, negative or invalid', async () => {
    for (const header of ['Mon, 16 Nov 2026 11:00:00 GMT', '-5', 'soon', '9e9', '0']) {
      await using server = await startScriptedApi(busyOnce(header));
      await using context = openClientContext({ baseUrl: server.url });
      assert.equal(await catchFailureCode(context.api.client.question(7)), 'none');
      assert.deepEqual(context.sleeps, [250]);
    }
  });

  it('is not sent when Retry-After is over a minute or past the deadline', async () => {
    for (const [header, retryAt] of [
      ['60', '2026-11-16T12:01:00.000Z'],
      ['61', '2026-11-16T12:01:01.000Z'],
      ['9000000000', '2026-11-17T12:00:00.000Z'],
    ] as const) {
      await using server = await startScriptedApi(busyOnce(header));
      await using context = openClientContext({ baseUrl: server.url });
      const failure = await catchFailure(context.api.client.question(7));
      assert.equal(failure.code, 'UPSTREAM_UNAVAILABLE');
      const facts = { path: '/v1/questions/7', status: 429, attempts: 1, retryAt };
      assert.deepEqual(failure.facts, facts);
      assert.deepEqual(context.sleeps, []);
    }
  });

  describe('when Retry-After is longer than a call can wait', () => {
    const hour = 3_600_000;
    const start = Date.UTC(2026, 10, 16, 12);
    const inAnHour = new Date(start + hour).toUTCString();
    for (const [header, quietMs] of [
      ['3600', hour],
      [inAnHour, hour],
      // A day at most.
      ['99999999999999999999', 24 * hour],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 24 * hour],
    ] as const) {
      it(`${header}: no call is sent before that time, and every call after it`, async () => {
        let now = start;
        let isBusy = true;
        await using server = await startScriptedApi((response) => {
          if (isBusy) response.writeHead(429, { 'Retry-After': header }).end();
          else sendJson(response, QUESTION);
        });
        await using context = openClientContext({
          baseUrl: server.url,
          concurrency: 8,
          clock: () => now,
        });
        const ask = () =>
          Promise.all(keys(500).map((key) => catchFailure(context.api.client.question(key))));
        const failures = [...(await ask()), ...(await ask())];
        assert.ok(server.requests.length <= 8, `${server.requests.length} requests`);
        assert.deepEqual(context.api.requests(), { sent: server.requests.length, retried: 0 });
        const unsentFailures = failures.filter(({ facts }) => facts['attempts'] === 0);
        assert.equal(unsentFailures.length, 1_000 - server.requests.length);
        assert.deepEqual(
          [unsentFailures.at(-1)?.code, unsentFailures.at(-1)?.facts],
          [
            'UPSTREAM_UNAVAILABLE',
            {
              path: '/v1/questions/500',
              attempts: 0,
              retryAt: new Date(start + quietMs).toISOString(),
            },
          ],
        );
        isBusy = false;
        now = start + quietMs - 60_001;
        await ask();
        now = start + quietMs;
        const before = server.requests.length;
        await Promise.all(keys(20).map((key) => context.api.client.question(key)));
        assert.ok(before <= 8);
        assert.equal(server.requests.length, before + 20);
      });
    }
  });

  it('is not sent by another client of the server before the Retry-After that both share', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(429, { 'Retry-After': '600' }).end();
    });
    const options = { baseUrl: server.url, pause: createRequestPause() };
    for (const attempts of [1, 0, 0]) {
      await using context = openClientContext(options);
      const { facts } = await catchFailure(context.api.client.question(7));
      assert.deepEqual(
        [facts['attempts'], facts['retryAt']],
        [attempts, '2026-11-16T12:10:00.000Z'],
      );
    }
    assert.equal(server.requests.length, 1);
  });

  it('ends all calls of a client that stops at a long pause', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(429, { 'Retry-After': '600' }).end();
    });
    const options = { baseUrl: server.url, concurrency: 1, stopsAtLongPause: true };
    await using context = openClientContext(options);
    const failures = await Promise.all(
      keys(5).map((key) => catchFailure(context.api.client.question(key))),
    );
    for (const { code, facts } of failures) {
      assert.deepEqual([code, facts['retryAt']], ['UPSTREAM_CLOSED', '2026-11-16T12:10:00.000Z']);
    }
    assert.equal(server.requests.length, 1);
  });

  it('waits for the Retry-After of another call after its own backoff', async () => {
    let now = 0;
    const sleeps: { readonly ms: number; readonly wake: () => void }[] = [];
    const sleepStart = Promise.withResolvers<undefined>();
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      await new Promise<void>((wake) => {
        signal.addEventListener('abort', () => {
          wake();
        });
        if (ms === 60_000) return;
        const end = now + ms;
        sleeps.push({
          ms,
          wake: () => {
            now = Math.max(now, end);
            wake();
          },
        });
        if (sleeps.length > 1) sleepStart.resolve(undefined);
      });
    };
    const sentAt: number[] = [];
    await using server = await startScriptedApi((response, { path, attempt }) => {
      if (path.endsWith('/1')) sentAt.push(now);
      if (attempt > 1) sendJson(response, QUESTION);
      else if (path.endsWith('/1')) response.writeHead(503).end();
      else response.writeHead(429, { 'Retry-After': '30' }).end();
    });
    await using context = openClientContext({ baseUrl: server.url, sleep, clock: () => now });
    const endedCalls: string[] = [];
    const first = catchFailureCode(context.api.client.question(1)).finally(() => {
      endedCalls.push('first');
    });
    while (sleeps.length === 0) await setImmediate();
    const second = catchFailureCode(context.api.client.question(2));
    await sleepStart.promise;
    // The first one's backoff ends before the other call's Retry-After, so it sleeps again.
    sleeps[0]?.wake();
    while (sleeps.length < 3 && endedCalls.length === 0) await setImmediate();
    assert.deepEqual(
      sleeps.map(({ ms }) => ms),
      [250, 30_000, 29_750],
    );
    sleeps[2]?.wake();
    sleeps[1]?.wake();
    assert.deepEqual([await first, await second], ['none', 'none']);
    assert.deepEqual(sentAt, [0, 30_000]);
  });

  it('is sent for every call that fails once, however many fail', async () => {
    const failedPaths = new Set<string>();
    await using server = await startScriptedApi((response, { path }) => {
      if (failedPaths.has(path)) response.end(JSON.stringify({ key: 7, name: 'Q', locale: 'en' }));
      else response.writeHead(503).end();
      failedPaths.add(path);
    });
    await using context = openClientContext({ baseUrl: server.url });
    const codes = await Promise.all(
      keys(100).map((key) => catchFailureCode(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(codes)], ['none']);
  });

  it('is sent only once per call when the retry budget is used up', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(503).end();
    });
    await using context = openClientContext({ baseUrl: server.url });
    const codes = await Promise.all(
      keys(100).map((key) => catchFailureCode(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(codes)], ['UPSTREAM_UNAVAILABLE']);
    const { sent: sentCount, retried } = context.api.requests();
    assert.ok(retried >= 100 && retried <= 120);
    assert.equal(sentCount, 100 + retried);
    assert.equal(server.requests.length, sentCount);
  });
});

describe('the retry budget of a client', () => {
  it('grows by a tenth of the calls', async () => {
    let isDown = false;
    await using server = await startScriptedApi((response) => {
      if (isDown) response.writeHead(503).end();
      else sendJson(response, QUESTION);
    });
    await using context = openClientContext({ baseUrl: server.url });
    await Promise.all(keys(400).map((key) => context.api.client.question(key)));
    isDown = true;
    await Promise.all(keys(100).map((key) => catchFailureCode(context.api.client.question(key))));
    const { retried } = context.api.requests();
    assert.ok(retried >= 150 && retried <= 160, `${retried} retries`);
  });

  it('counts retries after a Retry-After of 0', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(503, { 'Retry-After': '0' }).end();
    });
    await using context = openClientContext({ baseUrl: server.url });
    await Promise.all(keys(100).map((key) => catchFailureCode(context.api.client.question(key))));
    const { retried } = context.api.requests();
    assert.ok(retried >= 100 && retried <= 120, `${retried} retries`);
  });

  it('does not count retries after a Retry-After', async () => {
    await using server = await startScriptedApi((response, { attempt }) => {
      if (attempt > 3) sendJson(response, QUESTION);
      else response.writeHead(429, { 'Retry-After': '1' }).end();
    });
    await using context = openClientContext({ baseUrl: server.url });
    const codes: string[] = [];
    for (const key of keys(30))
      codes.push(await catchFailureCode(context.api.client.question(key)));
    assert.deepEqual([...new Set(codes)], ['none']);
    assert.deepEqual(context.api.requests(), { sent: 120, retried: 90 });
  });
});

describe('a 401', () => {
  it('stops the client: queued and later calls fail without a request', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(401).end();
    });
    await using context = openClientContext({ baseUrl: server.url, concurrency: 2 });
    const codes = keys(50).map((key) => catchFailureCode(context.api.client.question(key)));
    assert.deepEqual([...new Set(await Promise.all(codes))], ['UPSTREAM_UNAUTHORIZED']);
    assert.equal(
      await catchFailureCode(context.api.source.readFolders(null, { surveys: true })),
      'UPSTREAM_UNAUTHORIZED',
    );
    assert.ok(server.requests.length <= 2);
    const later = await catchFailure(context.api.client.question(51));
    assert.equal(typeof later.facts['path'], 'string');
  });

  it('wakes a call that waits for a retry', async () => {
    const waiting = Promise.withResolvers<undefined>();
    await using server = await startScriptedApi((response, { path }) => {
      response.writeHead(path.endsWith('/1') ? 503 : 401).end();
    });
    const sleepUntilAborted = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 60_000) waiting.resolve(undefined);
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    };
    await using context = openClientContext({ baseUrl: server.url, sleep: sleepUntilAborted });
    const first = catchFailureCode(context.api.client.question(1));
    await waiting.promise;
    assert.equal(await catchFailureCode(context.api.client.question(2)), 'UPSTREAM_UNAUTHORIZED');
    assert.equal(await first, 'UPSTREAM_UNAUTHORIZED');
    assert.equal(server.requests.length, 2);
  });
});

describe('concurrent calls', () => {
  for (const concurrency of [1, 3, 8]) {
    it(`use all of a concurrency of ${concurrency} and never exceed it`, async () => {
      const waitingResponses: ServerResponse[] = [];
      await using server = await startScriptedApi((response) => {
        waitingResponses.push(response);
        if (waitingResponses.length < concurrency) return;
        for (const waiting of waitingResponses.splice(0)) sendJson(waiting, QUESTION);
      });
      await using context = openClientContext({ baseUrl: server.url, concurrency });
      await Promise.all(keys(48).map((key) => context.api.client.question(key)));
      assert.equal(server.maxConcurrent, concurrency);
      assert.deepEqual(context.api.requests(), { sent: 48, retried: 0 });
    });
  }

  it('start their deadline when the concurrency limit lets them start', async () => {
    let startedCount = 0;
    await using server = await startScriptedApi((response) => {
      sendJson(response, QUESTION);
    });
    const counting = async (_ms: number, signal: AbortSignal): Promise<void> => {
      startedCount += 1;
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          startedCount -= 1;
          resolve();
        });
      });
    };
    let peakCount = 0;
    const clock = (): number => {
      peakCount = Math.max(peakCount, startedCount);
      return 0;
    };
    await using context = openClientContext({
      baseUrl: server.url,
      concurrency: 2,
      sleep: counting,
      clock,
    });
    await Promise.all(keys(20).map((key) => context.api.client.question(key)));
    // Two in flight, and two whose bodies are being parsed.
    assert.ok(peakCount <= 4);
    assert.equal(startedCount, 0);
  });
});

describe('a call at its deadline', () => {
  it('fails with UPSTREAM_TIMEOUT while it waits for a retry', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(503).end();
    });
    const deadline = Promise.withResolvers<undefined>();
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms === 60_000) {
        await deadline.promise;
        return;
      }
      deadline.resolve(undefined);
      if (!signal.aborted) await once(signal, 'abort');
    };
    await using context = openClientContext({ baseUrl: server.url, sleep });
    const { code, facts } = await catchFailure(context.api.client.question(7));
    assert.deepEqual([code, facts], ['UPSTREAM_TIMEOUT', { path: '/v1/questions/7', attempts: 1 }]);
  });
});

describe('a closed client', () => {
  it('sends no request', async () => {
    await using server = await startScriptedApi((response) => {
      sendJson(response, QUESTION);
    });
    await using context = openClientContext({ baseUrl: server.url });
    await context.api.client.question(1);
    await context.api.close();
    const { code, facts } = await catchFailure(context.api.client.question(2));
    assert.deepEqual([code, facts], ['UPSTREAM_CLOSED', { path: '/v1/questions/2' }]);
    assert.equal(server.requests.length, 1);
  });

  it('fails its calls in flight and those that wait for a retry', { timeout: 30_000 }, async () => {
    for (const respond of [
      () => undefined,
      (response: ServerResponse) => response.writeHead(503).end(),
    ]) {
      const waiting = Promise.withResolvers<undefined>();
      await using server = await startScriptedApi((response) => {
        respond(response);
        if (!response.writableEnded) waiting.resolve(undefined);
      });
      const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
        if (ms < 60_000) waiting.resolve(undefined);
        if (!signal.aborted) await once(signal, 'abort');
      };
      await using context = openClientContext({ baseUrl: server.url, sleep });
      const first = catchFailureCode(context.api.client.question(1));
      await waiting.promise;
      await context.api.close();
      assert.equal(await first, 'UPSTREAM_CLOSED');
      assert.deepEqual(context.api.requests(), { sent: 1, retried: 0 });
    }
  });

  it('sends no call that waits for a Retry-After', async () => {
    const pauses: number[] = [];
    const bothWait = Promise.withResolvers<undefined>();
    await using server = await startScriptedApi(busyOnce('5'));
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 60_000) {
        pauses.push(ms);
        if (pauses.length === 2) bothWait.resolve(undefined);
      }
      if (!signal.aborted) await once(signal, 'abort');
    };
    await using context = openClientContext({ baseUrl: server.url, sleep });
    const first = catchFailureCode(context.api.client.question(1));
    while (pauses.length === 0) await setImmediate();
    const second = catchFailureCode(context.api.client.question(2));
    await bothWait.promise;
    await context.api.close();
    assert.deepEqual([await first, await second], ['UPSTREAM_CLOSED', 'UPSTREAM_CLOSED']);
    assert.deepEqual(context.api.requests(), { sent: 1, retried: 0 });
  });
});
