// The messages of a large company's week: how close they come to the rate, CPU time and memory of the senders, requests to
// AWS and their cost.
import type { Child } from '../child.ts';
import { endChild, measure, startChild } from '../child.ts';
import { startCloud } from '../cloud/cloud-figures.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import type { CompanySize } from './delivery-figures.ts';
import { planFigures, readReceived, senderFigures, serverStarted } from './delivery-figures.ts';
import type { DeliveryRun } from './delivery-table.ts';
import { sectionOf } from './delivery-table.ts';

const MAIL_SERVER = new URL('./mail-server.ts', import.meta.url);
const PLAN = new URL('./delivery-plan.ts', import.meta.url);
const ON_AWS = new URL('./sender-on-aws.ts', import.meta.url);
const ON_ONE_MACHINE = new URL('./sender-on-one-machine.ts', import.meta.url);

const COMPANY: CompanySize = { folders: 2000, subscribers: 5000 };
/** As many as take less than a minute at the rate. */
const PART: CompanySize = { folders: 280, subscribers: 700 };

/** Rate of SES in the examples of the documentation. */
const RATE = 14;
/** More than any machine reaches: the highest that the setting allows. */
const UNLIMITED = 1000;

/** As in serverless.yml: how many instances run, and the messages of a batch. */
const INSTANCES = 2;
const BATCH = 20;

/** Latencies of the bucket and of the server that accepts messages, while the rate limits. */
const LATENCIES = { bucketMs: 20, mailMs: 80 };
const NO_LATENCIES: typeof LATENCIES = { bucketMs: 0, mailMs: 0 };

export const deliveryBench: Bench = {
  name: 'delivery',
  summary: '5,000 messages over 2,000 folders by SES and SMTP: rate, time, memory, cost',
  run,
};

/** Runs once for any number of rounds: it takes minutes, and its figures are averages over thousands of messages. */
async function run({ full, profiles, progress }: BenchOptions): Promise<Section> {
  const runs: DeliveryRun[] = [];
  for (const where of ['aws', 'machine'] as const) {
    for (const [size, rate] of [
      [full ? COMPANY : PART, RATE],
      [COMPANY, UNLIMITED],
    ] as const) {
      const latencies = rate === UNLIMITED ? NO_LATENCIES : LATENCIES;
      const mail = await startChild(MAIL_SERVER, { latencyMs: latencies.mailMs });
      try {
        const runOne = where === 'aws' ? runOnAws : runOnOneMachine;
        const result = await runOne(mail, { size, rate, bucketMs: latencies.bucketMs, profiles });
        runs.push(result);
        const { messages, betweenMs } = result.received;
        progress(`${where}, at most ${rate}/s: ${messages} in ${(betweenMs / 1000).toFixed(1)} s`);
      } finally {
        await endChild(mail);
      }
    }
  }
  return sectionOf(runs, { rate: RATE, batch: BATCH, ...LATENCIES });
}

interface RunOptions {
  readonly size: CompanySize;
  readonly rate: number;
  readonly bucketMs: number;
  readonly profiles: string | null;
}

async function runOnAws(
  mail: Child,
  { size, rate, bucketMs, profiles }: RunOptions,
): Promise<DeliveryRun> {
  const { control, ses } = serverStarted.parse(JSON.parse(mail.line));
  const cloud = await startCloud(bucketMs);
  try {
    const environment = {
      ...cloud.environment,
      AWS_ENDPOINT_URL_SESV2: ses,
      FEEDBACK_API_URL: 'http://127.0.0.1:9',
      REPORTS_PUBLIC_URL: 'https://reports.example.com',
      REPORTS_MAIL: 'ses',
      REPORTS_MAIL_FROM: 'Reports <reports@example.com>',
      REPORTS_MAIL_RATE: String(Math.min(UNLIMITED, rate / INSTANCES)),
    };
    const plan = await measure(PLAN, { environment, size }, planFigures);
    if (plan.enqueued !== size.subscribers) throw new Error(`${plan.enqueued} jobs`);
    const before = await cloud.counts();
    const input = { environment, share: size.subscribers / INSTANCES, batch: BATCH };
    const senders = await Promise.all(
      Array.from({ length: INSTANCES }, () => measure(ON_AWS, input, senderFigures, profiles)),
    );
    const after = await cloud.counts();
    const requests = {
      s3: difference(after.s3, before.s3),
      sqs: difference(after.sqs, before.sqs),
    };
    return {
      where: 'aws',
      size,
      rate,
      received: await readReceived(control),
      senders,
      requests,
      plan,
    };
  } finally {
    await endChild(cloud.child);
  }
}

async function runOnOneMachine(
  mail: Child,
  { size, rate, profiles }: RunOptions,
): Promise<DeliveryRun> {
  const { control, smtp } = serverStarted.parse(JSON.parse(mail.line));
  const input = { size, smtp, rate };
  const sender = await measure(ON_ONE_MACHINE, input, senderFigures, profiles);
  return {
    where: 'machine',
    size,
    rate,
    received: await readReceived(control),
    senders: [sender],
    requests: null,
    plan: null,
  };
}

function difference(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
}
