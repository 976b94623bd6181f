// The section of cold starts; every ratio compares two starts of the same round.
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Section } from '../results-section.ts';
import type { Size } from './bundles.ts';
import { NAMES, type CaseName } from './cases.ts';

export interface ColdStart {
  /** From the start of the process until it asks for an event. */
  readonly initMs: number;
  /** From the first event to its answer. */
  readonly firstMs: number;
}

export interface FunctionMeasurement {
  readonly sizes: ReadonlyMap<string, Size>;
  /** Round by round. */
  readonly starts: ReadonlyMap<CaseName, readonly ColdStart[]>;
  /** Why the functions could not be started. */
  readonly missing: string | null;
}

const SHOWN: Readonly<Record<CaseName, string>> = {
  empty: 'floor: an empty function',
  'client-alone': 'floor: one that only opens an S3 client',
  'plan-week': 'plan-week, a week that is done',
  'make-report': 'make-report, a folder with two surveys',
  'reports-api': 'reports-api, a list',
  authorizer: 'authorizer, a token',
  drawing: 'ours: a report from JSON to a PDF in a bucket',
  plainly: 'peer: the same with SDK, luxon, zod, pdfkit',
};

const TEXT =
  'Each process is started anew under AWS’s own runtime client on Node 24, from the bundle that is deployed (peers: bundled by esbuild too), in turn with the others; ' +
  'init: until it asks for an event; first event: until it has answered. Reporting API, bucket, queue and secret are servers on the same machine without latency, in the process that measures, so they share its cores; ' +
  'neither the download of the package nor Lambda’s own part of a start is in it. make-report reads the secret and the plan, asks the API, draws, and puts PDF, JSON and manifest. ' +
  'The last two draw the same report of four pages and put the PDF: ours lays it out, tags it and attaches its JSON; the peer is given our finished pages (its luxon and zod read the report), opens both fonts anew and does none of that. ' +
  '“Import to PUT” is the time of such a process beyond that of an empty one of the same round.';

export function sectionOf({ sizes, starts, missing }: FunctionMeasurement): Section {
  const cold = (name: CaseName): readonly number[] =>
    (starts.get(name) ?? []).map(({ initMs, firstMs }) => initMs + firstMs);
  const beyond = (name: CaseName): readonly number[] => paired(cold(name), cold('empty'), minus);
  const ratio = (name: CaseName, to: CaseName): Spread =>
    spreadOf(paired(cold(name), cold(to), over));
  const of = (name: CaseName, figure: (start: ColdStart) => number): string =>
    shown(spreadOf((starts.get(name) ?? []).map(figure)), 0);
  const importToPut = spreadOf(paired(beyond('plainly'), beyond('drawing'), over));
  return {
    title: 'Functions on AWS: packages and cold starts',
    text: missing === null ? TEXT : `${TEXT} Cold starts are left out: this ${missing}.`,
    columns: [
      'function',
      'code KB',
      'zip KB',
      'init ms',
      'first event ms',
      'cold start ms',
      '× empty',
      '× S3 client',
      'beyond empty ms',
    ],
    rows: NAMES.map((name) => [
      SHOWN[name],
      kilobytes(sizes.get(name)?.codeBytes),
      kilobytes(sizes.get(name)?.zipBytes),
      of(name, ({ initMs }) => initMs),
      of(name, ({ firstMs }) => firstMs),
      shown(spreadOf(cold(name)), 0),
      shown(ratio(name, 'empty'), 2),
      shown(ratio(name, 'client-alone'), 2),
      shown(spreadOf(beyond(name)), 0),
    ]),
    targets: [
      ...(missing === null
        ? [
            {
              what: 'import to PUT of the first PDF, times faster than written plainly',
              value: importToPut.median,
              digits: 2,
              bound: { atLeast: 3 },
            },
          ]
        : []),
      {
        what: 'largest package of the four, zipped (Lambda takes 50 MB at once)',
        value: Math.max(0, ...[...sizes.values()].map(({ zipBytes }) => zipBytes ?? 0)) / 1e6,
        digits: 1,
        bound: { atMost: 50 },
        unit: ' MB',
      },
    ],
  };
}

function paired(
  left: readonly number[],
  right: readonly number[],
  combine: (left: number, right: number) => number,
): readonly number[] {
  return left.map((value, round) => combine(value, right[round] ?? Number.NaN));
}

function over(dividend: number, divisor: number): number {
  return dividend / divisor;
}

function minus(minuend: number, subtrahend: number): number {
  return minuend - subtrahend;
}

function kilobytes(bytes: number | null | undefined): string {
  return bytes === null || bytes === undefined ? '' : (bytes / 1024).toFixed(0);
}
