// The doors of the planner and the worker: what becomes of events, messages and failures, and what is written of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import {
  createHandler as makeReportHandler,
  type Work,
} from '../../../functions/make-report/handler.ts';
import { decideRetry, MOST_RECEIVES } from '../../../functions/make-report/retry-policy.ts';
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import { jobCodec } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { JobOutcome } from '../../../lib/jobs/process-job.ts';
import type { PlannedWeek } from '../../../lib/jobs/plan-week.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import { deliveryLog } from '../../../lib/composition/aws/delivery-log.ts';
import { openLog } from '../../../lib/shared/log.ts';

const NOW = Date.parse('2026-11-16T18:00:00Z');
const JOB: ReportJob = { week: '2026-W46', folder: 21, since: null };
const SECRET_TEXT = 'canary: what a customer wrote';

function lines() {
  const written: Record<string, unknown>[] = [];
  const log = openLog({
    write: (line) => {
      assert(!line.includes('\n'), 'one line');
      written.push({ ...parse(line) });
    },
    clock: () => NOW,
    context: { function: 'test' },
    stage: 'prod',
  });
  return { log, written };
}

function parse(text: string): object {
  const value: unknown = JSON.parse(text);
  assert(typeof value === 'object' && value !== null);
  return value;
}

function message(body: string, receives = 1): SQSEvent {
  return {
    Records: [
      {
        messageId: 'm1',
        receiptHandle: 'r1',
        body,
        attributes: {
          ApproximateReceiveCount: String(receives),
          SentTimestamp: '0',
          SenderId: 'x',
          ApproximateFirstReceiveTimestamp: '0',
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:jobs',
        awsRegion: 'eu-west-1',
      },
    ],
  };
}

/** A worker that does what `make` does; what it gave back and gave up. */
function worker(make: Work['make']) {
  const { log, written } = lines();
  const given: { back: number[]; up: string[]; closed: number } = { back: [], up: [], closed: 0 };
  const handle = makeReportHandler({
    jobs: jobCodec(),
    openWork: () => ({
      make,
      requests: () => ({ sent: 7, retried: 2 }),
      steps: new Map([['gather', 5]] as const),
      close: () => {
        given.closed += 1;
        return Promise.resolve();
      },
    }),
    giveUp: (_job, failure) => {
      given.up.push(failure.code);
      return Promise.resolve();
    },
    giveBack: (_receipt, seconds) => {
      given.back.push(seconds);
      return Promise.resolve();
    },
    random: () => 0,
    clock: () => NOW,
    log,
  });
  const receive = (body: string, receives = 1, remainingMs = 240_000) =>
    handle(message(body, receives), { getRemainingTimeInMillis: () => remainingMs });
  return { receive, given, written };
}

const body = JSON.stringify(JOB);
const FAILED = { batchItemFailures: [{ itemIdentifier: 'm1' }] };

describe('the worker’s door', () => {
  it('is done with a message whose report was made, and writes the figures', async () => {
    const outcome: JobOutcome = { outcome: 'waiting', missing: 2 };
    const { receive, given, written } = worker((job) => {
      assert.deepEqual(job, JOB);
      return Promise.resolve(outcome);
    });
    assert.deepEqual(await receive(body), { batchItemFailures: [] });
    assert.deepEqual(given, { back: [], up: [], closed: 1 });
    assert.deepEqual(written, [
      {
        at: '2026-11-16T18:00:00.000Z',
        level: 'info',
        message: 'metrics',
        function: 'test',
        _aws: {
          Timestamp: NOW,
          CloudWatchMetrics: [
            {
              Namespace: 'FeedbackReports',
              Dimensions: [['Stage']],
              Metrics: [
                { Name: 'JobDuration', Unit: 'Milliseconds' },
                { Name: 'GatherDuration', Unit: 'Milliseconds' },
                { Name: 'UpstreamRequests', Unit: 'Count' },
                { Name: 'UpstreamRetries', Unit: 'Count' },
              ],
            },
          ],
        },
        Stage: 'prod',
        week: '2026-W46',
        folder: 21,
        receives: 1,
        since: null,
        outcome: 'waiting',
        missing: 2,
        JobDuration: 0,
        GatherDuration: 5,
        UpstreamRequests: 7,
        UpstreamRetries: 2,
      },
    ]);
  });

  it('hands a second look over as what it is, and writes that it was one', async () => {
    const look = { ...JOB, look: '2026-11-19T18:00:00.000Z' };
    const { receive, written } = worker((job) => {
      assert.deepEqual(job, look);
      return Promise.resolve({ outcome: 'nothing' });
    });
    assert.deepEqual(await receive(JSON.stringify(look)), { batchItemFailures: [] });
    assert.deepEqual([written[0]?.['look'], written[0]?.['outcome']], [look.look, 'nothing']);
    const bad = worker(() => assert.fail('nothing to be made'));
    assert.deepEqual(await bad.receive(JSON.stringify({ ...JOB, look: 'thursday' })), FAILED);
  });

  it('leaves what is no job to the dead letters, without a word of it', async () => {
    for (const bad of [SECRET_TEXT, '{}', '{"week":"2026-W46","folder":"21","since":null}', '']) {
      const { receive, given, written } = worker(() => assert.fail('nothing to be made'));
      assert.deepEqual(await receive(bad, 3), FAILED);
      assert.deepEqual(given, { back: [], up: [], closed: 0 });
      assert.equal(written[0]?.['code'], 'JOB_INVALID');
      assert(!JSON.stringify(written).includes('canary'));
    }
  });

  it('gives back what time may mend, a little later each time, and gives up at the last', async () => {
    const { receive, given } = worker(() =>
      Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { status: 503 })),
    );
    for (let receives = 1; receives < MOST_RECEIVES; receives += 1) {
      assert.deepEqual(await receive(body, receives), FAILED);
    }
    assert.deepEqual(given.back, [30, 60, 120, 240]);
    assert.deepEqual(given.up, []);
    assert.deepEqual(await receive(body, MOST_RECEIVES), FAILED, 'the queue moves it');
    assert.deepEqual(given.up, ['UPSTREAM_UNAVAILABLE']);
  });

  it('writes what a failed job took, and counts no report', async () => {
    const { receive, written } = worker(() =>
      Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { status: 503 })),
    );
    await receive(body, 2);
    const metrics = written.find(({ message: text }) => text === 'metrics');
    assert.deepEqual(
      [metrics?.['outcome'], metrics?.['receives'], metrics?.['GatherDuration']],
      ['failed', 2, 5],
    );
    assert.deepEqual([metrics?.['UpstreamRequests'], metrics?.['UpstreamRetries']], [7, 2]);
    assert(metrics !== undefined && !('ReportsMade' in metrics) && !('ZoneDrift' in metrics));
  });

  it('is done with what no time mends, and puts that on record', async () => {
    const { receive, given } = worker(() => Promise.reject(new Failure('WEEK_NOT_CLOSED')));
    assert.deepEqual(await receive(body), { batchItemFailures: [] });
    assert.deepEqual(given.up, ['WEEK_NOT_CLOSED']);
  });

  it('answers before Lambda ends it, and gives up what is under way', async () => {
    const { receive, given, written } = worker(() => new Promise(() => undefined));
    assert.deepEqual(await receive(body, 1, 10_001), FAILED);
    assert.deepEqual(given, { back: [30], up: [], closed: 1 });
    assert.equal(written[0]?.['code'], 'DEADLINE');
  });

  it('writes where a bug is and nothing that it says', async () => {
    const { receive, written } = worker(() => Promise.reject(new TypeError(SECRET_TEXT)));
    assert.deepEqual(await receive(body), FAILED);
    assert.equal(written[0]?.['code'], 'BUG');
    assert.equal(written[0]['error'], 'TypeError');
    assert.match(String(written[0]['stack']), /queue-doors\.test\.ts/);
    assert(!JSON.stringify(written).includes('canary'));
  });

  it('goes on though a message can’t be given back: its own timeout will do that', async () => {
    const { log } = lines();
    const handle = makeReportHandler({
      jobs: jobCodec(),
      openWork: () => ({
        make: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
        requests: () => ({ sent: 0, retried: 0 }),
        steps: new Map(),
        close: () => Promise.resolve(),
      }),
      giveUp: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      giveBack: () => Promise.reject(new Failure('QUEUE_UNAVAILABLE')),
      random: () => 0,
      clock: () => NOW,
      log,
    });
    for (const receives of [1, MOST_RECEIVES]) {
      const context = { getRemainingTimeInMillis: () => 240_000 };
      assert.deepEqual(await handle(message(body, receives), context), FAILED);
    }
  });
});

describe('the fate of a message', () => {
  it('never waits longer than a quarter of an hour, and always at least half a minute', () => {
    for (let receives = 1; receives < MOST_RECEIVES; receives += 1) {
      for (const chance of [0, 0.5, 0.999]) {
        const fate = decideRetry(new Failure('STORE_UNAVAILABLE'), receives, chance);
        assert(fate.kind === 'again' && fate.afterSeconds >= 30 && fate.afterSeconds <= 900);
      }
    }
    assert.equal(decideRetry(new Error('a bug'), 1, 0).kind, 'again');
    assert.equal(decideRetry(new Error('a bug'), MOST_RECEIVES, 0).kind, 'dead');
  });
});

describe('figures', () => {
  it('count a delivery that failed, beside the line that says why', () => {
    const { log, written } = lines();
    deliveryLog(log).failed('hook-1', new Failure('DELIVERY_FAILED', { status: 410 }));
    const [line, metrics] = written;
    assert.deepEqual(
      [line?.['level'], line?.['code'], line?.['status'], line?.['channel']],
      ['error', 'DELIVERY_FAILED', 410, 'hook-1'],
    );
    assert.deepEqual([metrics?.['DeliveriesFailed'], metrics?.['channel']], [1, 'hook-1']);
    deliveryLog(log).accepted('hook-2');
    const { message: text, level, status } = written[2] ?? assert.fail();
    assert.deepEqual([text, level, status], ['accepted, delivery unknown', 'info', 202]);
  });

  it('have no dimension where no stage is told', () => {
    const written: unknown[] = [];
    const log = openLog({
      write: (line) => written.push(JSON.parse(line)),
      clock: () => NOW,
      context: {},
    });
    log.metrics({ ReportsOwed: 0 });
    const definition = {
      Namespace: 'FeedbackReports',
      Dimensions: [[]],
      Metrics: [{ Name: 'ReportsOwed', Unit: 'Count' }],
    };
    assert.deepEqual(written, [
      {
        at: '2026-11-16T18:00:00.000Z',
        level: 'info',
        message: 'metrics',
        _aws: { Timestamp: NOW, CloudWatchMetrics: [definition] },
        ReportsOwed: 0,
      },
    ]);
  });
});

describe('the planner’s door', () => {
  const planned = (week: Week, late: number): PlannedWeek => ({
    week: week.name,
    isDone: false,
    due: 5,
    missing: 2,
    partial: 1,
    partialPercent: 20,
    behind: 1,
    late,
    enqueued: 2,
  });
  const first = weekOf(NOW / 86_400_000);
  const weeks = [weeksFrom(first, -2), weeksFrom(first, -1)];

  it('goes by the moment that the tick was for, not by when it comes', async () => {
    const { log } = lines();
    const seen: number[] = [];
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: (now) => {
        seen.push(now);
        return [];
      },
      plan: () => assert.fail('no week'),
      log,
    });
    await handle({ scheduledTime: '2026-11-16T02:00:00Z' });
    await handle({});
    await handle({ scheduledTime: 'soon' });
    await handle(null);
    assert.deepEqual(seen, [Date.parse('2026-11-16T02:00:00Z'), NOW, NOW, NOW]);
  });

  it('writes how many reports are late when all weeks could be looked at', async () => {
    const { log, written } = lines();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve(planned(week, 3)),
      log,
    });
    await handle({});
    assert.equal(written.find(({ message: text }) => text === 'metrics')?.['DueButMissing'], 6);
  });

  it('writes how partial the worst week is when all weeks could be looked at', async () => {
    const { log, written } = lines();
    const shares = [12, 40];
    const parts = {
      clock: () => NOW,
      weeks: () => weeks,
      log,
    };
    const plan = (week: Week): Promise<PlannedWeek> =>
      Promise.resolve({ ...planned(week, 0), partialPercent: shares.shift() ?? 0 });
    await planWeekHandler({ ...parts, plan })({});
    await planWeekHandler({ ...parts, weeks: () => [], plan })({});
    const failing = planWeekHandler({
      ...parts,
      plan: (week) =>
        week === weeks[0] ? plan(week) : Promise.reject(new Failure('STORE_UNAVAILABLE')),
    });
    await assert.rejects(failing({}));
    const metrics = written.filter(({ message: text }) => text === 'metrics');
    assert.deepEqual(
      metrics.map((line) => line['PartialPercent']),
      [40, 0, undefined],
    );
  });

  it('tells what it did about second looks, and once that one was given up', async () => {
    const { log, written } = lines();
    const seen: unknown[] = [];
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve(planned(week, 0)),
      lookAgain: (week, { behind }, now) => {
        seen.push([week.name, behind, now]);
        const of = { week: week.name, asked: 0, left: 0 };
        return Promise.resolve(
          week === weeks[0] ? { ...of, givenUp: 3 } : { ...of, asked: 7, givenUp: 0 },
        );
      },
      log,
    });
    await handle({});
    assert.deepEqual(
      seen,
      weeks.map(({ name }) => [name, 1, NOW]),
    );
    const told = written.filter(({ message: text }) => String(text).match(/look/) !== null);
    assert.deepEqual(
      told.map(({ message: text, week, folders, asked, left }) => [
        text,
        week,
        folders,
        asked,
        left,
      ]),
      [
        ['a second look was given up', weeks[0]?.name, 3, undefined, undefined],
        ['looked again', weeks[1]?.name, undefined, 7, 0],
      ],
    );
  });

  it('fails when a second look does, though it still knows what is late', async () => {
    const { log, written } = lines();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve(planned(week, 3)),
      lookAgain: (week) =>
        week === weeks[0]
          ? Promise.reject(new Failure('UPSTREAM_UNAVAILABLE'))
          : Promise.resolve(null),
      log,
    });
    await assert.rejects(handle({}), { code: 'UPSTREAM_UNAVAILABLE' });
    assert.equal(written.find(({ message: text }) => text === 'metrics')?.['DueButMissing'], 6);
    const error = written.find(({ level }) => level === 'error');
    assert.deepEqual(
      [error?.['message'], error?.['code'], error?.['week']],
      ['a second look could not be taken', 'UPSTREAM_UNAVAILABLE', weeks[0]?.name],
    );
  });

  it('plans the other weeks though one fails, writes the figures, and then fails', async () => {
    const { log, written } = lines();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) =>
        week === weeks[0]
          ? Promise.reject(new Failure('UPSTREAM_UNAVAILABLE'))
          : Promise.resolve(planned(week, 3)),
      log,
    });
    await assert.rejects(handle({}), { code: 'UPSTREAM_UNAVAILABLE' });
    const metrics = written.find(({ message: text }) => text === 'metrics');
    assert.equal(metrics?.['DueButMissing'], undefined, 'not known');
    assert.equal(metrics?.['ReportsOwed'], 2);
    assert.equal(metrics['JobsEnqueued'], 2);
    const error = written.find(({ level }) => level === 'error');
    assert.deepEqual([error?.['code'], error?.['week']], ['UPSTREAM_UNAVAILABLE', weeks[0]?.name]);
  });
});
