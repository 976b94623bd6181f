// Days of data points against every alarm of the packaged template: which faults start which alarms, and that a healthy day
// starts none. Metrics of our own come from the handlers and their log.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { createHandler as mailEventsHandler } from '../../../functions/mail-events/handler.ts';
import { createHandler as makeReportHandler } from '../../../functions/make-report/handler.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import { createHandler as sendMessageHandler } from '../../../functions/send-message/handler.ts';
import { deliveryJobCodec, jobCodec } from '../../../lib/adapters/json/index.ts';
import { HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import type { PlanResult } from '../../../lib/jobs/plan-week.ts';
import type { WeekCounts } from '../../../lib/ports/stored-records.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Log, Metrics } from '../../../lib/shared/log.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { plannedWeek, planResult } from '../../support/plan-results.ts';
import type { Alarm, Sample } from './alarm-evaluation.ts';
import { activations, alarmsOf, isActive } from './alarm-evaluation.ts';
import { FUNCTIONS } from './alarm-rules.ts';
import { packageEverything } from './template.ts';

/** A Monday. */
const START = Date.UTC(2026, 10, 16);
const week = parseWeek('2026-W46') ?? assert.fail();

let alarms: readonly Alarm[];
before(async () => {
  alarms = alarmsOf((await packageEverything()).template);
});

// ── data points ─────────────────────────────────────────────────────────────────────────────────

const line = z.looseObject({
  _aws: z.object({
    Timestamp: z.number(),
    CloudWatchMetrics: z.array(
      z.object({ Namespace: z.string(), Metrics: z.array(z.object({ Name: z.string() })) }),
    ),
  }),
  Stage: z.string(),
});

/** Data points of a time that begins at `START`. */
function createMetrics() {
  const samples: Sample[] = [];
  const time = { now: START };
  const log: Log = createLog({
    write: (text) => {
      const { success, data } = line.safeParse(JSON.parse(text));
      if (!success) return;
      for (const { Namespace, Metrics } of data._aws.CloudWatchMetrics) {
        for (const { Name } of Metrics) {
          const metric = `${Namespace} ${Name} ${data.Stage}`;
          samples.push({ metric, at: data._aws.Timestamp, value: z.number().parse(data[Name]) });
        }
      }
    },
    clock: () => time.now,
    context: {},
    stage: 'example',
  });
  const aws = (metric: string, value: number): void => {
    samples.push({ metric, at: time.now, value });
  };
  return { samples, time, log, aws };
}

type TestMetrics = ReturnType<typeof createMetrics>;

const QUEUES = ['JobsQueue', 'DeliveriesQueue', 'MailEventsQueue'] as const;

interface PlannerFindings
  extends Partial<WeekCounts>, Partial<Pick<PlanResult, 'isLookLate' | 'isComparisonLate'>> {
  readonly unsent?: number;
}

/** What the real planner logs of a tick that found this. */
async function runPlanner(
  { time, log, aws }: TestMetrics,
  findings: PlannerFindings,
): Promise<void> {
  const { unsent = 0, isLookLate = false, isComparisonLate = false, ...counts } = findings;
  const nothing = { missing: 0, partial: 0, partialPercent: 0, behind: 0, enqueued: 0 };
  const planWeek = planWeekHandler({
    clock: () => time.now,
    weeks: () => [week],
    plan: ({ name }) =>
      Promise.resolve(
        planResult(plannedWeek(name, { due: 1000, ...nothing, ...counts }), {
          isLookLate,
          isComparisonLate,
        }),
      ),
    deliveries: {
      weeks: () => [week],
      plan: ({ name }) => {
        return Promise.resolve({ week: name, due: 1, enqueued: 0, unsent, refused: 0, unknown: 0 });
      },
    },
    log,
  });
  await planWeek(scheduleEvent(time.now));
  aws('AWS/Lambda Invocations PlanWeekLambdaFunction', 1);
}

/** Runs a step every five minutes, after what a deployment does that works. */
async function live(
  days: number,
  step: (metrics: TestMetrics, minute: number) => void | Promise<void> = () => undefined,
  findings: (minute: number) => PlannerFindings | null = () => ({}),
): Promise<TestMetrics> {
  const metrics = createMetrics();
  const { time, log, aws } = metrics;
  for (let minute = 0; minute < days * 24 * 60; minute += 5) {
    time.now = START + minute * MINUTE_MS;
    const tick = minute % 15 === 0 ? findings(minute) : null;
    if (tick !== null) await runPlanner(metrics, tick);
    for (const name of FUNCTIONS) {
      aws(`AWS/Lambda Errors ${name}LambdaFunction`, 0);
      aws(`AWS/Lambda Throttles ${name}LambdaFunction`, 0);
    }
    // Monday's reports and messages.
    const isBusy = minute >= 6 * 60 && minute < 7 * 60;
    for (const queue of QUEUES)
      aws(`AWS/SQS ApproximateAgeOfOldestMessage ${queue}`, isBusy ? 600 : 0);
    if (isBusy) {
      log.metrics({ ReportsMade: 1, ReportsPartial: 0, ZoneDrift: 0 });
      log.metrics({ MessagesSent: 1, MessagesRefused: 0, MessagesUnknown: 0 });
    }
    aws('AWS/ApiGateway 5xx HttpApi', 0);
    await step(metrics, minute);
  }
  return metrics;
}

/** The alarms that start, each with the hours after the beginning at which it does. */
function startedAlarms({
  samples,
  time,
}: TestMetrics): Readonly<Record<string, readonly number[]>> {
  const period = { start: START, end: time.now + 5 * MINUTE_MS };
  return Object.fromEntries(
    alarms
      .map((alarm) => {
        const hours = activations(alarm, samples, period).map((at) => (at - START) / HOUR_MS);
        return [alarm.name, hours] as const;
      })
      .filter(([, hours]) => hours.length > 0),
  );
}

/** Calls a real handler with a message that fails at its last receive; the queue then moves it to the dead letters. */
const ABANDONED: Readonly<Record<string, (metrics: TestMetrics) => Promise<void>>> = {
  JobsDeadLettersAlarm: async ({ time, log, aws }) => {
    const handle = makeReportHandler({
      jobs: jobCodec,
      startJob: () => ({
        make: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
        requests: () => ({ sent: 0, retried: 0 }),
        close: () => Promise.resolve(),
      }),
      abandon: () => Promise.resolve(),
      delayMessage: () => Promise.resolve(),
      random: () => 0,
      clock: () => time.now,
      log,
    });
    const body = JSON.stringify({ week: week.name, folder: 21, since: null });
    const context = { getRemainingTimeInMillis: () => 240_000 };
    await handle({ Records: sqsRecords([body], MAX_RECEIVES) }, context);
    aws('AWS/SQS ApproximateNumberOfMessagesVisible JobsDeadLetters', 1);
  },
  DeliveriesDeadLettersAlarm: async ({ log }) => {
    const handle = sendMessageHandler({
      jobs: deliveryJobCodec,
      process: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      delayMessage: () => Promise.resolve(),
      sendLater: () => Promise.resolve(),
      random: () => 0,
      log,
    });
    const job = {
      kind: 'report',
      week: week.name,
      folder: 21,
      subscription: `21-${'a'.repeat(20)}`,
    };
    const context = { getRemainingTimeInMillis: () => 120_000 };
    await handle({ Records: sqsRecords([JSON.stringify(job)], MAX_RECEIVES) }, context);
  },
  MailEventsDeadLettersAlarm: async ({ log }) => {
    const handle = mailEventsHandler({
      parse: () => ({ kind: 'bounced', subscription: null, recipients: [] }),
      apply: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      log,
    });
    await handle({ Records: sqsRecords(['{}'], MAX_RECEIVES) });
  },
  ScheduleDeadLettersAlarm: ({ aws }) => {
    aws('AWS/SQS NumberOfMessagesSent ScheduleDeadLetters', 1);
    return Promise.resolve();
  },
};

// ── what starts which alarm ─────────────────────────────────────────────────────────────────────

/** A fault that occurs every eleven minutes all day: which metric it adds 1 to, and the alarm. */
const REPEATED_FAULTS: readonly (readonly [metric: string, alarm: string])[] = [
  ['AWS/ApiGateway 5xx HttpApi', 'HttpServerErrorsAlarm'],
  ...FUNCTIONS.flatMap((name) => [
    [`AWS/Lambda Errors ${name}LambdaFunction`, `${name}ErrorsAlarm`] as const,
    [`AWS/Lambda Throttles ${name}LambdaFunction`, `${name}ThrottlesAlarm`] as const,
  ]),
];

/** One incident at ten o'clock. */
const EVENTS: readonly (readonly [metrics: Metrics, alarm: string])[] = [
  [{ DeliveriesFailed: 1 }, 'FailedDeliveriesAlarm'],
  [{ MessagesRefused: 1 }, 'RefusedMessagesAlarm'],
  [{ MessagesUnknown: 1 }, 'UnknownMessagesAlarm'],
  [{ ZoneDrift: 1 }, 'ZoneDriftAlarm'],
];

/** What the planner finds at each tick of three days. */
const FINDINGS: readonly (readonly [
  findings: PlannerFindings,
  alarm: string,
  withinHours: number,
])[] = [
  [{ late: 1 }, 'DueButMissingAlarm', 3],
  [{ unsent: 1 }, 'MessagesDueButUnsentAlarm', 1],
  [{ partialPercent: 26 }, 'PartialWeekAlarm', 3],
  [{ partialForADay: 1 }, 'PartialForADayAlarm', 1],
  [{ isLookLate: true }, 'LookOpenForADayAlarm', 1],
  [{ isComparisonLate: true }, 'ComparisonsOverdueAlarm', 1],
];

const AGES: readonly (readonly [queue: (typeof QUEUES)[number], alarm: string])[] = [
  ['JobsQueue', 'OldestJobAlarm'],
  ['DeliveriesQueue', 'OldestMessageAlarm'],
  ['MailEventsQueue', 'OldestMailEventAlarm'],
];

describe('a day without faults', () => {
  it('starts no alarm, also with one request that fails', async () => {
    const day = await live(2, ({ aws }, minute) => {
      if (minute === 600) aws('AWS/ApiGateway 5xx HttpApi', 1);
    });
    assert.deepEqual(startedAlarms(day), {});
  });
});

describe('an alarm', () => {
  for (const [metric, alarm] of REPEATED_FAULTS) {
    it(`${alarm} starts within the hour for one fault every eleven minutes`, async () => {
      const day = await live(1, ({ aws }, minute) => {
        // In the five minutes that begin now.
        if (minute % 11 === 0 || 11 - (minute % 11) < 5) aws(metric, 1);
      });
      const started = startedAlarms(day);
      assert.deepEqual(Object.keys(started), [alarm]);
      assert.ok((started[alarm]?.[0] ?? 99) <= 1);
    });
  }

  for (const [metrics, alarm] of EVENTS) {
    it(`${alarm} starts for one incident and ends`, async () => {
      const day = await live(1, ({ log }, minute) => {
        if (minute === 600 || minute === 900) log.metrics(metrics);
      });
      const started = startedAlarms(day);
      assert.deepEqual(Object.keys(started), [alarm]);
      assert.equal(started[alarm]?.length, 2);
    });
  }

  it('UnexpectedErrorsAlarm starts for one defect in a request', async () => {
    const day = await live(1, ({ log }, minute) => {
      if (minute === 600) log.error('request failed', new TypeError());
      if (minute === 900) log.error('request failed', new Failure('UPSTREAM_UNAVAILABLE'));
    });
    assert.deepEqual(Object.keys(startedAlarms(day)), ['UnexpectedErrorsAlarm']);
  });

  for (const [alarm, abandon] of Object.entries(ABANDONED)) {
    it(`${alarm} starts for a second incident while the first message still lies there`, async () => {
      const day = await live(1, async (metrics, minute) => {
        if (minute === 120 || minute === 600) await abandon(metrics);
        if (minute >= 120)
          metrics.aws('AWS/SQS ApproximateNumberOfMessagesVisible JobsDeadLetters', 1);
      });
      assert.deepEqual(
        Object.entries(startedAlarms(day)).map(([name, hours]) => [name, hours.map(Math.floor)]),
        [[alarm, [2, 10]]],
      );
    });
  }

  for (const [findings, alarm, withinHours] of FINDINGS) {
    it(`${alarm} starts once for what every run of the planner finds`, async () => {
      const days = await live(3, undefined, () => findings);
      assert.deepEqual(startedAlarms(days), { [alarm]: [withinHours] });
    });

    it(`${alarm} starts although only every third hour has a run that reads all weeks`, async () => {
      const days = await live(2, undefined, (minute) => (minute % 180 === 0 ? findings : {}));
      const silentDays = {
        ...days,
        samples: days.samples.filter(({ metric, at, value }) => !isUnknown(metric, at, value)),
      };
      assert.ok(alarm in startedAlarms(silentDays));
    });
  }

  it('PartialForADayAlarm starts once when a quarter of the reports, less one percent, is partial for eight days', async () => {
    const days = await live(8, undefined, (minute) => ({
      partial: 240,
      partialPercent: 24,
      partialForADay: minute < 24 * 60 ? 0 : 240,
    }));
    assert.deepEqual(startedAlarms(days), { PartialForADayAlarm: [25] });
  });

  for (const [queue, alarm] of AGES) {
    it(`${alarm} starts when a message waits for more than two hours`, async () => {
      const day = await live(1, ({ aws }, minute) => {
        aws(`AWS/SQS ApproximateAgeOfOldestMessage ${queue}`, Math.max(0, minute - 360) * 60);
      });
      const started = startedAlarms(day);
      assert.deepEqual(Object.keys(started), [alarm]);
      assert.equal(Math.floor(started[alarm]?.[0] ?? NaN), 8);
    });
  }

  it('starts on the age and on the number of messages when the sender never runs for 72 hours', async () => {
    const due = 8 * 60;
    const days = await live(
      3,
      ({ aws }, minute) => {
        aws(
          'AWS/SQS ApproximateAgeOfOldestMessage DeliveriesQueue',
          Math.max(0, minute - due) * 60,
        );
      },
      (minute) => ({ unsent: minute < due + 120 ? 0 : 15 }),
    );
    const started = startedAlarms(days);
    assert.deepEqual(Object.keys(started).toSorted(), [
      'MessagesDueButUnsentAlarm',
      'OldestMessageAlarm',
    ]);
    assert.ok(
      Object.values(started).every(([hours = 99, ...more]) => hours <= 11 && more.length === 0),
    );
  });

  it('PlannerSilentAlarm starts when the planner has not run for three hours', async () => {
    const days = await live(2, undefined, (minute) => (minute < 12 * 60 ? {} : null));
    assert.deepEqual(startedAlarms(days), { PlannerSilentAlarm: [15] });
  });

  it('has a fault in these tests that starts it', () => {
    const tested = [
      ...[...REPEATED_FAULTS, ...EVENTS, ...FINDINGS, ...AGES].map(([, alarm]) => alarm),
      ...Object.keys(ABANDONED),
      'PlannerSilentAlarm',
      'UnexpectedErrorsAlarm',
    ];
    assert.deepEqual(alarms.map(({ name }) => name).toSorted(), [...new Set(tested)].toSorted());
  });
});

/** A figure that the planner does not send when it could not read all weeks. */
function isUnknown(metric: string, at: number, value: number): boolean {
  const isFigure = /(Due|Partial|Open|Overdue)\w* example$/.test(metric);
  return isFigure && value === 0 && Math.floor((at - START) / HOUR_MS) % 3 !== 0;
}

describe('the evaluation of an alarm', () => {
  /** Tables of AWS's documentation: the last data points, and whether the alarm is active if missing ones breach, or not. */
  const vectors: readonly (readonly [
    of: number,
    points: string,
    breaching: boolean,
    not: boolean,
  ])[] = [
    [3, '0-X-X', false, false],
    [3, '----0', false, false],
    [3, '-----', true, false],
    [3, '0XX-X', true, true],
    [3, '--X--', true, false],
    [2, '0-X-X', true, true],
    [2, '00X0X', true, true],
    [2, '0-X--', true, false],
    [2, '----0', true, false],
    [2, '---X-', true, false],
  ];
  for (const [datapointsToAlarm, text, breaching, notBreaching] of vectors) {
    it(`takes missing data of ${text} as CloudWatch does, for ${datapointsToAlarm} of 3`, () => {
      const points = Array.from(text, (letter) => (letter === '-' ? null : letter === 'X' ? 1 : 0));
      const [anyAlarm = assert.fail()] = alarms;
      const alarm = {
        ...anyAlarm,
        evaluationPeriods: 3,
        datapointsToAlarm,
        threshold: 0,
        isBelow: false,
      };
      assert.equal(isActive({ ...alarm, isMissingBreaching: true }, points), breaching);
      assert.equal(isActive({ ...alarm, isMissingBreaching: false }, points), notBreaching);
    });
  }
});

// ── the table in the runbook ────────────────────────────────────────────────────────────────────

function rowOf(alarm: Alarm): string {
  const { name, metric, statistic, isBelow, threshold, description } = alarm;
  const [, impact = '', section = ''] =
    /^Impact: (.+?[.;]) .*docs\/runbook\.md#([a-z-]+)$/.exec(description) ?? [];
  const [namespace = '', metricName = '', about = ''] = metric.split(' ');
  const subject =
    namespace === 'FeedbackReports' ? '' : ` of ${about.replace(/LambdaFunction$/, '')}`;
  const { datapointsToAlarm, evaluationPeriods, periodMs } = alarm;
  const often = `${datapointsToAlarm} of ${evaluationPeriods} × ${periodMs / MINUTE_MS} min`;
  const when = `${statistic.toLowerCase()} of \`${metricName}\`${subject} ${isBelow ? '<' : '>'} ${threshold}`;
  return `| [\`${name}\`](#${section}) | ${when} | ${often} | ${impact.replace(/[.;]$/, '')} |`;
}

describe('the runbook', () => {
  it('has a table of all alarms (UPDATE_GOLDEN=1 writes it)', () => {
    const file = new URL('../../../docs/runbook.md', import.meta.url);
    const text = readFileSync(file, 'utf8');
    const table = [
      '| alarm | metric | how often | impact |',
      '|---|---|---|---|',
      ...alarms.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(rowOf),
    ].join('\n');
    const expected = text.replace(
      /(<!-- alarms of the template -->\n).*?(?=<!-- end -->)/s,
      (_all, begin: string) => `${begin}${table}\n`,
    );
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, expected);
    assert.ok(expected.includes(table));
    assert.equal(readFileSync(file, 'utf8'), expected);
  });
});
