// The section of the service benchmark: one row per figure, with both engines and their minimum.
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Section } from '../results-section.ts';
import { WORKS, type LoadFigures, type OpenFigures, type Work } from './service-figures.ts';
import { COMPANIES, SLOW_READERS } from './companies.ts';
import type { OthersFigures } from './companies-figures.ts';
import { READERS, type Memory, type ServerName } from './serving.ts';
import { targetsOf, type ServiceFigures } from './service-targets.ts';

const NAMES: Readonly<Record<Work, string>> = {
  results: 'results by hour',
  followup: 'follow-ups',
  folders: 'tree of all folders and surveys',
};

interface Line {
  readonly figure: string;
  readonly digits: number;
  readonly sqlite: readonly number[];
  readonly postgres?: readonly number[];
  readonly floor?: readonly number[];
}

type LoadFigure = keyof LoadFigures;

export function serviceSection(figures: ServiceFigures): Section {
  return {
    title: 'The feedback service with a million events',
    text: textOf(figures),
    columns: ['figure', 'SQLite', 'PostgreSQL', 'floor', 'SQLite × floor', 'PostgreSQL × floor'],
    rows: [
      ...importLines(figures),
      ...servingLines(figures),
      ...companyLines(figures),
      ...memoryLines(figures),
    ].map(rowOf),
    targets: targetsOf(figures),
  };
}

function textOf({ seed, fileMb, serving, readAll, imports }: ServiceFigures): string {
  const { results, followup, folders } = serving.bytes;
  const kb = (bytes: number): string => (bytes / 1024).toFixed(1);
  return [
    `Made by seed ${seed}: 20,000 surveys of eight time zones in 2,000 folders five deep; 1,000,000 events of thirteen weeks, all surveys mixed in one file of ${fileMb.toFixed(0)} MB: a fifth in one survey, two hundred busy surveys with 250 a week each, the rest a long tail; a tenth of the surveys have an alert specification.`,
    'Floor of the import: JSON.parse of the same lines and bare inserts of nine columns into an SQLite table without keys or indexes, nothing checked, indexed or computed. Imports run with the memory limits of the commands; an import’s memory grows until SQLite’s caches, which have a fixed size, are full.',
    `Floor of an answer: a bare node:http server that sends a ready-made body of the same size with the same headers. Requests go over busy surveys in turn and ask for a week; results are ${kb(results)} KB, follow-ups ${kb(followup)} KB, the tree ${kb(folders)} KB. No gzip is asked for. The client is a process of its own, and so is every server: with 16 in flight they share the cores.`,
    ...(imports.postgres === null
      ? ['PostgreSQL is not installed where this was measured.']
      : [
          'PostgreSQL runs beside it, without fsync, with its default memory; memory figures are of the service alone.',
        ]),
    `Slow clients: each reads a page of 150,000 raw results (${(serving.memory.get('sqlite')?.one.pageMb ?? 0).toFixed(1)} MB) 64 KB at a time with pauses, in a fresh process that has sent one such page before.`,
    `Floor of many companies and of slow readers: the same requests to a service with one small company, with nobody else. Each small company has 100 presses.`,
    `A client that follows meta.moreResultsAfter from page to page read ${counted(readAll.read)} of ${counted(readAll.expected)} raw results of one survey on ${readAll.pages} pages: each as it was written, in order, none twice (seed ${readAll.seed}; \`node test/bench/service/read-all.ts\` does it alone).`,
  ].join(' ');
}

function importLines({ imports }: ServiceFigures): readonly Line[] {
  const { parsed, inserted, whole, again, small, large, postgres } = imports;
  const seconds = (runs: readonly { readonly wallMs: number }[]): readonly number[] =>
    runs.map(({ wallMs }) => wallMs / 1000);
  const perSecond = (
    runs: readonly { readonly wallMs: number; readonly events: number }[],
  ): readonly number[] => runs.map(({ events, wallMs }) => (1000 * events) / wallMs);
  const peaks = (runs: readonly OpenFigures[]): readonly number[] =>
    runs.map(({ peakRssMb }) => peakRssMb);
  const [theirs, theirsAgain] = postgres === null ? [[], []] : [[postgres.whole], [postgres.again]];
  return [
    {
      figure: 'import of 1,000,000 events, s',
      digits: 1,
      sqlite: seconds(whole),
      postgres: seconds(theirs),
      floor: seconds(inserted),
    },
    {
      figure: '… of it lines read and inserted, s',
      digits: 1,
      sqlite: whole.map(({ readingMs }) => readingMs / 1000),
      postgres: theirs.map(({ readingMs }) => readingMs / 1000),
      floor: seconds(inserted),
    },
    { figure: '… JSON.parse of the lines alone, s', digits: 1, sqlite: [], floor: seconds(parsed) },
    {
      figure: '… events a second',
      digits: 0,
      sqlite: perSecond(whole),
      postgres: perSecond(theirs),
      floor: perSecond(inserted),
    },
    {
      figure: 'start on what is imported, s',
      digits: 2,
      sqlite: seconds(again),
      postgres: seconds(theirsAgain),
    },
    { figure: 'peak RSS, import of 250,000, MB', digits: 0, sqlite: peaks([small]) },
    {
      figure: 'peak RSS, import of 1,000,000, MB',
      digits: 0,
      sqlite: peaks(whole),
      postgres: peaks(theirs),
    },
    { figure: 'peak RSS, import of 2,000,000, MB', digits: 0, sqlite: peaks([large]) },
  ];
}

function servingLines({ serving }: ServiceFigures): readonly Line[] {
  const line = (work: Work, figure: LoadFigure, name: string, digits: number): Line => {
    const of = (server: ServerName): readonly number[] =>
      serving.load[work][server].map((figures) => figures[figure]);
    return {
      figure: `${NAMES[work]}, ${name}`,
      digits,
      sqlite: of('sqlite'),
      postgres: of('postgres'),
      floor: of('bare'),
    };
  };
  return WORKS.flatMap((work) => [
    line(work, 'p50Ms', '1 in flight, p50 ms', 2),
    line(work, 'p99Ms', '1 in flight, p99 ms', 2),
    line(work, 'perSecond', '16 in flight, requests/s', 0),
  ]);
}

function companyLines({ companies }: ServiceFigures): readonly Line[] {
  const { one, many, disturbed } = companies;
  const processor = (runs: readonly OthersFigures[]): readonly number[] =>
    runs.map(({ processorMs }) => processorMs ?? Number.NaN);
  const p99 = (runs: readonly OthersFigures[]): readonly number[] => runs.map(({ p99Ms }) => p99Ms);
  return [
    {
      figure: `a survey of ${COMPANIES} companies in turn, processor ms a request`,
      digits: 3,
      sqlite: processor(many),
      floor: processor(one),
    },
    {
      figure: `a survey while ${SLOW_READERS} clients of another company read slowly, p99 ms`,
      digits: 2,
      sqlite: p99(disturbed),
      floor: p99(one),
    },
  ];
}

function memoryLines({ serving, readAll }: ServiceFigures): readonly Line[] {
  const line = (name: string, figure: (memory: Memory) => number | null): Line => {
    const of = (server: ServerName): readonly number[] => {
      const memory = serving.memory.get(server);
      return memory === undefined ? [] : [figure(memory) ?? Number.NaN];
    };
    return { figure: name, digits: 0, sqlite: of('sqlite'), postgres: of('postgres') };
  };
  return [
    line('RSS after all these requests, MB', ({ afterMb }) => afterMb),
    line('… its peak, MB', ({ peakMb }) => peakMb),
    line('RSS added by a slow client, MB', ({ one: oneReader }) => oneReader.grownMb),
    line(`… by ${READERS} slow clients at once, MB`, ({ many }) => many.grownMb),
    {
      figure: `${counted(readAll.read)} raw results read, ${readAll.pages} pages, s`,
      digits: 1,
      sqlite: [readAll.wallMs / 1000],
    },
    { figure: '… peak RSS of the client, MB', digits: 0, sqlite: [readAll.peakRssMb] },
  ];
}

function rowOf({ figure, digits, sqlite, postgres = [], floor = [] }: Line): readonly string[] {
  const base = spreadOf(floor);
  const cell = (values: readonly number[]): string =>
    values.length === 0 ? '' : shown(spreadOf(values), digits);
  const ratio = (spread: Spread): string =>
    spread.times === 0 || base.times === 0 ? '' : (spread.median / base.median).toFixed(2);
  return [
    figure,
    cell(sqlite),
    cell(postgres),
    cell(floor),
    ratio(spreadOf(sqlite)),
    ratio(spreadOf(postgres)),
  ];
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}
