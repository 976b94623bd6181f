// The local Lambda poller delivers messages of an SQS server to a real function.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { failedMessages } from '../../support/lambda/batch-answer.ts';
import { openLambdaEventSource } from '../../support/lambda/event-source.ts';
import type { LambdaEventSource } from '../../support/lambda/event-source.ts';
import { startFunction } from '../../support/lambda/lambda-function.ts';
import type { LambdaFunction } from '../../support/lambda/lambda-function.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import type { TestQueue, Queues } from '../../support/lambda/queues.ts';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';

// Each message contains the behaviour of the function by receive count.
const HANDLER = `
export const handler = async ({ Records: [record] }) => {
  const does = JSON.parse(record.body)[record.attributes.ApproximateReceiveCount - 1] ?? 'works';
  console.log(JSON.stringify(record));
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (does === 'throws') throw new Error('not now');
  if (does === 'exits') process.exit(1);
  if (does === 'fails') return { batchItemFailures: [{ itemIdentifier: record.messageId }] };
  return { batchItemFailures: [] };
};
`;

describe('the Lambda event source', { skip: missingForLambda() ?? false }, () => {
  let folder = '';
  let server: Queues;
  let sqs: SQSClient;
  let source: LambdaEventSource;
  let queue: TestQueue;
  let deadLetters: TestQueue;
  let functions: LambdaFunction[] = [];
  const running = new Set<LambdaFunction>();
  const starts = new EventEmitter();

  const send = (...does: readonly string[]): Promise<unknown> =>
    sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: JSON.stringify(does) }));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handler-'));
    await writeFile(join(folder, 'index.mjs'), HANDLER);
    server = await startQueues();
    sqs = new SQSClient(server.connection);
  });
  after(async () => {
    await source.stop();
    sqs.destroy();
    await server.close();
    await rm(folder, { recursive: true });
  });

  let queues = 0;
  interface QueueSettings {
    readonly maxReceiveCount?: number;
    /** Longer than a process takes to start, even on a busy machine; a failed message is visible again after it. */
    readonly visibilitySeconds?: number;
  }
  const open = async ({
    maxReceiveCount = 2,
    visibilitySeconds = 60,
  }: QueueSettings = {}): Promise<void> => {
    if (queues > 0) await source.stop();
    queues += 1;
    deadLetters = server.create(`dead-${queues}`);
    queue = server.create(`jobs-${queues}`, {
      VisibilityTimeout: String(visibilitySeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount }),
    });
    functions = [];
    source = openLambdaEventSource({
      sqs,
      queueUrl: queue.url,
      queueArn: queue.arn,
      maximumConcurrency: 2,
      start: async () => {
        starts.emit('start');
        const lambda = await startFunction({ folder });
        functions.push(lambda);
        running.add(lambda);
        return {
          ...lambda,
          stop: async () => {
            running.delete(lambda);
            await lambda.stop();
          },
        };
      },
    });
  };
  beforeEach(() => open());

  it('delivers every message once without failures, with at most the maximum number of processes', async () => {
    await Promise.all(Array.from({ length: 9 }, () => send('works')));
    await source.drain();
    assert.equal(source.deliveries().length, 9);
    assert.equal(new Set(source.deliveries().map(({ messageId }) => messageId)).size, 9);
    assert.equal(functions.length, 2);
  });

  it('delivers nothing from an empty queue', async () => {
    await source.drain({ maxWaitMs: 20_000 });
    assert.deepEqual(source.deliveries(), []);
    assert.deepEqual(functions, []);
  });

  it('delivers messages that are sent right after the queue was empty', async () => {
    for (const count of [1, 2, 3]) {
      await send('works');
      await source.drain();
      assert.equal(source.deliveries().length, count);
    }
  });

  it('passes the message in the format of Lambda', async () => {
    await send('works');
    await source.drain();
    const record = functions[0]?.logs().find((line) => line.includes('messageId')) ?? '';
    for (const [name, value] of [
      ['eventSource', 'aws:sqs'],
      ['eventSourceARN', queue.arn],
      ['awsRegion', server.connection.region],
      ['ApproximateReceiveCount', '1'],
      ['body', '["works"]'],
    ])
      assert.ok(record.includes(`"${name}":${JSON.stringify(value)}`), `${name} in ${record}`);
    assert.match(record, /"receiptHandle":"[^"]+".*"SentTimestamp":"\d{13}"/);
  });

  it('redelivers messages after a reported failure, an exception or a dead process', async () => {
    await open({ visibilitySeconds: 6 });
    await Promise.all([send('fails'), send('throws'), send('exits')]);
    await source.drain();
    const ends = source
      .deliveries()
      .map(({ body, receiveCount, isDeleted }) => `${body} ${receiveCount} ${isDeleted}`);
    assert.deepEqual(ends.toSorted(), [
      '["exits"] 1 false',
      '["exits"] 2 true',
      '["fails"] 1 false',
      '["fails"] 2 true',
      '["throws"] 1 false',
      '["throws"] 2 true',
    ]);
  });

  it('leaves messages to the dead-letter queue after the maximum number of failures', async () => {
    await open({ maxReceiveCount: 1, visibilitySeconds: 6 });
    await send('fails', 'works');
    await source.drain();
    assert.deepEqual(
      source.deliveries().map(({ isDeleted }) => isDeleted),
      [false],
    );
    const dead = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadLetters.url }));
    assert.equal(dead.Messages?.length, 1);
  });

  it('rejects if messages remain', async () => {
    await send('fails');
    await assert.rejects(source.drain({ maxWaitMs: 300 }), /1 messages remain after 300 ms/);
  });

  it('stops a process that is still starting', async () => {
    await send('works');
    const drained = assert.rejects(source.drain(), /1 messages remain after the end of the poller/);
    await once(starts, 'start');
    await source.stop();
    await drained;
    assert.deepEqual([functions.length, running.size], [1, 0]);
    assert.deepEqual(source.deliveries(), []);
  });
});

describe('failedMessages', () => {
  const failures = (...batchItemFailures: readonly unknown[]) => ({ batchItemFailures });
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['null', null, []],
    ['an empty object', {}, []],
    ['no list', { batchItemFailures: null }, []],
    ['an empty list', failures(), []],
    ['one of two', failures({ itemIdentifier: 'b' }), ['b']],
    ['an unknown id', failures({ itemIdentifier: 'c' }), ['a', 'b']],
    ['an empty id', failures({ itemIdentifier: '' }), ['a', 'b']],
    ['a null id', failures({ itemIdentifier: null }), ['a', 'b']],
    ['another key', failures({ messageId: 'a' }), ['a', 'b']],
    ['ids alone', failures('a'), ['a', 'b']],
    ['a list that is none', { batchItemFailures: 'a' }, ['a', 'b']],
    ['a text', 'done', ['a', 'b']],
    ['a list', [], ['a', 'b']],
  ];
  for (const [name, answer, expected] of cases) {
    it(`reads ${name} as ${expected.length === 0 ? 'success' : `failure of ${expected.join()}`}`, () => {
      assert.deepEqual(failedMessages(answer, ['a', 'b']), expected);
    });
  }
});

describe('scheduleEvent', () => {
  it('contains the time in the format of EventBridge Scheduler', () => {
    assert.deepEqual(scheduleEvent(Date.parse('2026-11-19T08:00:00.250Z')), {
      scheduledTime: '2026-11-19T08:00:00Z',
    });
  });
});
