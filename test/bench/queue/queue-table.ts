// The section of the queue benchmark, with AWS list prices.
import { countOf } from '../cloud/cloud-figures.ts';
import type { Section } from '../results-section.ts';
import type { PartTimes, QueueRun } from './queue-figures.ts';

export interface QueueSettings {
  readonly surveys: number;
  readonly surveysInStore: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly messages: number;
}

/** US dollars. Lambda on arm64 for a second of one GB; S3 Standard for one request; SQS for one request. */
const PRICES = {
  gigabyteSecond: 0.0000133334,
  invocation: 0.2 / 1e6,
  put: 0.005 / 1000,
  get: 0.0004 / 1000,
  sqs: 0.4 / 1e6,
};
/** Memory of make-report in serverless.yml. */
const MEMORY_GB = 1536 / 1024;

export function sectionOf(
  { figures, counts: allCounts }: QueueRun,
  setting: QueueSettings,
): Section {
  const { oneByOne, sideBySide, idleJobs, peakRssMb } = figures;
  const counts = { ...allCounts, s3: ownRequests(allCounts.s3, figures.apart) };
  const inFlight = setting.concurrency * setting.messages;
  const floorMs = Math.ceil(sideBySide.requests / inFlight) * setting.latencyMs;
  // Includes warm-up reports, because the servers counted their requests.
  const reports = counts.s3['PUT PDF'] ?? Number.NaN;
  const puts = countOf(counts.s3, 'PUT ');
  const lists = countOf(counts.s3, 'LIST');
  const perReport = (count: number): number => count / reports;
  // At the price of a GET.
  const gets = countOf(counts.s3, 'GET ') + countOf(counts.s3, 'HEAD ');
  const sqs = countOf(counts.sqs, '');
  const cpuMs = sideBySide.cpuMs / sideBySide.reports;
  const oneCpuMs = oneByOne.cpuMs / oneByOne.reports;
  const billedMs = oneByOne.handlerMs / oneByOne.reports;
  const thousand = {
    cpu: cpuMs * MEMORY_GB * PRICES.gigabyteSecond,
    billed: billedMs * MEMORY_GB * PRICES.gigabyteSecond,
    invocations: 1000 * PRICES.invocation * perReport(counts.sqs['DeleteMessage'] ?? Number.NaN),
    puts: 1000 * perReport(puts) * PRICES.put,
    gets: 1000 * perReport(gets) * PRICES.get,
    lists: 1000 * perReport(lists) * PRICES.put,
    sqs: 1000 * perReport(sqs) * PRICES.sqs,
  };
  const dollars = (amount: number): string => `$${amount.toFixed(4)}`;
  const rows: (readonly [string, string])[] = [
    ['reports in this part', String(sideBySide.reports)],
    ['requests to the reporting API', String(sideBySide.requests)],
    ['network floor, s', (floorMs / 1000).toFixed(1)],
    ['wall time, s', seconds(sideBySide.wallMs)],
    ['CPU of the worker’s process, s', seconds(sideBySide.cpuMs)],
    ['… for each second of wall time, s', (sideBySide.cpuMs / sideBySide.wallMs).toFixed(2)],
    ['waited for a core, s', seconds(sideBySide.waitedMs ?? Number.NaN)],
    ['peak RSS, MB', peakRssMb.toFixed(0)],
    ['CPU per report, ms', cpuMs.toFixed(1)],
    ['one message at a time: CPU per report, ms', oneCpuMs.toFixed(1)],
    ['one message at a time: the handler per report, ms', billedMs.toFixed(1)],
    ...partsOf(figures, { cpuMs, floorMs, gets: perReport(gets), puts: perReport(puts) }),
    ['jobs that made nothing', String(idleJobs)],
    ...byKind(counts.s3, reports),
    ['PUT per report', perReport(puts).toFixed(2)],
    ['GET and HEAD per report', perReport(gets).toFixed(2)],
    ['LIST per report', perReport(lists).toFixed(3)],
    ['SQS requests per report', perReport(sqs).toFixed(2)],
    ['1,000 reports: compute, from CPU', dollars(thousand.cpu)],
    ['1,000 reports: compute, from the handler’s time', dollars(thousand.billed)],
    ['1,000 reports: invocations', dollars(thousand.invocations)],
    ['1,000 reports: S3 PUT', dollars(thousand.puts)],
    ['1,000 reports: S3 GET and HEAD', dollars(thousand.gets)],
    ['1,000 reports: S3 LIST', dollars(thousand.lists)],
    ['1,000 reports: SQS', dollars(thousand.sqs)],
  ];
  return {
    title: 'A week through queue and bucket',
    text: textOf(setting),
    columns: ['figure', 'measured'],
    rows,
    targets: [
      {
        what: `CPU per report, ${setting.messages} messages at a time`,
        value: cpuMs,
        digits: 1,
        bound: { atMost: 14 },
        unit: ' ms',
      },
      {
        what: 'CPU per report, one message at a time',
        value: oneCpuMs,
        digits: 1,
        bound: { atMost: 18 },
        unit: ' ms',
      },
      { what: 'peak RSS', value: peakRssMb, digits: 0, bound: { atMost: 420 }, unit: ' MB' },
      { what: 'S3 PUT per report', value: perReport(puts), digits: 2, bound: { atMost: 3 } },
      {
        what: 'S3 GET and HEAD per report',
        value: perReport(gets),
        digits: 2,
        bound: { atMost: 0.3 },
      },
      { what: 'SQS requests per report', value: perReport(sqs), digits: 2, bound: { atMost: 0.1 } },
      {
        what: 'compute per report from CPU, of the cost of all its PUTs',
        value: (100 * thousand.cpu) / thousand.puts,
        digits: 1,
        bound: { atMost: 30 },
        unit: ' %',
      },
      {
        what: 'the same, of the PUTs of PDF and JSON alone',
        value: (100 * thousand.cpu) / (1000 * 2 * PRICES.put),
        digits: 1,
        bound: { atMost: 30 },
        unit: ' %',
      },
      {
        what: 'compute from the handler’s time, which is what Lambda charges, of the cost of all PUTs',
        value: (100 * thousand.billed) / thousand.puts,
        digits: 1,
        bound: { atMost: 30 },
        unit: ' %',
      },
    ],
  };
}

/** Excludes the requests of the separate measurements. */
function ownRequests(
  counts: Readonly<Record<string, number>>,
  { reports }: PartTimes,
): Readonly<Record<string, number>> {
  const readRequests = new Set(['GET PDF', 'GET JSON', 'GET manifest']);
  const ownCounts = Object.entries(counts).map(
    ([name, count]) => [name, readRequests.has(name) ? count - reports : count] as const,
  );
  return Object.fromEntries(
    ownCounts.filter(([name, count]) => !name.endsWith(' other') && count > 0),
  );
}

/** The share of each separately measured part. */
function partsOf(
  { apart, steps, sideBySide }: QueueRun['figures'],
  of: { cpuMs: number; floorMs: number; gets: number; puts: number },
): readonly (readonly [string, string])[] {
  const forOne = ({ get, put }: PartTimes['plainly'], what: 'cpuMs' | 'wallMs'): number =>
    of.gets * get[what] + of.puts * put[what];
  const store = forOne(apart.throughStore, 'cpuMs');
  const { drawnCpuMs } = apart;
  const bucketMs = sideBySide.reports * forOne(apart.plainly, 'wallMs');
  const writingMs = steps.commit - steps.render;
  const ms = (value: number): string => value.toFixed(1);
  return [
    ['… drawing, done apart, ms', ms(drawnCpuMs)],
    ['… its requests to the bucket, done apart, ms', ms(store)],
    ['… the rest: surveys, figures, the queue, ms', ms(of.cpuMs - drawnCpuMs - store)],
    ['its requests to the bucket done plainly: CPU, ms', ms(forOne(apart.plainly, 'cpuMs'))],
    ['all of them plainly, 64 in flight: wall time, s', seconds(bucketMs)],
    [
      'wall time × network floor and those',
      (sideBySide.wallMs / (of.floorMs + bucketMs)).toFixed(2),
    ],
    ['wall time × CPU of the worker’s process', (sideBySide.wallMs / sideBySide.cpuMs).toFixed(2)],
    ['one message at a time: reading the surveys of a report, ms', ms(steps.gather)],
    ['… drawing, ms', ms(steps.render)],
    ['… writing, ms', ms(writingMs)],
  ];
}

function textOf({
  surveys,
  surveysInStore,
  latencyMs,
  concurrency,
  messages,
}: QueueSettings): string {
  return (
    `${surveys} surveys, ${surveysInStore} in each store, ten stores in a region, ten regions in a country: 1,999 folders, which all owe a report. ` +
    'Fewer surveys than a company of this size has, so that it ends in minutes; each folder’s work beside its surveys is whole. ' +
    `The reporting API answers after ${latencyMs} ms; it is a process of its own, as is the cloud: the test server of S3 (signatures and checksums verified) and fauxqs, both without latency. ` +
    `One process works through the messages: the function’s own handler and composition, ${messages} messages at a time with ${concurrency} requests each; all three processes share the machine’s cores. ` +
    `The planner has sent the jobs, each for a part of the tree, and its requests are counted too. Floor: ceil(requests / ${messages * concurrency}) × latency, by arithmetic. ` +
    'CPU is user and system of the worker’s process, with what receives and deletes messages in its place of Lambda. The handler’s time is that of a warm process that has nothing else to do, for jobs of about a hundred reports. ' +
    'Apart: the same work by itself in the worker’s process when the week is over: some of the stored reports drawn again; requests of the same sizes through the store’s client, and plainly by node:http with addresses signed beforehand and nothing checked. ' +
    'It has the options of Node that the function has on AWS. Steps of a report run beside those of others. A message is received with up to nine others and deleted by itself. All requests are charged: refused are those whose condition did not hold. Prices: Lambda arm64 $0.0000133334 a GB-second at 1,536 MB and $0.20 a million invocations; S3 $0.005 a thousand PUTs and $0.0004 a thousand GETs; SQS $0.40 a million requests. Measured once.'
  );
}

function byKind(
  counts: Readonly<Record<string, number>>,
  reports: number,
): readonly (readonly [string, string])[] {
  return Object.entries(counts)
    .toSorted(([leftName], [rightName]) => (leftName < rightName ? -1 : 1))
    .map(([name, count]) => [`… ${name} per report`, (count / reports).toFixed(2)]);
}

function seconds(ms: number): string {
  return Number.isNaN(ms) ? 'unknown' : (ms / 1000).toFixed(1);
}
