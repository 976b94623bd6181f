// Targets of the service, independent of the machine.
import { spreadOf } from '../bench-samples.ts';
import type { Target } from '../results-section.ts';
import type { OthersFigures } from './companies-figures.ts';
import type { OpenFigures, ReadAllFigures, Work } from './service-figures.ts';
import type { Imports } from './imports.ts';
import { COMPANIES, SLOW_READERS, type BenchCompanies } from './companies.ts';
import { READERS, type ServerName, type BenchServing } from './serving.ts';

export interface ServiceFigures {
  readonly seed: number;
  /** Size of the lines of a million events. */
  readonly fileMb: number;
  readonly imports: Imports;
  readonly serving: BenchServing;
  readonly companies: BenchCompanies;
  readonly readAll: ReadAllFigures;
}

export function targetsOf({
  imports,
  serving,
  companies,
  readAll,
}: ServiceFigures): readonly Target[] {
  const p50 = (work: Work, server: ServerName): number =>
    spreadOf(serving.load[work][server].map(({ p50Ms }) => p50Ms)).median;
  const median = (runs: readonly OpenFigures[], of: (run: OpenFigures) => number): number =>
    spreadOf(runs.map(of)).median;
  const processorMs = (runs: readonly OthersFigures[]): number =>
    spreadOf(runs.map(({ processorMs: ms }) => ms ?? Number.NaN)).median;
  const memory = serving.memory.get('sqlite');
  return [
    {
      what: 'import of 1,000,000 events',
      value: median(imports.whole, ({ wallMs }) => wallMs / 1000),
      digits: 1,
      bound: { atMost: 60 },
      unit: ' s',
    },
    {
      what: 'memory is flat: peak importing 2,000,000 × 1,000,000',
      value: imports.large.peakRssMb / median(imports.whole, ({ peakRssMb }) => peakRssMb),
      digits: 2,
      bound: { atMost: 1.2 },
    },
    {
      what: 'results of a week by hour, p50 × bare node:http',
      value: p50('results', 'sqlite') / p50('results', 'bare'),
      digits: 2,
      bound: { atMost: 5 },
    },
    {
      what: 'tree of 20,000 surveys, p50',
      value: p50('folders', 'sqlite') / 1000,
      digits: 3,
      bound: { atMost: 0.5 },
      unit: ' s',
    },
    {
      what: `RSS added by ${READERS} slow clients`,
      value: memory?.many.grownMb ?? Number.NaN,
      digits: 0,
      bound: { atMost: 150 },
      unit: ' MB',
    },
    {
      what: `processor time of a request with ${COMPANIES} companies × with one`,
      value: processorMs(companies.many) / processorMs(companies.one),
      digits: 2,
      bound: { atMost: 1.5 },
    },
    {
      what: `processor time of a request with ${COMPANIES} companies`,
      value: processorMs(companies.many),
      digits: 2,
      bound: { atMost: 0.2 },
      unit: ' ms',
    },
    {
      what: `a survey of another company while ${SLOW_READERS} clients read slowly, p99`,
      value: spreadOf(companies.disturbed.map(({ p99Ms }) => p99Ms)).median,
      digits: 1,
      bound: { atMost: 50 },
      unit: ' ms',
    },
    {
      what: 'raw results of a survey read by following pages',
      value: readAll.read,
      digits: 0,
      bound: { atLeast: readAll.expected },
    },
  ];
}
