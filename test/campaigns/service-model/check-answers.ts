// Runs a case against the service over HTTP and returns its first fault.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Pool } from 'undici';
import * as service from '../../../lib/feedback-service/index.ts';
import type { ModelQuery } from './query-choices.ts';
import {
  orderAfter,
  removalBefore,
  stateAfter,
  upkeepAfter,
  type ModelCase,
  type CompanyCase,
} from './model-case.ts';
import type { State } from './model-company.ts';
import { difference, pageOf, type ReceivedAnswer, type Expected } from './compare-answers.ts';
import { writeCompany, writeFiles } from './model-files.ts';

export type ServiceModule = Pick<typeof service, 'forget' | 'openDataSet' | 'startFeedbackService'>;

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
  const { restarts, early } = testCase;
  const keys = testCase.companies.map(() => new Map<string, unknown>());
  let running = new RunningCase(testCase, bench);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (restarts[round % restarts.length] === true) {
        await running.close();
        running = new RunningCase(testCase, bench);
      }
      const fault =
        (await removeRound(testCase, bench, round)) ??
        (await running.importRound(round)) ??
        (await forgetRound(testCase, bench, round)) ??
        (await upkeepRound(testCase, bench, round)) ??
        (early || round === rounds ? await running.findAnswerFault(round, keys) : undefined);
      if (fault !== undefined) return `after start ${round} of ${rounds}: ${fault}`;
    }
    return undefined;
  } finally {
    await running.close();
    await rm(bench.directory, { recursive: true, force: true });
  }
}

function placeOf(
  { now }: ModelCase,
  { name }: CompanyCase,
  { directory, database }: CheckOptions,
): service.ForgetOptions {
  return {
    directory: join(directory, name),
    clock: () => now,
    ...(database === undefined ? {} : { database }),
  };
}

async function removeRound(
  testCase: ModelCase,
  bench: CheckOptions,
  round: number,
): Promise<string | undefined> {
  for (const company of testCase.companies) {
    const due = removalBefore(company, round);
    if (due === undefined) continue;
    const events = await service.removeSurvey(placeOf(testCase, company, bench), due.survey);
    if (events !== due.events) {
      return `survey ${due.survey} had ${events} events instead of ${due.events}`;
    }
  }
  return undefined;
}

async function upkeepRound(
  testCase: ModelCase,
  bench: CheckOptions,
  round: number,
): Promise<string | undefined> {
  for (const company of testCase.companies) {
    const place = placeOf(testCase, company, bench);
    switch (upkeepAfter(company, round)) {
      case 'compact':
        await service.compactDataSet(place);
        break;
      case 'restore': {
        const file = join(bench.directory, `${company.name}.backup`);
        const saved = await service.backUp(place, file);
        const restored = await service.restore(place, file, true);
        if (restored.rows !== saved.rows) {
          return `restored ${restored.rows} rows instead of ${saved.rows}`;
        }
        break;
      }
      case 'nothing':
      case undefined:
    }
  }
  return undefined;
}

async function forgetRound(
  testCase: ModelCase,
  bench: CheckOptions,
  round: number,
): Promise<string | undefined> {
  for (const company of testCase.companies) {
    const due = orderAfter(testCase, company, round);
    if (due === undefined) continue;
    const { serviceModule = service } = bench;
    const found = await serviceModule.forget(placeOf(testCase, company, bench), due.order, false);
    if (found !== due.found) {
      return `${JSON.stringify(due.order)} found ${found} texts instead of ${due.found}`;
    }
  }
  return undefined;
}

/** The service of a case, from one start to the next. */
class RunningCase {
  readonly #testCase: ModelCase;
  readonly #bench: CheckOptions;
  readonly #stack = new AsyncDisposableStack();
  readonly #companies: service.Company[] = [];
  readonly #errors: string[] = [];
  #pool: Pool | undefined;

  constructor(testCase: ModelCase, bench: CheckOptions) {
    this.#testCase = testCase;
    this.#bench = bench;
  }

  close(): Promise<void> {
    return this.#stack.disposeAsync();
  }

  /** The first import of a running case opens its data sets. */
  async importRound(round: number): Promise<string | undefined> {
    const { companies } = this.#testCase;
    const isOpen = this.#companies.length > 0;
    for (const company of companies) {
      const files = company.starts[round - 1] ?? [];
      const place = placeOf(this.#testCase, company, this.#bench);
      await writeCompany(place.directory, stateAfter(this.#testCase, company, round).company);
      await writeFiles(place.directory, files);
      const fault = importFault(
        isOpen ? await this.#importBesides(place) : await this.#open(place),
        company,
        round,
      );
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  async #open(place: service.ForgetOptions): Promise<service.DataSet['imported']> {
    const { serviceModule = service } = this.#bench;
    const openedDataSet = await serviceModule.openDataSet(place);
    this.#stack.defer(() => openedDataSet.close());
    this.#companies.push(openedDataSet.company);
    return openedDataSet.imported;
  }

  async #importBesides(place: service.ForgetOptions): Promise<service.DataSet['imported']> {
    const { imported, faults } = await service.importValidFiles(place);
    const [fault] = faults;
    if (fault !== undefined) throw fault;
    return imported;
  }

  async findAnswerFault(
    round: number,
    keys: readonly Map<string, unknown>[],
  ): Promise<string | undefined> {
    const pool = (this.#pool ??= await this.#listen());
    const testCase = this.#testCase;
    const faults = await Promise.all(
      testCase.companies.map((company, index) =>
        findCompanyFault(pool, testCase, company, round, keys[index] ?? new Map<string, unknown>()),
      ),
    );
    const [error] = this.#errors;
    if (error !== undefined) return `the service failed: ${error}`;
    return faults.find((fault) => fault !== undefined);
  }

  async #listen(): Promise<Pool> {
    const { serviceModule = service } = this.#bench;
    const running = await serviceModule.startFeedbackService({
      companies: this.#companies,
      clock: () => this.#testCase.now,
      caps: this.#testCase.caps,
      onError: (error) => this.#errors.push(inspect(error)),
    });
    this.#stack.defer(() => running.close());
    const pool = new Pool(running.url, { connections: 2, pipelining: 16 });
    this.#stack.defer(() => pool.close());
    return pool;
  }
}

function importFault(
  { files: names, events, alerts }: service.DataSet['imported'],
  company: CompanyCase,
  round: number,
): string | undefined {
  const files = company.starts[round - 1] ?? [];
  const due = JSON.stringify({
    files: files.map(({ name }) => name).sort(),
    events: files.flatMap(({ lines }) => lines).length,
    alerts: alertsAfter(company, round) - alertsAfter(company, round - 1),
  });
  const imported = JSON.stringify({ files: [...names].sort(), events, alerts });
  return imported === due ? undefined : `imported ${imported} instead of ${due}`;
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
