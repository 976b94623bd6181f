// Jobs on SQS: all of them arrive, what is refused is sent again within bounds, and errors say little.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReceiveMessageCommand, SQSClient, type Message } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { openQueue, type Queue, type QueueOptions } from '../../../lib/adapters/queue/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { Codec } from '../../../lib/ports/object-store.ts';
import { startQueue, type QueueServer } from '../../support/aws/sqs-server.ts';

const job = z.object({ week: z.string(), folder: z.number(), since: z.string().nullable() });
const CODEC: Codec<ReportJob> = {
  encode: (value) => new TextEncoder().encode(JSON.stringify(value)),
  decode: (bytes) => job.parse(JSON.parse(new TextDecoder().decode(bytes))),
};

function jobs(count: number): readonly ReportJob[] {
  return Array.from({ length: count }, (_, index) => ({
    week: '2026-W46',
    folder: index + 1,
    since: index % 2 === 0 ? null : '2026-11-16T12:00:00Z',
  }));
}

interface Opened extends Disposable {
  readonly queue: Queue;
  readonly slept: readonly number[];
}

function open(server: QueueServer, options: Partial<QueueOptions> = {}): Opened {
  const slept: number[] = [];
  const queue = openQueue({
    url: server.queueUrl,
    jobs: CODEC,
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    connection: server.connection,
    ...options,
  });
  return {
    queue,
    slept,
    [Symbol.dispose]: () => {
      queue.close();
    },
  };
}

function arrived(server: QueueServer): readonly ReportJob[] {
  return server.ready
    .map((body) => CODEC.decode(new TextEncoder().encode(body)))
    .toSorted((one, other) => one.folder - other.folder);
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.catch((error: unknown) => error);
  assert(outcome instanceof Failure, 'it failed');
  return outcome;
}

describe('a queue of jobs', () => {
  it('gets each of 25 jobs once, in tens, and they are read back as they were', async () => {
    await using server = await startQueue();
    using opened = open(server);
    await opened.queue.sender.send(jobs(25));
    assert.deepEqual(arrived(server), jobs(25));
    assert.deepEqual(server.batches.map((batch) => batch.length).toSorted(), [10, 10, 5]);
    assert.deepEqual(opened.slept, []);
  });

  it('is not asked for nothing', async () => {
    await using server = await startQueue();
    using opened = open(server);
    await opened.queue.sender.send([]);
    assert.equal(server.batches.length, 0);
  });

  it('gets what it refused once more, and only that', async () => {
    await using server = await startQueue();
    using opened = open(server);
    const isPicky = (body: string): boolean => /"folder":(3|17)\b/.test(body);
    server.decide((body, attempt) => (isPicky(body) && attempt < 3 ? 'refused' : 'taken'));
    await opened.queue.sender.send(jobs(20));
    assert.deepEqual(arrived(server), jobs(20));
    assert.deepEqual(
      server.batches.map((batch) => batch.length).toSorted((a, b) => a - b),
      [1, 1, 1, 1, 10, 10],
    );
    assert.deepEqual(opened.slept.toSorted(), [200, 200, 400, 400]);
  });

  it('gets nothing a fourth time: what was not sent is counted, the rest stays sent', async () => {
    await using server = await startQueue();
    using opened = open(server);
    server.decide((body) => (/"folder":(3|17)\b/.test(body) ? 'refused' : 'taken'));
    const { code, facts } = await failureOf(opened.queue.sender.send(jobs(25)));
    assert.equal(code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(facts, { failed: 2, of: 25, reason: 'InternalError' });
    assert.equal(arrived(server).length, 23);
    assert.equal(server.batches.length, 3 + 4);
  });

  it('is not given again what it will never take', async () => {
    await using server = await startQueue();
    using opened = open(server);
    server.decide((body) => (body.includes('"folder":3,') ? 'at fault' : 'taken'));
    const { facts } = await failureOf(opened.queue.sender.send(jobs(5)));
    assert.deepEqual(facts, { failed: 1, of: 5, reason: 'InvalidMessageContents' });
    assert.equal(server.batches.length, 1);
  });
});

describe('a queue that can’t be used', () => {
  it('is told by the error’s name alone', async () => {
    await using server = await startQueue();
    using opened = open(server);
    server.fail({ error: 'com.amazonaws.sqs#AccessDeniedException', status: 400 });
    const { code, facts, cause } = await failureOf(opened.queue.sender.send(jobs(25)));
    assert.equal(code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(facts, { failed: 25, of: 25, reason: 'AccessDeniedException' });
    assert.equal(cause, undefined);
    server.fail(null);
    using elsewhere = open(server, { url: `${server.queueUrl}-gone` });
    const { facts: gone } = await failureOf(elsewhere.queue.sender.send(jobs(1)));
    assert.deepEqual(gone, { failed: 1, of: 1, reason: 'QueueDoesNotExist' });
  });

  it('is not asked for every batch once it is out of reach', async () => {
    await using server = await startQueue();
    let requests = 0;
    using opened = open(server, {
      connection: {
        ...server.connection,
        endpoint: () => {
          requests += 1;
          throw new TypeError('no way');
        },
      },
    });
    const { facts } = await failureOf(opened.queue.sender.send(jobs(200)));
    assert.deepEqual(facts, { failed: 200, of: 200, reason: 'TypeError' });
    assert.ok(requests < 10);
  });

  it('gets nothing more when it was closed while something waited', async () => {
    await using server = await startQueue();
    server.decide(() => 'refused');
    const opened = open(server, {
      sleep: () => {
        opened.queue.close();
        return Promise.resolve();
      },
    });
    const { facts } = await failureOf(opened.queue.sender.send(jobs(2)));
    assert.deepEqual(facts, { failed: 2, of: 2, reason: 'AbortError' });
    assert.equal(server.batches.length, 1);
  });
});

describe('a message that is given back', () => {
  async function receive(client: SQSClient, server: QueueServer): Promise<Message | undefined> {
    const command = new ReceiveMessageCommand({ QueueUrl: server.queueUrl, WaitTimeSeconds: 0 });
    return (await client.send(command)).Messages?.[0];
  }

  it('is received again when its time has come, long before the visibility timeout', async () => {
    await using server = await startQueue();
    using opened = open(server);
    const client = new SQSClient(server.connection);
    await opened.queue.sender.send(jobs(1));
    const first = await receive(client, server);
    assert.equal(await receive(client, server), undefined);
    await opened.queue.giveBack(first?.ReceiptHandle ?? '', 0);
    const second = await receive(client, server);
    assert.equal(second?.MessageId, first?.MessageId);
    await opened.queue.giveBack(second?.ReceiptHandle ?? '', 40_000.5);
    await opened.queue.giveBack(second?.ReceiptHandle ?? '', 1e9);
    assert.equal(await receive(client, server), undefined);
    client.destroy();
  });

  it('that isn’t held any more is a failure', async () => {
    await using server = await startQueue();
    using opened = open(server);
    const failure = await failureOf(opened.queue.giveBack('nobody', 5));
    assert.equal(failure.code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(failure.facts, { seconds: 5, reason: 'MessageNotInflight' });
  });
});
