// Fact tables: what storing them costs, and how long questions about a year and its download take.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { parseWeek, weeksFrom } from '../../../lib/domain/calendar.ts';
import { spreadOf } from '../bench-samples.ts';
import type { Child } from '../child.ts';
import { endChild, measure, startChild } from '../child.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { runFigures } from '../week/week-figures.ts';
import { PUBLISHED } from '../../integration/analytics/fact-store.ts';
import type { FactQuestion, QueryFigures, QuestionFigures, StoreFigures } from './facts-figures.ts';
import {
  queryFigures,
  questionFigures,
  REGION,
  serverStarted,
  STORE,
  storeFigures,
} from './facts-figures.ts';

const UPSTREAM = new URL('../upstream/upstream-server.ts', import.meta.url);
const WEEK = new URL('../week/ours.ts', import.meta.url);
const SIMULATED = new URL('./simulated-store.ts', import.meta.url);
const ASKED = new URL('./questions.ts', import.meta.url);
const QUERY = new URL('./published-query.ts', import.meta.url);
const SERVER = new URL('./figures-server.ts', import.meta.url);

const LAST_WEEK = '2026-W46';
const WEEKS = 52;
const STORES = 10_000;
/** Without --full. */
const PART_OF_STORES = 1000;
const WRITERS = 2;
const SURVEYS = 1000;

export const factsBench: Bench = {
  name: 'facts',
  summary: 'fact tables: cost of storing them, questions about a year, its download',
  run,
};

async function run(options: BenchOptions): Promise<Section> {
  const stores = options.full ? STORES : PART_OF_STORES;
  const share = await measureShare(options);
  const root = await mkdtemp(join(tmpdir(), 'bench-facts-'));
  try {
    const writeFigures = await writeYear(root, stores, options);
    const asked = await askAll(root, options);
    const queries = await askPublished(root, options);
    const download = await measureDownload(root, options);
    return sectionOf(stores, { share, written: writeFigures, asked, queries, download });
  } finally {
    await rm(root, { recursive: true });
  }
}

interface Share {
  readonly withFacts: number;
  readonly without: number;
}

/** CPU of a week's run with fact tables and without, in turn. */
async function measureShare({ rounds, profiles, progress }: BenchOptions): Promise<Share> {
  const cpu: Record<'whole' | 'withoutFacts', number[]> = { whole: [], withoutFacts: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['withoutFacts', 'whole'] as const) {
      const server = await startChild(UPSTREAM, { surveys: SURVEYS, latencyMs: 50 });
      const input = { url: server.line, concurrency: 32, surveys: SURVEYS, way };
      const { cpuMs } = await measure(WEEK, input, runFigures, profiles).finally(() =>
        endChild(server),
      );
      cpu[way].push(cpuMs);
      progress(`${SURVEYS} surveys, ${way}: ${cpuMs.toFixed(0)} ms`);
    }
  }
  return { withFacts: spreadOf(cpu.whole).median, without: spreadOf(cpu.withoutFacts).median };
}

function weekNames(): readonly string[] {
  const last = parseWeek(LAST_WEEK);
  if (last === null) throw new TypeError(LAST_WEEK);
  return Array.from({ length: WEEKS }, (_, i) => weeksFrom(last, i - WEEKS + 1).name);
}

async function writeYear(
  root: string,
  stores: number,
  { progress }: BenchOptions,
): Promise<readonly StoreFigures[]> {
  progress(`writing ${stores * WEEKS} reports`);
  const input = { root, stores, weeks: weekNames(), parts: WRITERS };
  return Promise.all(
    Array.from({ length: WRITERS }, (_, part) =>
      measure(SIMULATED, { ...input, part }, storeFigures),
    ),
  );
}

type Asked = Readonly<Record<FactQuestion, { duckdb: QuestionFigures; json: QuestionFigures }>>;

async function askAll(root: string, { progress }: BenchOptions): Promise<Asked> {
  const ask = async (question: FactQuestion) => {
    const input = { root, weeks: weekNames(), question };
    const duckdb = await measure(ASKED, { ...input, engine: 'duckdb' }, questionFigures);
    const json = await measure(ASKED, { ...input, engine: 'json' }, questionFigures);
    progress(`${question}: ${duckdb.wallMs.toFixed(0)} ms, JSON ${json.wallMs.toFixed(0)} ms`);
    const expected = question === 'worst' ? duckdb.answer.slice(-1) : duckdb.answer;
    const isSame = expected.every((value, i) => Math.abs(value - (json.answer[i] ?? 0)) < 1e-9);
    if (!isSame || expected.length !== json.answer.length) {
      throw new Error(`${question}: ${String(expected)} is not ${String(json.answer)}`);
    }
    return { duckdb, json };
  };
  return { worst: await ask('worst'), trend: await ask('trend'), hours: await ask('hours') };
}

interface PublishedQuery extends QueryFigures {
  readonly name: string;
}

/** The published queries for a region or a store, and the number of all rows of hours. */
async function askPublished(
  root: string,
  { progress }: BenchOptions,
): Promise<readonly PublishedQuery[]> {
  const sqls = Array.from(PUBLISHED, ([name, sql]): readonly [string, string] => [
    name,
    sql.replace(/\b4100[13] as folder/, `${REGION} as folder`).replace('41012', String(STORE)),
  ]);
  const queries: PublishedQuery[] = [];
  for (const [name, sql] of [
    ...sqls,
    ['count(*) of hours', 'select count(*) from hours'],
  ] as const) {
    const figures = await measure(QUERY, { root, sql }, queryFigures);
    progress(
      `${name}: ${figures.rows} rows, ${figures.wallMs.toFixed(0)} ms, ${figures.peakRssMb.toFixed(0)} MB`,
    );
    queries.push({ name, ...figures });
  }
  return queries;
}

interface Download {
  readonly firstByteMs: number;
  readonly wallMs: number;
  readonly bytes: number;
  readonly rows: number;
  readonly peakRssMb: number;
}

async function measureDownload(root: string, { progress }: BenchOptions): Promise<Download> {
  const server = await startChild(SERVER, { root });
  try {
    const { url, token } = serverStarted.parse(JSON.parse(server.line));
    const get = async (from: string): Promise<Omit<Download, 'peakRssMb'>> => {
      const start = performance.now();
      const response = await fetch(`${url}/v1/figures?from=${from}&to=${LAST_WEEK}&format=csv`, {
        headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' },
      });
      if (!response.ok || response.body === null) throw new Error(String(response.status));
      let [firstByteMs, bytes, rows] = [0, 0, -1];
      for await (const chunk of Readable.fromWeb(response.body)) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('no bytes');
        if (bytes === 0) firstByteMs = performance.now() - start;
        bytes += chunk.byteLength;
        rows += chunk.filter((byte) => byte === 10).length;
      }
      return { firstByteMs, bytes, rows, wallMs: performance.now() - start };
    };
    await get(LAST_WEEK);
    const figures = await get(weekNames()[0] ?? LAST_WEEK);
    progress(`${figures.rows} rows, first byte after ${figures.firstByteMs.toFixed(0)} ms`);
    return { ...figures, peakRssMb: peakRssOf(server) };
  } finally {
    await endChild(server);
  }
}

function peakRssOf({ process: { pid } }: Child): number {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

// ── the section ─────────────────────────────────────────────────────────────────────────────────

interface Measured {
  readonly share: Share;
  readonly written: readonly StoreFigures[];
  readonly asked: Asked;
  readonly queries: readonly PublishedQuery[];
  readonly download: Download;
}

function sectionOf(
  stores: number,
  { share, written, asked, queries, download }: Measured,
): Section {
  const sum = (figure: (figures: StoreFigures) => number): number =>
    written.reduce((total, figures) => total + figure(figures), 0);
  const surveyWeeks = sum((figures) => figures.surveyWeeks);
  const tables = [...new Set(written.flatMap(({ bytes }) => Object.keys(bytes)))];
  const bytesOf = (table: string): number => sum(({ bytes }) => bytes[table] ?? 0);
  const allBytes = tables.reduce((total, table) => total + bytesOf(table), 0);
  const surveys = (surveyWeeks / WEEKS).toFixed(0);
  // The program that reads JSON reads one week for the question about all weeks.
  const worstJsonMs = asked.worst.json.wallMs * WEEKS;
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  const questionRow = (name: string, duckdbMs: number, jsonMs: number): readonly string[] => [
    name,
    `DuckDB ${seconds(duckdbMs)} s`,
    `JSON ${seconds(jsonMs)} s`,
    `${(jsonMs / duckdbMs).toFixed(1)} × faster`,
  ];
  return {
    title: 'Fact tables',
    text:
      `A simulated year of ${surveys} surveys in ${stores} stores, two in each, and of a region of 100 of them; stores that do not differ but in their keys are made from eight reports. ` +
      'Sizes are those of all files. The same questions are answered from the JSON reports by a program that reads and checks one after the other, each in a process of its own, files in the cache of the system; for the worst store of each week it reads one week, and its time is multiplied by 52. ' +
      `CPU: a week of ${SURVEYS} surveys with reports, as in the first table, with and without fact tables. Download: \`GET /v1/figures\` of all surveys and weeks as CSV.`,
    columns: ['figure', '', '', ''],
    rows: [
      ...tables.map((table) => [
        `bytes of ${table} for each survey and week`,
        (bytesOf(table) / surveyWeeks).toFixed(0),
        `files ${sum(({ files }) => files[table] ?? 0)}`,
        '',
      ]),
      [
        'bytes of all tables for each survey and week',
        (allBytes / surveyWeeks).toFixed(0),
        `20,000 surveys: ${((allBytes / surveyWeeks) * 0.02).toFixed(0)} MB a week`,
        '',
      ],
      [
        'CPU to make rows and files, ms for each survey and week',
        (sum(({ cpuMs }) => cpuMs) / surveyWeeks).toFixed(2),
        '',
        '',
      ],
      questionRow('worst store of each week', asked.worst.duckdb.wallMs, worstJsonMs),
      questionRow('trend of a region', asked.trend.duckdb.wallMs, asked.trend.json.wallMs),
      questionRow('hours of a store', asked.hours.duckdb.wallMs, asked.hours.json.wallMs),
      ...queries.map(({ name, rows, wallMs, peakRssMb }) => [
        `query ${name}`,
        `${rows} rows`,
        `${seconds(wallMs)} s`,
        `${peakRssMb.toFixed(0)} MB`,
      ]),
      [
        'download of all',
        `${download.rows} rows, ${(download.bytes / 1e6).toFixed(1)} MB`,
        `${seconds(download.wallMs)} s`,
        `first byte ${download.firstByteMs.toFixed(0)} ms`,
      ],
    ],
    targets: [
      {
        what: 'bytes of hours for each survey and week',
        value: bytesOf('hours') / surveyWeeks,
        digits: 0,
        bound: { atMost: 3000 },
      },
      {
        what: 'all tables of 20,000 surveys and a week',
        value: (allBytes / surveyWeeks) * 0.02,
        digits: 1,
        bound: { atMost: 60 },
        unit: ' MB',
      },
      {
        what: 'CPU of a week with fact tables × without',
        value: share.withFacts / share.without,
        digits: 3,
        bound: { atMost: 1.05 },
      },
      {
        what: 'worst store of each week: DuckDB, times faster than from JSON',
        value: worstJsonMs / asked.worst.duckdb.wallMs,
        digits: 1,
        bound: { atLeast: 1 },
      },
      {
        what: 'slowest of the published queries',
        value: Math.max(...queries.map(({ wallMs }) => wallMs)) / 1000,
        digits: 2,
        bound: { atMost: 3 },
        unit: ' s',
      },
      {
        what: 'peak memory of a published query',
        value: Math.max(...queries.map(({ peakRssMb }) => peakRssMb)),
        digits: 0,
        bound: { atMost: 500 },
        unit: ' MB',
      },
      {
        what: 'download: peak memory of the server',
        value: download.peakRssMb,
        digits: 0,
        bound: { atMost: 300 },
        unit: ' MB',
      },
      {
        what: 'download: time to the first byte',
        value: download.firstByteMs / 1000,
        digits: 2,
        bound: { atMost: 0.3 },
        unit: ' s',
      },
    ],
  };
}
