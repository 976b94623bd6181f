// Connections that carry several requests: no answer is taken for that of another request, whatever the server does.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { catchFailure } from '../../support/outcomes.ts';
import { openClientContext } from './client-context.ts';
import {
  answerText,
  startConnectionServer,
  statusText,
  type ConnectionRequest,
  type ConnectionServer,
} from './connection-server.ts';

const SURVEYS = Array.from({ length: 1_200 }, (_, i) => i + 1);
const CONCURRENCY = 8;
const MOST_REQUESTS = 8;
/** With one answer in a hundred requested again, and those of the connections that are open when it becomes more. */
const MOST_SENT = SURVEYS.length * 1.02 + CONCURRENCY * MOST_REQUESTS;
const RANGE = { start: 0, end: 3_600_000 };

type Respond = (socket: Socket, request: ConnectionRequest) => void;

interface Served {
  readonly server: ConnectionServer;
  readonly api: FeedbackApi;
  /** For each survey its first count, which is its key, or the code of its failure. */
  readonly results: readonly (number | string)[];
}

/** All results at once. */
async function requestAll(
  respond: Respond,
  check: (served: Served) => void,
  surveys: readonly number[] = SURVEYS,
): Promise<void> {
  await using server = await startConnectionServer(respond);
  await using context = openClientContext({ baseUrl: server.url, concurrency: CONCURRENCY });
  const { api } = context;
  const results = await Promise.all(surveys.map((key) => requestOne(api, key)));
  check({ server, api, results });
}

async function requestOne({ source }: FeedbackApi, key: number): Promise<number | string> {
  try {
    return [...(await source.readHourlyCounts(key, RANGE))][0]?.data[0] ?? 0;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

function mostPosition({ requests }: ConnectionServer): number {
  return Math.max(...requests.map(({ position }) => position));
}

const respond: Respond = (socket, request) => {
  socket.write(answerText(request));
  if (request.closes) socket.end();
};

/** At once, a moment later, or before the answer to the next request. */
const SURPLUS: Readonly<Record<string, (marks: boolean) => Respond>> = {
  'at once': (marks) => (socket, request) => {
    const answer = answerText(request, marks);
    socket.write(answer + answerText({ ...request, closes: false }));
  },
  'a moment later': (marks) => (socket, request) => {
    socket.write(answerText(request, marks));
    setImmediate(() => socket.write(answerText({ ...request, closes: false })));
  },
  'when the next request has come': (marks) => {
    const late = new Map<Socket, string>();
    return (socket, request) => {
      socket.write(`${late.get(socket) ?? ''}${answerText(request, marks)}`);
      late.set(socket, answerText({ ...request, closes: false }));
    };
  },
};

describe('connections', () => {
  it('carry up to eight requests, of which the last one has "Connection: close"', async () => {
    await requestAll(respond, ({ server, results }) => {
      assert.deepEqual(results, SURVEYS);
      assert.equal(server.requests.length, SURVEYS.length);
      assert.ok(server.connections() < 1.2 * (SURVEYS.length / MOST_REQUESTS));
      assert.equal(mostPosition(server), MOST_REQUESTS);
      const requestsOf = Map.groupBy(server.requests, ({ connection }) => connection);
      for (const requests of requestsOf.values()) {
        const closing = requests.filter(({ closes }) => closes);
        const isOneOfOne = requests.length === 1;
        assert.ok(isOneOfOne || (closing.length === 1 && requests.at(-1)?.closes === true));
      }
    });
  });

  it('carry two requests where one call follows the other, and each has its answer at once', async () => {
    await using server = await startConnectionServer(respond);
    await using context = openClientContext({ baseUrl: server.url, concurrency: CONCURRENCY });
    for (const key of [1, 2, 3, 4, 5, 6]) assert.equal(await requestOne(context.api, key), key);
    assert.deepEqual(
      server.requests.map(({ connection, position, closes }) => [connection, position, closes]),
      [1, 2, 3].flatMap((connection) => [
        [connection, 1, false],
        [connection, 2, true],
      ]),
    );
  });

  it('that the server closes while they are idle do not fail a call', async () => {
    await using server = await startConnectionServer((socket, request) => {
      socket.end(answerText(request));
    });
    await using context = openClientContext({ baseUrl: server.url, concurrency: CONCURRENCY });
    for (const key of [1, 2, 3]) {
      assert.equal(await requestOne(context.api, key), key);
      await setTimeout(20);
    }
    assert.deepEqual(context.api.requests(), { sent: 3, retried: 0 });
  });

  it('end early where answers are large', async () => {
    const padding = ' '.repeat(300_000);
    const large: Respond = (socket, request) => {
      const body = `[{"ts":"1970-01-01T00:00:00Z","data":[${request.key},0,0,0]}]${padding}`;
      socket.write(statusText(200, request.closes, body));
    };
    const surveys = SURVEYS.slice(0, 40);
    await requestAll(
      large,
      ({ server, results }) => {
        assert.deepEqual(results, surveys);
        assert.equal(mostPosition(server), 2);
      },
      surveys,
    );
  });

  it('end with the client, and calls in flight fail', { timeout: 20_000 }, async () => {
    const arrived = Promise.withResolvers<undefined>();
    await using server = await startConnectionServer((socket, request) => {
      if (request.position > 2) arrived.resolve(undefined);
      else respond(socket, request);
    });
    await using context = openClientContext({ baseUrl: server.url, concurrency: 1 });
    const results = Promise.all([1, 2, 3, 4, 5, 6].map((key) => requestOne(context.api, key)));
    await arrived.promise;
    await context.api.close();
    const [first, ...others] = await results;
    assert.equal(first, 1);
    // The first two found out that the server marks the end of connections.
    assert.equal(others.filter((result) => result === 'UPSTREAM_CLOSED').length >= 3, true);
  });
});

describe('a server that answers twice', () => {
  for (const [when, respondTwice] of Object.entries(SURPLUS)) {
    for (const marks of [true, false]) {
      const server = marks ? 'marks the end' : 'does not mark the end';
      it(`${when}, and ${server} of connections, mixes up no answers`, async () => {
        await requestAll(respondTwice(marks), ({ server: { requests }, results }) => {
          assert.deepEqual(results, SURVEYS);
          assert.ok(requests.length <= MOST_SENT, `${requests.length} requests`);
        });
      });
    }
    it(`${when}, and seldom, mixes up no answers`, async () => {
      const twice = respondTwice(true);
      const seldom: Respond = (socket, request) => {
        (request.key % 97 === 0 ? twice : respond)(socket, request);
      };
      await requestAll(seldom, ({ server: { requests }, results }) => {
        assert.deepEqual(results, SURVEYS);
        assert.ok(requests.length <= MOST_SENT, `${requests.length} requests`);
      });
    });
  }
});

describe('a server that does not mark the end of connections', () => {
  it('gets one request on each, after a second one that is repeated', async () => {
    const unmarked: Respond = (socket, request) => {
      socket.write(answerText(request, false));
    };
    await requestAll(unmarked, ({ server, results }) => {
      assert.deepEqual(results, SURVEYS);
      assert.equal(server.requests.length, SURVEYS.length + 1);
      assert.equal(server.connections(), SURVEYS.length);
    });
  });

  it('gets one request on each where it ends all of them itself', async () => {
    const ending: Respond = (socket, request) => {
      socket.end(answerText({ ...request, closes: true }));
    };
    await requestAll(ending, ({ server, results }) => {
      assert.deepEqual(results, SURVEYS);
      assert.equal(server.connections(), SURVEYS.length);
      assert.equal(server.requests.length, SURVEYS.length);
    });
  });
});

describe('a connection that ends too early', () => {
  it('has its answers requested again, after the first', async () => {
    let broken: ConnectionRequest | null = null;
    const resetOnce: Respond = (socket, request) => {
      if (broken === null && request.position === 4) {
        broken = request;
        socket.resetAndDestroy();
      } else {
        respond(socket, request);
      }
    };
    await requestAll(resetOnce, ({ server, api, results }) => {
      assert.deepEqual(results, SURVEYS);
      const again = server.requests.filter(({ attempt }) => attempt > 1);
      const ofBroken = server.requests.filter(
        ({ connection, position }) => connection === broken?.connection && position > 1,
      );
      const keysOf = (requests: readonly ConnectionRequest[]): readonly number[] =>
        requests.map(({ key }) => key).sort((a, b) => a - b);
      assert.deepEqual(keysOf(again), keysOf(ofBroken));
      assert.equal(again.length, 3);
      assert.deepEqual(api.requests(), { sent: SURVEYS.length + 3, retried: 1 });
    });
  });

  it('is one of many: connections then carry one request', async () => {
    const resetOften: Respond = (socket, request) => {
      if (request.key % 10 === 0 && request.attempt === 1) socket.resetAndDestroy();
      else respond(socket, request);
    };
    await requestAll(resetOften, ({ server: { requests }, results }) => {
      assert.deepEqual(results, SURVEYS);
      const retried = SURVEYS.length / 10;
      const repeated = requests.length - SURVEYS.length - retried;
      assert.ok(repeated <= SURVEYS.length / 100 + CONCURRENCY * MOST_REQUESTS, `${repeated}`);
    });
  });
});

describe('a failed status on a connection with other answers', () => {
  const failAt =
    (key: number, status: number, attempts = Infinity): Respond =>
    (socket, request) => {
      if (request.key !== key || request.attempt > attempts) respond(socket, request);
      else socket.write(statusText(status, request.closes, 'an error'));
    };

  it('is requested once where it is final', async () => {
    await requestAll(failAt(1_001, 404), ({ server, results }) => {
      const expected = SURVEYS.map((key) => (key === 1_001 ? 'UPSTREAM_NOT_FOUND' : key));
      assert.deepEqual(results, expected);
      assert.equal(server.requests.length, SURVEYS.length);
      const failed = server.requests.find(({ key }) => key === 1_001);
      assert.ok(failed !== undefined && failed.position > 1);
      const others = server.requests.filter(({ connection }) => connection === failed.connection);
      assert.equal(others.at(-1)?.closes, true);
    });
  });

  it('is retried at once where it is not', async () => {
    await requestAll(failAt(1_001, 503, 1), ({ server, api, results }) => {
      assert.deepEqual(results, SURVEYS);
      assert.deepEqual(api.requests(), { sent: SURVEYS.length + 1, retried: 1 });
      assert.equal(server.requests.filter(({ key }) => key === 1_001).at(-1)?.position, 1);
    });
  });

  it('is requested again where its body does not end', { timeout: 20_000 }, async () => {
    const endless: Respond = (socket, request) => {
      if (request.key !== 1_001) respond(socket, request);
      else socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\n{');
    };
    await requestAll(endless, ({ server, results }) => {
      assert.equal(results[1_000], 'UPSTREAM_NOT_FOUND');
      const requests = server.requests.filter(({ key }) => key === 1_001);
      assert.ok(requests.length === 2 || requests.length === 3, `${requests.length} requests`);
      assert.ok(results.every((result, i) => i === 1_000 || result === SURVEYS[i]));
    });
  });

  it(
    'that stops all calls is not awaited by those with an answer',
    { timeout: 20_000 },
    async () => {
      await using server = await startConnectionServer(failAt(1_001, 401));
      await using context = openClientContext({ baseUrl: server.url, concurrency: CONCURRENCY });
      const { api } = context;
      const results = await Promise.all(SURVEYS.map((key) => requestOne(api, key)));
      assert.ok(results.every((result, i) => result === SURVEYS[i] || typeof result === 'string'));
      assert.equal(results[1_000], 'UPSTREAM_UNAUTHORIZED');
      assert.ok(server.requests.length < 1_001 + CONCURRENCY * MOST_REQUESTS);
      const failure = await catchFailure(api.source.readHourlyCounts(1, RANGE));
      assert.equal(failure.code, 'UPSTREAM_UNAUTHORIZED');
    },
  );
});
