// Which connection a request gets, and whether it is the last one, without a server: what happens to the connections is told by the test.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Client, errors } from 'undici';
import {
  createConnections,
  IDLE_CONNECTION_MS,
  type Connections,
  type Turn,
} from '../../../../lib/adapters/feedback-api/connections.ts';

interface Opened {
  readonly connections: Connections;
  readonly clients: readonly Client[];
  /** Calls that wait. */
  readonly calls: { waiting: number };
}

function open(waiting = 100): Opened {
  const clients: Client[] = [];
  const calls = { waiting };
  const connections = createConnections({
    openClient: () => {
      const client = new Client('http://127.0.0.1:9');
      clients.push(client);
      return client;
    },
    waitingCalls: () => calls.waiting,
  });
  return { connections, clients, calls };
}

/** After a connection has shown that the server marks its end. */
async function openMarked(waiting = 100): Promise<Opened> {
  const opened = open(waiting);
  for (let request = 0; request < 2; request += 1) answer(await opened.connections.take(false));
  return opened;
}

/** The server marks the end as it should. */
function answer(turn: Turn, { isMarked = turn.isLast, bytes = 100 } = {}): void {
  turn.begun(isMarked);
  turn.ended(bytes);
}

/** The connection of undici has been closed. */
function disconnect({ client }: Turn): void {
  client.emit(
    'disconnect',
    new URL('http://127.0.0.1:9'),
    [client],
    new errors.SocketError('closed'),
  );
}

/** Takes and answers requests of one connection until it has sent this many. */
async function takeOn(connections: Connections, requests: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let request = 0; request < requests; request += 1) {
    const turn = await connections.take(false);
    turns.push(turn);
    answer(turn);
  }
  return turns;
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  void promise.then(() => (pending = false));
  await setImmediate();
  return pending;
}

describe('the first connections', () => {
  it('carry two requests each, one connection after the other, until the end of one is marked', async () => {
    const { connections, clients } = open();
    const [first, other] = [await connections.take(false), await connections.take(false)];
    assert.deepEqual([first.isLast, other.isLast, clients.length], [false, true, 2]);
    answer(other);
    const third = await connections.take(false);
    assert.equal(third.isLast, true);
    answer(third);
    answer(first);
    const second = await connections.take(false);
    assert.deepEqual([second.client === first.client, second.isLast], [true, true]);
    answer(second);
    assert.deepEqual([first.isCertain, await second.isCertain], [true, true]);
    const turns = await takeOn(connections, 8);
    assert.deepEqual(
      turns.map(({ isLast }) => isLast),
      [false, false, false, false, false, false, false, true],
    );
    assert.equal(new Set(turns.map(({ client }) => client)).size, 1);
  });

  it('are tried again where the one that was tried is closed', async () => {
    const { connections } = open();
    const first = await connections.take(false);
    answer(first);
    disconnect(first);
    const next = await connections.take(false);
    assert.deepEqual([next.client === first.client, next.isLast], [false, false]);
  });

  it('carry one request for ever where an end is not marked, and none but a second one shows it', async () => {
    const { connections } = open();
    const single = await connections.take(true);
    assert.equal(single.isLast, true);
    answer(single, { isMarked: false });
    const first = await connections.take(false);
    assert.equal(first.isLast, false);
    answer(first);
    const last = await connections.take(false);
    answer(last, { isMarked: false });
    assert.equal(await last.isCertain, false);
    for (let request = 0; request < 500; request += 1) {
      const turn = await connections.take(false);
      assert.equal(turn.isLast, true);
      answer(turn, { isMarked: false });
    }
  });
});

describe('a connection', () => {
  it('ends with the second request where no others wait, and is never needed after the first', async () => {
    const { connections, clients } = await openMarked(0);
    const [first, second] = await takeOn(connections, 2);
    assert.deepEqual([first?.isLast, second?.isLast], [false, true]);
    assert.equal(await second?.isCertain, true);
    answer(await connections.take(false));
    await connections.close();
    assert.deepEqual(
      clients.map(({ destroyed }) => destroyed),
      [false, false, true],
    );
  });

  it('goes on for as many waiting calls as there are connections with answers that are not certain', async () => {
    const { connections, calls } = await openMarked(2);
    const firsts = await Promise.all([1, 2, 3].map(() => connections.take(false)));
    for (const turn of firsts) answer(turn);
    const seconds = await Promise.all([1, 2, 3].map(() => connections.take(false)));
    assert.deepEqual(
      seconds.map(({ isLast }) => isLast),
      [false, false, true],
    );
    for (const turn of seconds) answer(turn);
    calls.waiting = 0;
    const thirds = await Promise.all([1, 2].map(() => connections.take(false)));
    assert.deepEqual(
      new Set(thirds.map(({ client }) => client)),
      new Set(seconds.slice(0, 2).map(({ client }) => client)),
    );
    assert.ok(thirds.every(({ isLast }) => isLast));
    for (const turn of thirds) answer(turn);
    for (const { isCertain } of seconds) assert.equal(await isCertain, true);
  });

  it('is waited for where it needs the request of a call', async () => {
    const { connections, calls, clients } = await openMarked(1);
    await takeOn(connections, 1);
    const second = await connections.take(false);
    assert.equal(second.isLast, false);
    calls.waiting = 0;
    const opened = clients.length;
    const waiting = connections.take(false);
    assert.equal(await isPending(waiting), true);
    answer(second);
    const third = await waiting;
    assert.deepEqual([third.client === second.client, third.isLast], [true, true]);
    assert.equal(clients.length, opened);
  });

  it('whose last request another call sends is not waited for any longer', async () => {
    const { connections, calls, clients } = await openMarked(1);
    await takeOn(connections, 6);
    const seventh = await connections.take(false);
    calls.waiting = 0;
    const waiting = connections.take(false);
    assert.equal(await isPending(waiting), true);
    answer(seventh);
    const eighth = connections.take(false);
    assert.equal(await isPending(waiting), false);
    assert.equal((await eighth).client, seventh.client);
    assert.notEqual((await waiting).client, seventh.client);
    assert.equal(clients.length, 3);
  });

  it('that fails leaves the idle ones as they are', async () => {
    const { connections, clients } = await openMarked();
    const [idle, busy] = [await connections.take(false), await connections.take(false)];
    answer(idle);
    busy.failed();
    assert.equal((await connections.take(false)).client, idle.client);
    assert.equal(clients.length, 3);
  });

  it('that fails is not waited for any longer', async () => {
    const { connections, calls } = await openMarked(1);
    await takeOn(connections, 1);
    const second = await connections.take(false);
    calls.waiting = 0;
    const waiting = [connections.take(false), connections.take(false)];
    assert.equal(await isPending(Promise.race(waiting)), false);
    second.failed();
    const turns = await Promise.all(waiting);
    assert.ok(turns.every(({ client }) => client !== second.client));
    assert.deepEqual([await second.isCertain, second.client.destroyed], [false, true]);
  });

  it('carries one more request after answers of more than 256 KiB', async () => {
    const { connections } = await openMarked();
    for (const [bytes, isLast] of [
      [256 * 1024, false],
      [256 * 1024 + 1, true],
    ] as const) {
      const first = await connections.take(false);
      answer(first, { bytes });
      const second = await connections.take(false);
      assert.deepEqual([second.client === first.client, second.isLast], [true, isLast]);
      second.failed();
    }
  });

  it('ends with an answer that announces it, whose request had not asked for it', async () => {
    const { connections } = await openMarked();
    const first = await connections.take(false);
    answer(first, { isMarked: true });
    const next = await connections.take(false);
    assert.notEqual(next.client, first.client);
    answer(next);
    const unexpected = await connections.take(false);
    answer(unexpected, { isMarked: true });
    assert.equal(await unexpected.isCertain, false);
    assert.equal(unexpected.client.destroyed, true);
  });

  it('that was closed before its next answer has no certain answers but the first', async () => {
    const { connections } = await openMarked();
    const [, second] = await takeOn(connections, 2);
    const third = await connections.take(false);
    disconnect(third);
    assert.equal(await second?.isCertain, false);
    // undici sends it on another connection.
    answer(third);
    assert.equal(await third.isCertain, false);
    // Two answers are requested again: it takes two hundred until connections carry several requests.
    const lengths: boolean[] = [];
    for (let request = 0; request < 200; request += 1) {
      const turn = await connections.take(false);
      lengths.push(turn.isLast);
      answer(turn);
    }
    const firstKept = lengths.indexOf(false);
    assert.ok(firstKept > 190 && firstKept < 200, `${firstKept}`);
  });

  it('may be closed after the headers of its last answer', async () => {
    const { connections } = await openMarked(0);
    const first = await connections.take(false);
    answer(first);
    const last = await connections.take(false);
    last.begun(true);
    disconnect(last);
    last.ended(10);
    assert.equal(await last.isCertain, true);
  });

  it('that is idle for a second is given up', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { connections } = await openMarked();
    const [first, second] = await takeOn(connections, 2);
    context.mock.timers.tick(IDLE_CONNECTION_MS - 1);
    assert.equal(first?.client.destroyed, false);
    const third = await connections.take(false);
    context.mock.timers.tick(IDLE_CONNECTION_MS);
    assert.deepEqual([third.client === first.client, third.client.destroyed], [true, false]);
    answer(third);
    context.mock.timers.tick(IDLE_CONNECTION_MS);
    assert.deepEqual([await second?.isCertain, await third.isCertain], [false, false]);
    assert.equal(third.client.destroyed, true);
    assert.notEqual((await connections.take(false)).client, third.client);
  });

  it('that is idle and is closed is not used again', async () => {
    const { connections, calls } = await openMarked();
    const turns = await takeOn(connections, 2);
    const [, second] = turns;
    if (second !== undefined) disconnect(second);
    calls.waiting = 0;
    const next = await connections.take(false);
    assert.ok(turns.every(({ client }) => client !== next.client));
    assert.equal(await second?.isCertain, false);
  });

  it('is closed at once where all are closed', async () => {
    const { connections, clients } = await openMarked();
    const turn = await connections.take(false);
    assert.equal(clients.length, 2);
    await connections.close();
    assert.equal(turn.client.destroyed, true);
    assert.equal((await connections.take(true)).client.destroyed, true);
  });
});
