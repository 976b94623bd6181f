// The Lambda handlers of the planner and the worker: events, messages, failures, retries and log lines.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeReportDependencies } from '../../../functions/make-report/handler.ts';
import {
  createHandler as makeReportHandler,
  type JobRun,
  type JobStart,
} from '../../../functions/make-report/handler.ts';
import { decideRetry } from '../../../lib/jobs/retry-policy.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import { jobCodec } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { JobOutcome, ReportOfJob } from '../../../lib/jobs/run-job.ts';
import type { PlanResult } from '../../../lib/jobs/plan-week.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import { createAnnouncementLog } from '../../../lib/composition/aws/announcements.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { plannedWeek, planResult } from '../../support/plan-results.ts';

const NOW = Date.parse('2026-11-16T18:00:00Z');
const JOB: ReportJob = { week: '2026-W46', folder: 21, since: null };
const SECRET_TEXT = 'canary: what a customer wrote';

function createTestLog() {
  const writtenLines: Record<string, unknown>[] = [];
  const log = createLog({
    write: (line) => {
      assert(!line.includes('\n'), 'one line');
      writtenLines.push({ ...parse(line) });
    },
    clock: () => NOW,
    context: { function: 'test' },
    stage: 'prod',
  });
  return { log, writtenLines };
}

function parse(text: string): object {
  const value: unknown = JSON.parse(text);
  assert(typeof value === 'object' && value !== null);
  return value;
}

/** A worker with the given `make`; records hidden, returned and abandoned messages. */
/** `replaced`: what the queue or the records do instead of succeeding. */
function createWorker(
  make: (job: ReportJob, start: JobStart) => ReturnType<JobRun['make']>,
  replaced: Partial<Pick<MakeReportDependencies, 'abandon' | 'delayMessage'>> = {},
) {
  const { log, writtenLines } = createTestLog();
  const calls: { hidden: number[]; returned: number[]; abandoned: string[]; closed: number } = {
    hidden: [],
    returned: [],
    abandoned: [],
    closed: 0,
  };
  let isStarted = false;
  const handle = makeReportHandler({
    jobs: jobCodec,
    startJob: (start) => ({
      make: (job) => {
        isStarted = true;
        return make(job, start);
      },
      requests: () => ({ sent: 7, retried: 2 }),
      close: () => {
        calls.closed += 1;
        return Promise.resolve();
      },
    }),
    abandon: (_job, failure) => {
      calls.abandoned.push(failure.code);
      return Promise.resolve();
    },
    delayMessage: (_receipt, seconds) => {
      (isStarted ? calls.returned : calls.hidden).push(seconds);
      return Promise.resolve();
    },
    ...replaced,
    random: () => 0,
    clock: () => NOW,
    log,
  });
  const receive = (body: string, receives = 1, remainingMs = 240_000) => {
    isStarted = false;
    return handle(
      { Records: sqsRecords([body], receives) },
      { getRemainingTimeInMillis: () => remainingMs },
    );
  };
  return { receive, calls, writtenLines };
}

const body = JSON.stringify(JOB);
const NOTHING_MADE: JobOutcome = {
  reports: [22, 23].map((folder) => ({ folder, result: { outcome: 'waiting' } })),
  sent: 0,
};

const FILE = { key: 'weeks/x', bytes: 1, sha256: '' };

function madeReport(folder: number): ReportOfJob {
  const manifest: Manifest = {
    week: JOB.week,
    folder: { key: folder, name: 'North' },
    revision: 3,
    status: 'partial',
    asOf: new Date(NOW).toISOString(),
    files: { pdf: FILE, json: FILE },
    problems: [{ code: 'TZ_DRIFT', message: '', missing: false }],
  };
  const report = { manifest, outcome: 'made' as const, part: () => assert.fail() };
  return { folder, result: { outcome: 'made', report, durations: { gather: 5, commit: 60 } } };
}
const FAILED = { batchItemFailures: [{ itemIdentifier: 'm0' }] };

describe('make-report handler', () => {
  it('deletes the message of a job that has ended, and writes its time and requests', async () => {
    const { receive, calls, writtenLines } = createWorker((job) => {
      assert.deepEqual(job, JOB);
      return Promise.resolve(NOTHING_MADE);
    });
    assert.deepEqual(await receive(body), { batchItemFailures: [] });
    assert.deepEqual(calls, { hidden: [270], returned: [], abandoned: [], closed: 1 });
    assert.deepEqual(writtenLines, [
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
        outcome: 'done',
        waiting: 2,
        JobDuration: 0,
        UpstreamRequests: 7,
        UpstreamRetries: 2,
      },
    ]);
  });

  it('writes a line for each report that is made, and for each failure that is not that of the job', async () => {
    const { receive, writtenLines } = createWorker((_job, start) => {
      start.onReport(madeReport(21), 40);
      start.onReport({ folder: 22, result: { outcome: 'waiting' } }, 0);
      start.onFailure(23, new Failure('STORE_UNAVAILABLE'));
      return Promise.resolve({ reports: [madeReport(21)], sent: 1 });
    });
    await receive(JSON.stringify({ ...JOB, others: [22, 23] }));
    const [made, failed, job] = writtenLines;
    assert.deepEqual(
      [made?.['folder'], made?.['outcome'], made?.['revision'], made?.['status']],
      [21, 'made', 3, 'partial'],
    );
    const metrics = ['ReportsMade', 'ReportsPartial', 'ZoneDrift', 'RenderDuration'];
    assert.deepEqual(
      [...metrics, 'GatherDuration', 'CommitDuration'].map((name) => made?.[name]),
      [1, 1, 1, 40, 5, 60],
    );
    assert.deepEqual(
      [failed?.['message'], failed?.['folder'], failed?.['code']],
      ['report failed', 23, 'STORE_UNAVAILABLE'],
    );
    assert.deepEqual(
      [job?.['outcome'], job?.['made'], job?.['sent'], job?.['others']],
      ['replaced', 1, 1, 2],
    );
    assert.equal(writtenLines.length, 3);
  });

  it('starts no report in the last 70 seconds', async () => {
    for (const [remainingMs, mayStart] of [
      [70_001, true],
      [70_000, false],
    ] as const) {
      const { receive } = createWorker((_job, start) => {
        assert.equal(start.mayStart(), mayStart);
        return Promise.resolve(NOTHING_MADE);
      });
      await receive(body, 1, remainingMs);
    }
  });

  it('tells a job how often its message was received', async () => {
    const { receive } = createWorker((_job, { receives }) => {
      assert.equal(receives, 3);
      return Promise.resolve(NOTHING_MADE);
    });
    assert.deepEqual(await receive(body, 3), { batchItemFailures: [] });
  });

  it('passes a reconciliation job on and logs that it is one', async () => {
    const look = { ...JOB, look: '2026-11-19T18:00:00.000Z' };
    const { receive, writtenLines } = createWorker((job) => {
      assert.deepEqual(job, look);
      return Promise.resolve(NOTHING_MADE);
    });
    assert.deepEqual(await receive(JSON.stringify(look)), { batchItemFailures: [] });
    assert.equal(writtenLines[0]?.['look'], look.look);
    const bad = createWorker(() => assert.fail('no job expected'));
    assert.deepEqual(await bad.receive(JSON.stringify({ ...JOB, look: 'thursday' })), FAILED);
  });

  it('leaves an invalid message to the dead-letter queue without logging its content', async () => {
    for (const bad of [SECRET_TEXT, '{}', '{"week":"2026-W46","folder":"21","since":null}', '']) {
      const { receive, calls, writtenLines } = createWorker(() => assert.fail('no job expected'));
      assert.deepEqual(await receive(bad, 3), FAILED);
      assert.deepEqual(calls, { hidden: [], returned: [], abandoned: [], closed: 0 });
      assert.equal(writtenLines[0]?.['code'], 'JOB_INVALID');
      assert(!JSON.stringify(writtenLines).includes('canary'));
    }
  });

  it('returns a temporary failure to the queue with growing delays and abandons the job after the last receive', async () => {
    const { receive, calls, writtenLines } = createWorker(() =>
      Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { status: 503 })),
    );
    const countAbandoned = () => writtenLines.filter((line) => line['JobsAbandoned'] === 1).length;
    for (let receives = 1; receives < MAX_RECEIVES; receives += 1) {
      assert.deepEqual(await receive(body, receives), FAILED);
    }
    assert.deepEqual(calls.returned, [30, 60, 120, 240]);
    assert.deepEqual([calls.abandoned, countAbandoned()], [[], 0]);
    assert.deepEqual(await receive(body, MAX_RECEIVES), FAILED, 'the queue moves the message');
    assert.deepEqual([calls.abandoned, countAbandoned()], [['UPSTREAM_UNAVAILABLE'], 1]);
    await receive(SECRET_TEXT, MAX_RECEIVES);
    assert.equal(countAbandoned(), 2, 'an invalid message');
  });

  it('writes time and requests of a failed job but counts no report', async () => {
    const { receive, writtenLines } = createWorker(() =>
      Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { status: 503 })),
    );
    await receive(body, 2);
    const metrics = writtenLines.find(({ message: text }) => text === 'metrics');
    assert.deepEqual([metrics?.['outcome'], metrics?.['receives']], ['failed', 2]);
    assert.deepEqual([metrics?.['UpstreamRequests'], metrics?.['UpstreamRetries']], [7, 2]);
    assert(metrics !== undefined && !('ReportsMade' in metrics) && !('ZoneDrift' in metrics));
  });

  it('deletes the message of a permanent failure and records it', async () => {
    const { receive, calls } = createWorker(() => Promise.reject(new Failure('WEEK_NOT_CLOSED')));
    assert.deepEqual(await receive(body), { batchItemFailures: [] });
    assert.deepEqual(calls.abandoned, ['WEEK_NOT_CLOSED']);
  });

  it('responds before the Lambda timeout and cancels pending work', async () => {
    const { receive, calls, writtenLines } = createWorker(() => new Promise(() => undefined));
    assert.deepEqual(await receive(body, 1, 10_001), FAILED);
    assert.deepEqual(calls, { hidden: [40.001], returned: [30], abandoned: [], closed: 1 });
    assert.equal(writtenLines[0]?.['code'], 'DEADLINE');
  });

  it('hides the message until half a minute after the Lambda timeout, for the case that the process ends', async () => {
    const hiding = Promise.withResolvers<undefined>();
    const changes: number[] = [];
    const { receive } = createWorker(() => Promise.reject(new Failure('STORE_UNAVAILABLE')), {
      abandon: () => assert.fail('abandoned'),
      delayMessage: async (_receipt, seconds) => {
        if (seconds === 150) await hiding.promise;
        changes.push(seconds);
      },
    });
    const handled = receive(body, 1, 120_000);
    await new Promise(setImmediate);
    assert.deepEqual(changes, []);
    hiding.resolve(undefined);
    await handled;
    assert.deepEqual(changes, [150, 30], 'the delay of a retry comes last');
  });

  it('makes reports although the queue refuses to hide the message for less time', async () => {
    const { receive } = createWorker(() => Promise.resolve(NOTHING_MADE), {
      abandon: () => assert.fail('abandoned'),
      delayMessage: () => Promise.reject(new Failure('QUEUE_UNAVAILABLE')),
    });
    assert.deepEqual(await receive(body), { batchItemFailures: [] });
  });

  it('logs the stack of an unexpected error but not its message', async () => {
    const { receive, writtenLines } = createWorker(() =>
      Promise.reject(new TypeError(SECRET_TEXT)),
    );
    assert.deepEqual(await receive(body), FAILED);
    assert.equal(writtenLines[0]?.['code'], 'BUG');
    assert.equal(writtenLines[0]['error'], 'TypeError');
    assert.match(String(writtenLines[0]['stack']), /queue-handlers\.test\.ts/);
    assert.equal(writtenLines[0]['UnexpectedErrors'], 1);
    assert.equal(writtenLines[0]['Stage'], 'prod');
    assert('_aws' in writtenLines[0]);
    assert(!JSON.stringify(writtenLines).includes('canary'));
  });

  it('reports the message as failed when it can’t be returned to the queue', async () => {
    const { receive } = createWorker(() => Promise.reject(new Failure('STORE_UNAVAILABLE')), {
      abandon: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      delayMessage: () => Promise.reject(new Failure('QUEUE_UNAVAILABLE')),
    });
    for (const receives of [1, MAX_RECEIVES]) {
      assert.deepEqual(await receive(body, receives), FAILED);
    }
  });
});

describe('a job that the reporting API asks to wait', () => {
  it('is returned to the queue until the time that it named, for eleven hours at most', async () => {
    for (const [waitMs, seconds] of [
      [600_000, 600],
      [1_000, 30],
      [-5_000, 30],
      [24 * 3_600_000, 11 * 3_600],
    ] as const) {
      const retryAt = new Date(NOW + waitMs).toISOString();
      const { receive, calls } = createWorker(() =>
        Promise.reject(new Failure('UPSTREAM_CLOSED', { retryAt })),
      );
      assert.deepEqual(await receive(body), FAILED);
      assert.deepEqual(calls.returned, [seconds]);
    }
  });
});

describe('retry policy', () => {
  it('delays retries by 30 seconds to 15 minutes', () => {
    for (let receives = 1; receives < MAX_RECEIVES; receives += 1) {
      for (const random of [0, 0.5, 0.999]) {
        const decision = decideRetry(new Failure('STORE_UNAVAILABLE'), receives, random);
        assert(
          decision.kind === 'retry' && decision.afterSeconds >= 30 && decision.afterSeconds <= 900,
        );
      }
    }
    assert.equal(decideRetry(new Error('a bug'), 1, 0).kind, 'retry');
    assert.equal(decideRetry(new Error('a bug'), MAX_RECEIVES, 0).kind, 'dead-letter');
  });
});

describe('metrics', () => {
  it('count a failed delivery in addition to its error line', () => {
    const { log, writtenLines } = createTestLog();
    const report = { week: '2026-W46', folder: 41 };
    createAnnouncementLog(log, report).onFailed(
      'hook-1',
      new Failure('DELIVERY_FAILED', { status: 410 }),
    );
    const [line, metrics] = writtenLines;
    assert.deepEqual(
      [line?.['level'], line?.['code'], line?.['status'], line?.['channel']],
      ['error', 'DELIVERY_FAILED', 410, 'hook-1'],
    );
    assert.deepEqual([metrics?.['DeliveriesFailed'], metrics?.['channel']], [1, 'hook-1']);
    createAnnouncementLog(log, report).onAccepted('hook-2');
    const { message: text, level, status } = writtenLines[2] ?? assert.fail();
    assert.deepEqual([text, level, status], ['accepted, delivery unknown', 'info', 202]);
    const refusal = { status: 429, isTemporary: true, retryAfterSeconds: 60 };
    const next = '2026-11-16T18:01:00.000Z';
    createAnnouncementLog(log, report).onRefused(
      'hook-3',
      new Failure('DELIVERY_FAILED', refusal),
      next,
    );
    const { at: _, function: __, ...refused } = writtenLines[3] ?? assert.fail();
    assert.deepEqual(refused, {
      ...{ level: 'info', message: 'announcement refused for now', ...report, channel: 'hook-3' },
      ...{ ...refusal, nextAttemptAt: next },
    });
  });

  it('have no dimension without a stage', () => {
    const writtenLines: unknown[] = [];
    const log = createLog({
      write: (line) => writtenLines.push(JSON.parse(line)),
      clock: () => NOW,
      context: {},
    });
    log.metrics({ ReportsOwed: 0 });
    const definition = {
      Namespace: 'FeedbackReports',
      Dimensions: [[]],
      Metrics: [{ Name: 'ReportsOwed', Unit: 'Count' }],
    };
    assert.deepEqual(writtenLines, [
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

describe('plan-week handler', () => {
  const planned = (week: Week, late: number): PlanResult =>
    planResult(plannedWeek(week.name, { late, partialForADay: 1 }));
  const first = weekOf(NOW / 86_400_000);
  const weeks = [weeksFrom(first, -2), weeksFrom(first, -1)];

  it('uses the scheduled time of the tick, at most ten minutes ahead of the clock, not the time of its delivery', async () => {
    const { log, writtenLines } = createTestLog();
    const plannedTimes: number[] = [];
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: (now) => {
        plannedTimes.push(now);
        return [];
      },
      plan: () => assert.fail('no week expected'),
      log,
    });
    await handle({ scheduledTime: '2026-11-16T02:00:00Z' });
    await handle({});
    await handle({ scheduledTime: 'soon' });
    await handle(null);
    assert.deepEqual(plannedTimes, [Date.parse('2026-11-16T02:00:00Z'), NOW, NOW, NOW]);
    await handle({ scheduledTime: '2026-11-16T18:10:00Z' });
    assert(writtenLines.every(({ level }) => level === 'info'));
    await handle({ scheduledTime: '2026-11-16T18:10:01Z' });
    await handle({ scheduledTime: '2031-01-01T00:00:00Z' });
    assert.deepEqual(plannedTimes.slice(4), [NOW + 600_000, NOW, NOW]);
    assert.deepEqual(
      writtenLines
        .filter(({ level }) => level === 'error')
        .map((line) => [line['message'], line['scheduledTime']]),
      [
        ['scheduled time in the future', '2026-11-16T18:10:01.000Z'],
        ['scheduled time in the future', '2031-01-01T00:00:00.000Z'],
      ],
    );
  });

  it('writes the number of late reports when all weeks were planned', async () => {
    const { log, writtenLines } = createTestLog();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve(planned(week, 3)),
      log,
    });
    await handle({});
    const metrics = writtenLines.find(({ message: text }) => text === 'metrics');
    assert.deepEqual([metrics?.['DueButMissing'], metrics?.['PartialForADay']], [6, 2]);
  });

  it('writes the highest partial percentage when all weeks were planned', async () => {
    const { log, writtenLines } = createTestLog();
    const shares = [12, 40];
    const dependencies = {
      clock: () => NOW,
      weeks: () => weeks,
      log,
    };
    const plan = ({ name }: Week): Promise<PlanResult> =>
      Promise.resolve(planResult(plannedWeek(name, { partialPercent: shares.shift() ?? 0 })));
    await planWeekHandler({ ...dependencies, plan })({});
    await planWeekHandler({ ...dependencies, weeks: () => [], plan })({});
    const failing = planWeekHandler({
      ...dependencies,
      plan: (week) =>
        week === weeks[0] ? plan(week) : Promise.reject(new Failure('STORE_UNAVAILABLE')),
    });
    await assert.rejects(failing({}));
    const metrics = writtenLines.filter(({ message: text }) => text === 'metrics');
    assert.deepEqual(
      metrics.map((line) => line['PartialPercent']),
      [40, 0, undefined],
    );
  });

  it('replaces old fact tables after the planning, and fails where it cannot', async () => {
    const { log, writtenLines } = createTestLog();
    const plan = (week: Week): Promise<PlanResult> => Promise.resolve(planned(week, 0));
    const handle = (replaceOldTables: () => Promise<string | null>) =>
      planWeekHandler({ clock: () => NOW, weeks: () => [], plan, replaceOldTables, log })({});
    for (const replaced of ['2026-W40', null]) await handle(() => Promise.resolve(replaced));
    const failure = new Failure('STORE_UNAVAILABLE', { key: 'facts/' });
    await assert.rejects(
      handle(() => Promise.reject(failure)),
      failure,
    );
    const lines = writtenLines.filter(({ message }) => message !== 'metrics');
    assert.deepEqual(
      lines.map(({ message, week, code }) => [message, week, code]),
      [
        ['fact tables of an earlier release replaced', '2026-W40', undefined],
        ['fact tables of an earlier release not replaced', undefined, 'STORE_UNAVAILABLE'],
      ],
    );
  });

  it('logs looks that were sent or abandoned', async () => {
    const { log, writtenLines } = createTestLog();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: ({ name }) =>
        Promise.resolve(
          planResult(plannedWeek(name, name === weeks[0]?.name ? { abandoned: 3 } : { looks: 7 })),
        ),
      log,
    });
    await handle({});
    assert.deepEqual(
      writtenLines
        .filter(({ message: text }) => String(text).startsWith('reconciliation'))
        .map(({ message: text, week, folders, jobs }) => [text, week, folders, jobs]),
      [
        ['reconciliation abandoned', weeks[0]?.name, 3, undefined],
        ['reconciliation scheduled', weeks[1]?.name, undefined, 7],
      ],
    );
    const metrics = writtenLines.find(({ message: text }) => text === 'metrics');
    assert.equal(metrics?.['JobsEnqueued'], 2 * 2 + 7);
  });

  it('counts weeks with a late look or comparison, unless that is unknown of a week', async () => {
    const { log, writtenLines } = createTestLog();
    const measure = async (second: Partial<PlanResult>) => {
      const handle = planWeekHandler({
        clock: () => NOW,
        weeks: () => weeks,
        plan: ({ name }) =>
          Promise.resolve({
            ...planResult(plannedWeek(name), { isLookLate: true, isComparisonLate: true }),
            ...(name === weeks[0]?.name ? {} : second),
          }),
        log,
      });
      await handle({});
      const metrics = writtenLines.findLast(({ message: text }) => text === 'metrics');
      return [metrics?.['LookOpenForADay'], metrics?.['ComparisonsOverdue']];
    };
    assert.deepEqual(await measure({ isLookLate: false, isComparisonLate: false }), [1, 1]);
    assert.deepEqual(await measure({}), [2, 2]);
    const unknown = { isLookLate: null, isComparisonLate: null };
    assert.deepEqual(await measure(unknown), [undefined, undefined]);
  });

  it('counts what an earlier tick found of a week that was not compared', async () => {
    const { log, writtenLines } = createTestLog();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve({ ...planned(week, 3), planned: null }),
      log,
    });
    assert.deepEqual(await handle({}), []);
    const [metrics] = writtenLines;
    assert.deepEqual([metrics?.['DueButMissing'], metrics?.['JobsEnqueued']], [6, 0]);
  });

  it('counts the reports of a week whose tables can not be written, and then fails', async () => {
    const { log, writtenLines } = createTestLog();
    const full = new Failure('STORE_UNAVAILABLE', { reason: 'full' });
    const tick = planWeekHandler({
      clock: () => NOW,
      weeks: () => weeks,
      plan: (week) => Promise.resolve({ ...planned(week, 3), tablesError: full }),
      log,
    });
    await assert.rejects(tick({}), full);
    const metrics = writtenLines.find(({ message: text }) => text === 'metrics');
    assert.equal(metrics?.['DueButMissing'], 6);
    const messages = writtenLines.map(({ message: text }) => text);
    assert(messages.includes('week planned') && messages.includes('fact tables not written'));
  });

  it('plans the other weeks when one fails, writes metrics, and then fails', async () => {
    const { log, writtenLines } = createTestLog();
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
    const metrics = writtenLines.find(({ message: text }) => text === 'metrics');
    assert.equal(metrics?.['DueButMissing'], undefined, 'unknown while a week fails');
    assert.equal(metrics?.['ReportsOwed'], 2);
    assert.equal(metrics['JobsEnqueued'], 2);
    const error = writtenLines.find(({ level }) => level === 'error');
    assert.deepEqual([error?.['code'], error?.['week']], ['UPSTREAM_UNAVAILABLE', weeks[0]?.name]);
  });
});
