// Runs a case against the service over HTTP and returns its first fault.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Pool } from 'undici';
import * as service from '../../../lib/feedback-service/index.ts';
import type { ModelQuery } from './query-choices.ts';
import { stateAfter, type ModelCase, type CompanyCase } from './model-case.ts';
import type { State } from './model-company.ts';
import { difference, pageOf, type ReceivedAnswer, type Expected } from './compare-answers.ts';
import { writeCompany, writeFiles } from './model-files.ts';

export type ServiceModule = Pick<typeof service, 'openDataSet' | 'startFeedbackService'>;

export interface CheckOptions {
  /** For the data sets of this case; it is removed afterwards. */
  readonly directory: string;
  /** The PostgreSQL server of the data sets; absent: SQLite files in their directories. */
  readonly database?: string | undefined;
  /** Replaces the service, for tests of the model. */
  readonly serviceModule?: ServiceModule | undefined;
}

export async function findFault(
  testCase: ModelCase,
  bench: CheckOptions,
): Promise<string | undefined> {
  const rounds = Math.max(...testCase.companies.map(({ starts }) => starts.length));
  const keys = testCase.companies.map(() => new Map<string, unknown>());
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const fault = await findRoundFault(
        testCase,
        bench,
        round,
        testCase.early || round === rounds,
        keys,
      );
      if (fault !== undefined) return `after start ${round} of ${rounds}: ${fault}`;
    }
    return undefined;
  } finally {
    await rm(bench.directory, { recursive: true, force: true });
  }
}

async function findRoundFault(
  testCase: ModelCase,
  { directory, database, serviceModule = service }: CheckOptions,
  round: number,
  checksAnswers: boolean,
  keys: readonly Map<string, unknown>[],
): Promise<string | undefined> {
  await using stack = new AsyncDisposableStack();
  const companies: service.Company[] = [];
  for (const company of testCase.companies) {
    const files = company.starts[round - 1] ?? [];
    const place = join(directory, company.name);
    await writeCompany(place, stateAfter(testCase, company, round).company);
    await writeFiles(place, files);
    const openedDataSet = await serviceModule.openDataSet({
      directory: place,
      clock: () => testCase.now,
      ...(database === undefined ? {} : { database }),
    });
    stack.defer(() => openedDataSet.close());
    companies.push(openedDataSet.company);
    const dueImport = {
      files: files.map(({ name }) => name).sort(),
      events: files.flatMap(({ lines }) => lines).length,
      alerts: alertsAfter(company, round) - alertsAfter(company, round - 1),
    };
    const { files: names, ...counts } = openedDataSet.imported;
    const importedCounts = {
      files: [...names].sort(),
      events: counts.events,
      alerts: counts.alerts,
    };
    if (JSON.stringify(importedCounts) !== JSON.stringify(dueImport)) {
      return `imported ${JSON.stringify(importedCounts)} instead of ${JSON.stringify(dueImport)}`;
    }
  }
  if (!checksAnswers) return undefined;
  const errors: string[] = [];
  const running = await serviceModule.startFeedbackService({
    companies,
    clock: () => testCase.now,
    caps: testCase.caps,
    onError: (error) => errors.push(inspect(error)),
  });
  stack.defer(() => running.close());
  const pool = new Pool(running.url, { connections: 2, pipelining: 16 });
  stack.defer(() => pool.close());
  const faults = await Promise.all(
    testCase.companies.map((company, index) =>
      findCompanyFault(pool, testCase, company, round, keys[index] ?? new Map<string, unknown>()),
    ),
  );
  const [error] = errors;
  if (error !== undefined) return `the service failed: ${error}`;
  return faults.find((fault) => fault !== undefined);
}

function alertsAfter({ starts }: CompanyCase, count: number): number {
  const files = starts.slice(0, count).flat();
  return new Set(files.flatMap(({ alerts }) => alerts.map(({ key }) => key))).size;
}

async function findCompanyFault(
  pool: Pool,
  testCase: ModelCase,
  company: CompanyCase,
  round: number,
  keys: Map<string, unknown>,
): Promise<string | undefined> {
  const state = stateAfter(testCase, company, round);
  const get = (path: string): Promise<ReceivedAnswer> => request(pool, path, company.authorization);
  const faults = await Promise.all(
    company.queries.map(async (ask) => {
      const fault =
        ask.walk && ask.from !== undefined
          ? await checkAllPages(get, ask, state, keys)
          : (await checkQuery(get, ask, state, keys)).fault;
      return fault === undefined ? undefined : `${company.name}: ${fault}`;
    }),
  );
  return faults.find((fault) => fault !== undefined);
}

async function checkQuery(
  get: (path: string) => Promise<ReceivedAnswer>,
  ask: ModelQuery,
  state: State,
  keys: Map<string, unknown>,
): Promise<{
  readonly fault: string | undefined;
  readonly body: unknown;
  readonly expected: Expected;
}> {
  const answer = await get(ask.path);
  const expected = ask.expected(state);
  const mismatch = difference(answer, expected) ?? keyFault(answer.body, expected, state, keys);
  const fault = mismatch === undefined ? undefined : `GET ${ask.path} → ${mismatch}`;
  return { fault, body: answer.body, expected };
}

/**
 * Page by page: all feedback of a page is kept, an alert by its key, since one that is still open comes
 * again. Everything comes exactly once.
 */
async function checkAllPages(
  get: (path: string) => Promise<ReceivedAnswer>,
  firstQuery: ModelQuery,
  state: State,
  keys: Map<string, unknown>,
): Promise<string | undefined> {
  const readItems: { readonly item: object; readonly key: unknown }[] = [];
  let ask = firstQuery;
  let firstExpected: Expected | undefined;
  for (;;) {
    const { fault, body, expected } = await checkQuery(get, ask, state, keys);
    if (fault !== undefined || expected.kind !== 'timed') return fault;
    firstExpected ??= expected;
    const { more, items } = pageOf(body, expected.field);
    const next = more === undefined ? undefined : firstQuery.from?.(more);
    if (expected.field === 'beginTime') {
      const knownKeys = new Set(readItems.map(({ key }) => key));
      readItems.push(...items.filter(({ key }) => !knownKeys.has(key)));
    } else {
      readItems.push(...items);
    }
    if (next === undefined) break;
    if (next.path === ask.path) return `GET ${ask.path} → ${more} does not advance`;
    ask = next;
  }
  const dueCount = firstExpected.kind === 'timed' ? firstExpected.all.length : 0;
  return readItems.length === dueCount
    ? undefined
    : `GET ${firstQuery.path} and on → ${readItems.length} items instead of ${dueCount}`;
}

/** The same specification and beginTime keep their key after later imports. */
function keyFault(
  body: unknown,
  expected: Expected,
  { readyAlerts }: State,
  keys: Map<string, unknown>,
): string | undefined {
  if (expected.kind !== 'timed' || expected.field !== 'beginTime') return undefined;
  if (readyAlerts !== undefined) return undefined;
  for (const { key, item } of pageOf(body, 'beginTime').items) {
    const name = `${JSON.stringify(item['alertSpecification'])} ${String(item['beginTime'])}`;
    const before = keys.get(name) ?? key;
    if (before !== key) return `${name} had key ${String(before)} and has ${String(key)}`;
    keys.set(name, key);
  }
  return undefined;
}

async function request(pool: Pool, path: string, authorization: string): Promise<ReceivedAnswer> {
  const response = await pool.request({ method: 'GET', path, headers: { authorization } });
  const text = await response.body.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.statusCode, body };
}
