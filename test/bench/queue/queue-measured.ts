// A child process that runs the jobs of a company's week: the planner's tick, then the real worker handler with the
// messages of a real queue, first one at a time like a process on Lambda, then concurrently.
import { performance } from 'node:perf_hooks';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import type { JobRun, JobStart } from '../../../functions/make-report/handler.ts';
import { createHandler } from '../../../functions/make-report/handler.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { readPlan } from '../../../lib/reports/report-repository.ts';
import { openPlanner } from '../../../lib/composition/aws/planner.ts';
import { openWorker } from '../../../lib/composition/aws/worker.ts';
import { endOfWeekEverywhere } from '../../../lib/domain/calendar.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { sqsRecord } from '../../support/lambda/sqs-record.ts';
import { createRandom } from '../../support/test-reports.ts';
import { inputOf, sendResult } from '../child.ts';
import { cpuMs, peakRssMb, waitedForCoreMs, waitedSince } from '../bench-samples.ts';
import { benchWeek } from '../upstream/bodies.ts';
import { measureParts } from './separate-steps.ts';
import { workerInput, type Phase } from './queue-figures.ts';

/** The last survey's settling, and the planner's tick after it. */
const SETTLED_MS = 7 * 3_600_000;
/** Longer than the function's, since one process does the work of sixteen. */
const TIMEOUT_MS = 900_000;
/** Maximum of SQS per receive request. */
const MOST_RECEIVED = 10;
/** Warm-up messages, excluded from the figures. */
const WARM_UP = 1;

const { environment, oneByOne, messages } = inputOf(workerInput);
Object.assign(process.env, environment);
const week = benchWeek();
const start = performance.now();
const system = {
  // Starts at the first hour in which all reports are due and advances, because job records expire.
  clock: () => Math.floor(endOfWeekEverywhere(week) + SETTLED_MS + performance.now() - start),
  random: createRandom(1),
};
const queueUrl = environment['REPORTS_QUEUE_URL'] ?? '';
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
const worker = openWorker(process.env, system);
const failures: string[] = [];
const log = createLog({
  write: (line) => {
    if (line.includes('"level":"error"')) failures.push(line);
  },
  clock: system.clock,
  context: {},
});
const totals = { made: 0, idle: 0, requests: 0 };
const steps = { gather: 0, render: 0, commit: 0 };

/** The worker's own, counted. */
function openWork(start: JobStart): JobRun {
  const work = worker.openJob({
    ...start,
    onReport: ({ folder, result }, renderMs) => {
      if (result.outcome !== 'made') return;
      if (result.report.manifest.status !== 'complete') {
        throw new Error(`the report of folder ${folder} is ${result.report.manifest.status}`);
      }
      totals.made += 1;
      steps.gather += result.durations.gather;
      steps.render += renderMs;
      steps.commit += result.durations.commit;
    },
  });
  return {
    ...work,
    async make(job) {
      const outcome = await work.make(job);
      if (!outcome.reports.some(({ result }) => result.outcome === 'made')) totals.idle += 1;
      return outcome;
    },
    close: async () => {
      totals.requests += work.requests().sent;
      await work.close();
    },
  };
}

const handle = createHandler({ ...system, ...worker, startJob: openWork, log });

/** The folders with an expected report. */
async function plan(): Promise<{
  readonly repository: ReportRepository;
  readonly folders: readonly number[];
}> {
  const planner = openPlanner(process.env, system);
  const { context, close } = planner.openPlanning();
  // Every survey belongs to the week.
  const source = { ...context.source, readActivePeriods: () => Promise.resolve(new Map()) };
  const tick = { now: system.clock(), isScheduled: false };
  const { planned } = await planWeek({ ...context, source }, week, tick);
  if (planned === null) throw new Error('the week could not be planned');
  await close();
  const { repository } = context;
  const { folders } = (await readPlan(repository, week.name)) ?? { folders: [] };
  return { repository, folders: folders.map(({ key }) => key) };
}

async function receive(count: number): Promise<readonly Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(count, MOST_RECEIVED),
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  );
  return Messages;
}

/** Returns the duration of the handler. */
async function deliver(message: Message): Promise<number> {
  const begun = performance.now();
  const { batchItemFailures } = await handle(
    { Records: [sqsRecord(message)] },
    { getRemainingTimeInMillis: () => TIMEOUT_MS },
  );
  const elapsedMs = performance.now() - begun;
  if (batchItemFailures.length > 0) throw new Error(failures.at(-1) ?? 'a job failed');
  const { ReceiptHandle } = message;
  await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  return elapsedMs;
}

/**
 * Receives messages while fewer than `inFlight` are in flight, until so many were handled or all reports are made. Returns the time of
 * the handler.
 */
async function deliverAll(
  inFlight: number,
  { messages: most = Infinity, reports }: { readonly messages?: number; readonly reports: number },
): Promise<number> {
  let handlerMs = 0;
  let begun = 0;
  const busy = new Set<Promise<void>>();
  while (totals.made < reports && begun < most) {
    const freeSlots = Math.min(inFlight - busy.size, most - begun);
    if (freeSlots > 0) {
      for (const message of await receive(freeSlots)) {
        begun += 1;
        const delivery = deliver(message).then((ms) => {
          handlerMs += ms;
          busy.delete(delivery);
        });
        busy.add(delivery);
      }
    }
    if (busy.size >= inFlight) await Promise.race(busy);
  }
  await Promise.all(busy);
  return handlerMs;
}

async function phase(work: () => Promise<number>): Promise<Phase> {
  const [reportsBefore, requests] = [totals.made, totals.requests];
  const [begun, cpuBefore, waitedBefore] = [performance.now(), cpuMs(), waitedForCoreMs()];
  const handlerMs = await work();
  return {
    handlerMs,
    wallMs: performance.now() - begun,
    cpuMs: cpuMs() - cpuBefore,
    waitedMs: waitedSince(waitedBefore),
    reports: totals.made - reportsBefore,
    requests: totals.requests - requests,
  };
}

const { repository, folders } = await plan();
const reports = folders.length;
await deliverAll(1, { messages: WARM_UP, reports });
Object.assign(steps, { gather: 0, render: 0, commit: 0 });
const alone = await phase(() => deliverAll(1, { messages: oneByOne, reports }));
const stepsAlone = { ...steps };
const together = await phase(() => deliverAll(messages, { reports }));
sqs.destroy();
if (failures.length > 0) throw new Error(failures[0]);
const peak = peakRssMb();
const bucket = (environment['REPORTS_STORE'] ?? '').replace('s3://', '');
const apart = await measureParts(repository, week.name, { bucket, folders });
sendResult({
  oneByOne: alone,
  steps: {
    gather: stepsAlone.gather / alone.reports,
    render: stepsAlone.render / alone.reports,
    commit: stepsAlone.commit / alone.reports,
  },
  sideBySide: together,
  idleJobs: totals.idle,
  peakRssMb: peak,
  apart,
});
process.exit();
