// The section of the delivery benchmark, with AWS list prices.
import { countOf, type CloudRequestCounts } from '../cloud/cloud-figures.ts';
import type { Section, Target } from '../results-section.ts';
import type { CompanySize, Received, SenderFigures } from './delivery-figures.ts';

export interface DeliveryRun {
  readonly where: 'aws' | 'machine';
  readonly size: CompanySize;
  /** Messages a second. */
  readonly rate: number;
  readonly received: Received;
  readonly senders: readonly SenderFigures[];
  /** Requests of the senders. */
  readonly requests: CloudRequestCounts | null;
  readonly plan: { readonly wallMs: number; readonly cpuMs: number } | null;
}

interface DeliverySettings {
  readonly rate: number;
  readonly batch: number;
  readonly bucketMs: number;
  readonly mailMs: number;
}

/** US dollars: Lambda on arm64 for a second of one GB, and an invocation; requests to S3 and SQS. */
const PRICES = {
  gigabyteSecond: 0.0000133334,
  invocation: 0.2 / 1e6,
  put: 0.005 / 1000,
  get: 0.0004 / 1000,
  sqs: 0.4 / 1e6,
};
/** Memory of send-message in serverless.yml. */
const MEMORY_GB = 1;

const NAMES: Readonly<Record<DeliveryRun['where'], string>> = {
  aws: 'SES',
  machine: 'SMTP',
};

export function sectionOf(runs: readonly DeliveryRun[], settings: DeliverySettings): Section {
  return {
    title: 'Messages of a week',
    text: textOf(settings),
    columns: ['figure', ...runs.map((run) => nameOf(run, settings))],
    rows: [
      rowOf('messages sent', ({ received }) => received.messages, 0),
      rowOf('folders with a report', ({ size }) => size.folders, 0),
      rowOf('KB received for each message', ({ received }) => kilobytes(received), 0),
      rowOf('from the first to the last, s', ({ received }) => received.betweenMs / 1000, 1),
      rowOf('messages a second', perSecond, 1),
      rowOf('… the most in any second', ({ received }) => received.mostInSecond, 0),
      rowOf('CPU of the senders for each message, ms', cpuOf, 1),
      rowOf('time of the handler for each message, ms', handlerOf, 1),
      rowOf('peak RSS of a sender, MB', peakOf, 0),
      rowOf('… when a tenth was sent, MB', peakAtTenthOf, 0),
      rowOf('CPU of the planning tick, s', ({ plan }) => inSeconds(plan?.cpuMs), 1),
      rowOf('S3 PUT for each message', (run) => perMessage(run, 's3', 'PUT'), 2),
      rowOf('S3 GET for each message', (run) => perMessage(run, 's3', 'GET'), 2),
      rowOf('SQS receives and deletes for each message', (run) => perMessage(run, 'sqs', ''), 2),
      rowOf('1,000 messages: compute, from CPU, $', (run) => computeCost(run, cpuOf(run)), 4),
      rowOf('… from the time of the handler, $', (run) => computeCost(run, handlerOf(run)), 4),
      rowOf('… invocations, S3 and SQS, $', (run) => requestCost(run, settings), 4),
    ].map((row) => row(runs)),
    targets: runs.flatMap((run) => targetsOf(run, settings)),
  };
}

function rowOf(
  name: string,
  figure: (run: DeliveryRun) => number | null,
  digits: number,
): (runs: readonly DeliveryRun[]) => readonly string[] {
  return (runs) => [name, ...runs.map((run) => figure(run)?.toFixed(digits) ?? '')];
}

function nameOf({ where, rate }: DeliveryRun, settings: DeliverySettings): string {
  const limit = rate === settings.rate ? `at most ${rate} a second` : 'without a limit';
  return `${NAMES[where]}, ${limit}`;
}

function targetsOf(run: DeliveryRun, settings: DeliverySettings): readonly Target[] {
  const { received, size, rate } = run;
  const name = nameOf(run, settings);
  const limitMs = (1000 * (size.subscribers - 1)) / rate;
  return [
    ...(rate === settings.rate
      ? [
          {
            what: `${name}: wall time × that of the limit`,
            value: received.betweenMs / limitMs,
            digits: 3,
            bound: { atMost: 1.05 },
          },
        ]
      : [
          {
            what: `${name}, memory is flat: peak with all × with a tenth of the messages`,
            value: peakOf(run) / peakAtTenthOf(run),
            digits: 2,
            bound: { atMost: 1.2 },
          },
          {
            what: `${name}: messages a second`,
            value: perSecond(run),
            digits: 1,
            bound: { atLeast: 2 * settings.rate },
          },
        ]),
    {
      what: `${name}: recipients that got a message, each one`,
      value: received.messages === received.recipients ? received.recipients : Number.NaN,
      digits: 0,
      bound: { atLeast: size.subscribers },
    },
  ];
}

function perSecond({ received }: DeliveryRun): number {
  return (1000 * (received.messages - 1)) / received.betweenMs;
}

function kilobytes({ bytes, messages }: Received): number {
  return bytes / messages / 1000;
}

/** Average of all messages, whichever process sent them. */
function averageOf({ senders }: DeliveryRun, figure: (sender: SenderFigures) => number): number {
  const sentTotal = senders.reduce((sum, sender) => sum + sender.sent, 0);
  return senders.reduce((sum, sender) => sum + sender.sent * figure(sender), 0) / sentTotal;
}

function cpuOf(run: DeliveryRun): number {
  return averageOf(run, ({ cpuMsPerMessage }) => cpuMsPerMessage);
}

/** Null where nothing is charged by it. */
function handlerOf(run: DeliveryRun): number | null {
  return run.requests === null
    ? null
    : averageOf(run, ({ handlerMsPerMessage }) => handlerMsPerMessage);
}

function peakOf({ senders }: DeliveryRun): number {
  return Math.max(...senders.map(({ peakRssMb }) => peakRssMb));
}

function peakAtTenthOf({ senders }: DeliveryRun): number {
  return Math.max(...senders.map(({ peakRssMbAtTenth }) => peakRssMbAtTenth));
}

function inSeconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}

/** Without the store's probes, which are few and not sent to AWS. */
function perMessage(
  { requests, received }: DeliveryRun,
  service: keyof CloudRequestCounts,
  prefix: string,
): number | null {
  if (requests === null) return null;
  const counts = requests[service];
  const probes = service === 's3' ? countOf(counts, `${prefix} other`) : 0;
  return (countOf(counts, prefix) - probes) / received.messages;
}

function computeCost({ requests }: DeliveryRun, ms: number | null): number | null {
  return requests === null || ms === null ? null : ms * MEMORY_GB * PRICES.gigabyteSecond;
}

function requestCost(run: DeliveryRun, { batch }: DeliverySettings): number | null {
  const [puts, gets] = [perMessage(run, 's3', 'PUT'), perMessage(run, 's3', 'GET')];
  const sqs = perMessage(run, 'sqs', '');
  if (puts === null || gets === null || sqs === null) return null;
  const requests = puts * PRICES.put + gets * PRICES.get + sqs * PRICES.sqs;
  return 1000 * (requests + PRICES.invocation / batch);
}

function textOf({ rate, batch, bucketMs, mailMs }: DeliverySettings): string {
  return (
    'A company of 2,000 folders and 5,000 subscribers, one region to nine stores, with reports of four kinds, in five languages; each message has the PDF as an attachment. ' +
    'A part of it with 280 folders and 700 subscribers is enough to see the rate; `--full` sends all at the rate. ' +
    `SES: the planner’s tick with the real queue, then two processes with the function’s own composition and handler, each with batches of ${batch} and half the rate, as two instances on Lambda; the next batch is received while one is sent. ` +
    'SMTP: reports in a folder, and what commands call, in one process. ' +
    'What accepts the messages is a process of its own, and so is the cloud (the test server of S3, which verifies signatures and checksums, and fauxqs); all share the machine’s cores. ' +
    `At ${rate} a second the bucket answers after ${bucketMs} ms, and SES and the SMTP server after ${mailMs} ms; without a limit at once. ` +
    'Times and rates are those of the server that accepts the messages; the limit’s wall time is that of its messages less one. CPU is user and system of the senders, from a tenth of the messages on, with what receives and deletes jobs in the place of Lambda; where the processes are idle in between it is higher. ' +
    'Prices: Lambda arm64 $0.0000133334 a GB-second at 1,024 MB and $0.20 a million invocations; S3 $0.005 a thousand PUTs and $0.0004 a thousand GETs; SQS $0.40 a million requests. Measured once.'
  );
}
