// Jobs on SQS: all arrive, refused entries are retried a limited number of times, and errors contain no request.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReceiveMessageCommand, SQSClient, type Message } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import {
  openSqsQueue,
  type SqsQueue,
  type QueueOptions,
} from '../../../lib/adapters/queue/index.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { Codec } from '../../../lib/ports/object-store.ts';
import { startSqsServer, type SqsServer } from '../../support/aws/sqs-server.ts';
import { catchFailure } from '../../support/outcomes.ts';

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
  readonly queue: SqsQueue<ReportJob>;
  readonly sleepTimes: readonly number[];
}

function open(server: SqsServer, options: Partial<QueueOptions<ReportJob>> = {}): Opened {
  const sleepTimes: number[] = [];
  const queue = openSqsQueue({
    url: server.queueUrl,
    jobs: CODEC,
    random: () => 0.5,
    sleep: (ms) => {
      sleepTimes.push(ms);
      return Promise.resolve();
    },
    connection: server.connection,
    ...options,
  });
  return {
    queue,
    sleepTimes,
    [Symbol.dispose]: () => {
      queue.close();
    },
  };
}

function receivedJobs(server: SqsServer): readonly ReportJob[] {
  return server.visibleBodies
    .map((body) => CODEC.decode(new TextEncoder().encode(body)))
    .toSorted((a, b) => a.folder - b.folder);
}

describe('a job queue', () => {
  it('receives each of 25 jobs once, in batches of ten, and decodes to the same jobs', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    await opened.queue.sender.send(jobs(25));
    assert.deepEqual(receivedJobs(server), jobs(25));
    assert.deepEqual(server.batches.map((batch) => batch.length).toSorted(), [10, 10, 5]);
    assert.deepEqual(opened.sleepTimes, []);
  });

  it('says whether jobs wait', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    assert.equal(await opened.queue.hasWaitingJobs(), false);
    await opened.queue.sender.send(jobs(1));
    assert.equal(await opened.queue.hasWaitingJobs(), true);
    server.fail({ error: 'AccessDenied', status: 403 });
    const { code, facts } = await catchFailure(opened.queue.hasWaitingJobs());
    assert.deepEqual([code, facts], ['QUEUE_UNAVAILABLE', { reason: 'AccessDenied' }]);
  });

  it('receives no request without jobs', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    await opened.queue.sender.send([]);
    assert.equal(server.batches.length, 0);
  });

  it('receives only refused entries again', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    const isPicky = (body: string): boolean => /"folder":(3|17)\b/.test(body);
    server.setEntryOutcome((body, attempt) =>
      isPicky(body) && attempt < 3 ? 'refused' : 'accepted',
    );
    await opened.queue.sender.send(jobs(20));
    assert.deepEqual(receivedJobs(server), jobs(20));
    assert.deepEqual(
      server.batches.map((batch) => batch.length).toSorted((a, b) => a - b),
      [1, 1, 1, 1, 10, 10],
    );
    assert.deepEqual(opened.sleepTimes.toSorted(), [200, 200, 400, 400]);
  });

  it('receives no entry a fourth time, and the failure counts the unsent ones', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    server.setEntryOutcome((body) => (/"folder":(3|17)\b/.test(body) ? 'refused' : 'accepted'));
    const { code, facts } = await catchFailure(opened.queue.sender.send(jobs(25)));
    assert.equal(code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(facts, { failed: 2, of: 25, reason: 'InternalError' });
    assert.equal(receivedJobs(server).length, 23);
    assert.equal(server.batches.length, 3 + 4);
  });

  it('does not receive invalid entries again', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    server.setEntryOutcome((body) => (body.includes('"folder":3,') ? 'invalid' : 'accepted'));
    const { facts } = await catchFailure(opened.queue.sender.send(jobs(5)));
    assert.deepEqual(facts, { failed: 1, of: 5, reason: 'InvalidMessageContents' });
    assert.equal(server.batches.length, 1);
  });
});

describe('an unavailable job queue', () => {
  it('is reported with the name of the error only', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    server.fail({ error: 'com.amazonaws.sqs#AccessDeniedException', status: 400 });
    const { code, facts, cause } = await catchFailure(opened.queue.sender.send(jobs(25)));
    assert.equal(code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(facts, { failed: 25, of: 25, reason: 'AccessDeniedException' });
    assert.equal(cause, undefined);
    server.fail(null);
    using elsewhere = open(server, { url: `${server.queueUrl}-gone` });
    const { facts: otherFacts } = await catchFailure(elsewhere.queue.sender.send(jobs(1)));
    assert.deepEqual(otherFacts, { failed: 1, of: 1, reason: 'QueueDoesNotExist' });
  });

  it('receives no further batches after an outage', async () => {
    await using server = await startSqsServer();
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
    const { facts } = await catchFailure(opened.queue.sender.send(jobs(200)));
    assert.deepEqual(facts, { failed: 200, of: 200, reason: 'TypeError' });
    assert.ok(requests < 10);
  });
});

it('jobs that are sent for later are not received at once, for any delay', async () => {
  await using server = await startSqsServer();
  using opened = open(server);
  await opened.queue.sender.send(jobs(1), 0.5);
  await opened.queue.sender.send(jobs(1), 1e9);
  assert.deepEqual(
    server.batches.map((batch) => batch.length),
    [1, 1],
  );
  assert.deepEqual(server.visibleBodies, []);
});

describe('a delayed message', () => {
  async function receive(client: SQSClient, server: SqsServer): Promise<Message | undefined> {
    const command = new ReceiveMessageCommand({ QueueUrl: server.queueUrl, WaitTimeSeconds: 0 });
    return (await client.send(command)).Messages?.[0];
  }

  it('is visible again after the delay, long before the visibility timeout', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    const client = new SQSClient(server.connection);
    await opened.queue.sender.send(jobs(1));
    const firstMessage = await receive(client, server);
    assert.equal(await receive(client, server), undefined);
    await opened.queue.delayMessage(firstMessage?.ReceiptHandle ?? '', 0);
    const secondMessage = await receive(client, server);
    assert.equal(secondMessage?.MessageId, firstMessage?.MessageId);
    await opened.queue.delayMessage(secondMessage?.ReceiptHandle ?? '', 40_000.5);
    await opened.queue.delayMessage(secondMessage?.ReceiptHandle ?? '', 1e9);
    assert.equal(await receive(client, server), undefined);
    client.destroy();
  });

  it('fails when it is no longer in flight', async () => {
    await using server = await startSqsServer();
    using opened = open(server);
    const failure = await catchFailure(opened.queue.delayMessage('unknown', 5));
    assert.equal(failure.code, 'QUEUE_UNAVAILABLE');
    assert.deepEqual(failure.facts, { seconds: 5, reason: 'MessageNotInflight' });
  });
});
