// A Stryker test runner that runs the tests in its own process. It reloads all modules for each mutant and runs only
// the tests that reach the mutant.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { importFresh, installHooks } from './fresh-modules.ts';
import { collect, failRunningTest, runSuite, type TestOutcome } from './test-module.ts';

type Counts = Record<string, number>;

/** Global state of Stryker's instrumented code. */
interface Instruments {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Counts; perTest: Record<string, Counts> };
}

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

declare global {
  var __stryker__: Instruments | undefined;
}

/** File with the durations of the first run, for the processes that run the mutants. */
const DURATIONS = 'mutant-test-durations.json';
/** A test fails if it takes longer than this factor of its normal time plus this time. */
const TIMES_SLOWER = 8;
const MILLISECONDS_SLOWER = 2000;
/** Maximum number of tests for a module that tests load but do not call. */
const MOST_TESTS_OF_LOADED = 60;

/** Slower tests run only if no other test fails. */
const QUICK_MILLISECONDS = 100;

const MUTANT_ID = /stryMutAct_\w+\("(\d+)"\)/g;

export const strykerPlugins = [
  {
    kind: 'TestRunner',
    name: 'in-process',
    factory: Object.assign(createRunner, { inject: ['options'] as const }),
  },
];

interface StrykerOptions {
  readonly inProcess: {
    readonly testFiles: readonly string[];
    readonly setup: readonly string[];
    readonly leftOut: readonly string[];
  };
}

function createRunner({ inProcess: { testFiles, setup, leftOut } }: StrykerOptions): unknown {
  const instruments: Instruments = (globalThis.__stryker__ ??= {});
  const root = process.cwd();
  /** The source file of each mutant. */
  const fileOfMutant = new Map<string, string>();
  const durations = new Map<string, number>();

  async function init(): Promise<void> {
    installHooks(root, (file, source) => {
      for (const [, id] of source.matchAll(MUTANT_ID))
        if (id !== undefined) fileOfMutant.set(id, file);
    });
    const fail = (error: unknown): void => {
      failRunningTest(error);
    };
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
    for (const file of setup) await import(resolve(root, file));
  }

  /** Runs every test once without a mutant and records the mutants that it reaches. */
  async function dryRun(): Promise<unknown> {
    const coverage = { static: {}, perTest: {} satisfies Record<string, Counts> };
    instruments.mutantCoverage = coverage;
    const perTest: Record<string, Counts> = coverage.perTest;
    const outcomes: TestOutcome[] = [];
    const loadedModules = new Map<
      string,
      { readonly counts: Counts; readonly tests: readonly string[] }
    >();
    /** Coverage of suite hooks counts for each test of the suite. */
    const hooks = new Map<string, readonly string[]>();
    for (const file of testFiles) {
      const path = relative(root, resolve(root, file));
      const startTime = performance.now();
      instruments.currentTestId = `load ${path}`;
      const suite = await collect(() => importFresh(resolve(root, file)));
      const results = await runSuite(suite, path, {
        isSelected: (id) => !leftOut.some((title) => id.endsWith(title)),
        onStart: (ids) => {
          const [only] = ids;
          if (ids.length === 1 && only !== undefined) {
            instruments.currentTestId = only;
            return;
          }
          const pseudo = `hooks ${String(hooks.size)}`;
          hooks.set(pseudo, ids);
          instruments.currentTestId = pseudo;
        },
        timeoutOf: () => 60_000,
        stopsAtFailure: false,
      });
      loadedModules.set(path, {
        counts: perTest[`load ${path}`] ?? {},
        tests: results.filter(({ status }) => status === 'passed').map(({ id }) => id),
      });
      outcomes.push(...results);
      process.stderr.write(
        `${path}: ${String(results.length)} tests, ${(performance.now() - startTime).toFixed(0)} ms\n`,
      );
      for (const { id, status, message } of results)
        if (status === 'failed') process.stderr.write(`  failed: ${id}: ${message}\n`);
    }
    instruments.currentTestId = undefined;
    for (const [pseudo, ids] of hooks) {
      for (const id of ids) addTo(perTest, id, Object.keys(perTest[pseudo] ?? {}));
    }
    attributeLoading(perTest, loadedModules, outcomes);
    const tests = new Set(outcomes.map(({ id }) => id));
    const entries = Object.entries(perTest).filter(([id]) => tests.has(id));
    writeFileSync(
      DURATIONS,
      JSON.stringify(outcomes.map(({ id, milliseconds }) => [id, milliseconds])),
    );
    return {
      status: 'complete',
      tests: outcomes.map(({ id, status, milliseconds, message }) => ({
        id,
        name: id,
        timeSpentMs: milliseconds,
        status: { passed: 0, failed: 1, skipped: 2 }[status],
        failureMessage: message,
      })),
      mutantCoverage: { static: {}, perTest: Object.fromEntries(entries) },
    };
  }

  /** Coverage at module load counts for the tests that call the module, otherwise for the fastest tests that load it. */
  function attributeLoading(
    perTest: Record<string, Counts>,
    loaded: ReadonlyMap<string, { readonly counts: Counts; readonly tests: readonly string[] }>,
    outcomes: readonly TestOutcome[],
  ): void {
    const testsOfFile = new Map<string, Set<string>>();
    for (const { id: test } of outcomes) {
      for (const id of Object.keys(perTest[test] ?? {})) {
        const file = fileOfMutant.get(id) ?? '';
        const tests = testsOfFile.get(file) ?? new Set();
        testsOfFile.set(file, tests.add(test));
      }
    }
    const millisecondsById = new Map(outcomes.map(({ id, milliseconds }) => [id, milliseconds]));
    for (const { counts, tests } of loaded.values()) {
      const quickest = tests
        .toSorted((a, b) => (millisecondsById.get(a) ?? 0) - (millisecondsById.get(b) ?? 0))
        .slice(0, MOST_TESTS_OF_LOADED);
      for (const id of Object.keys(counts)) {
        const callers = testsOfFile.get(fileOfMutant.get(id) ?? '');
        const selectedTests =
          callers === undefined ? quickest : tests.filter((test) => callers.has(test));
        for (const test of selectedTests) addTo(perTest, test, [id]);
      }
    }
  }

  async function mutantRun({ activeMutant, testFilter, hitLimit }: MutantRun): Promise<unknown> {
    if (durations.size === 0) readDurations();
    const selectedIds = new Set(testFilter ?? durations.keys());
    instruments.activeMutant = activeMutant.id;
    instruments.hitLimit = hitLimit;
    process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant.id;
    let count = 0;
    try {
      const isQuick = (id: string): boolean => (durations.get(id) ?? 0) <= QUICK_MILLISECONDS;
      const runs = [[...selectedIds].filter(isQuick), [...selectedIds].filter((id) => !isQuick(id))]
        .map((ids) => new Set(ids))
        .flatMap((ids) => filesOf(ids).map((file) => ({ file, ids })));
      for (const { file, ids } of runs) {
        instruments.hitCount = hitLimit === undefined ? undefined : 0;
        const results = await runFile(file, ids);
        count += results.length;
        const failedTest = results.find(({ status }) => status === 'failed');
        if (failedTest === undefined) continue;
        return {
          status: 'killed',
          killedBy: [failedTest.id],
          failureMessage: failedTest.message,
          nrOfTests: count,
        };
      }
      return { status: 'survived', nrOfTests: count };
    } finally {
      instruments.activeMutant = undefined;
      delete process.env['__STRYKER_ACTIVE_MUTANT__'];
    }
  }

  async function runFile(
    file: string,
    selectedIds: ReadonlySet<string>,
  ): Promise<readonly TestOutcome[]> {
    try {
      const suite = await collect(() => importFresh(resolve(root, file)));
      return await runSuite(suite, file, {
        isSelected: (id) => selectedIds.has(id),
        onStart: () => undefined,
        timeoutOf: (id) => (durations.get(id) ?? 0) * TIMES_SLOWER + MILLISECONDS_SLOWER,
        stopsAtFailure: true,
      });
    } catch (error) {
      // The mutant prevents the module from loading.
      return [
        {
          id: [...selectedIds][0] ?? file,
          status: 'failed',
          milliseconds: 0,
          message: String(error),
        },
      ];
    }
  }

  /** The files of these tests, those with the fewest tests first. */
  function filesOf(tests: ReadonlySet<string>): readonly string[] {
    const sums = new Map<string, number>();
    for (const id of tests) {
      const file = id.slice(0, id.indexOf(' > '));
      sums.set(file, (sums.get(file) ?? 0) + (durations.get(id) ?? 0));
    }
    return [...sums].toSorted(([, a], [, b]) => a - b).map(([file]) => file);
  }

  function readDurations(): void {
    const pairs = z.array(z.tuple([z.string(), z.number()]));
    for (const [id, milliseconds] of pairs.parse(JSON.parse(readFileSync(DURATIONS, 'utf8')))) {
      durations.set(id, milliseconds);
    }
  }

  return { capabilities: () => ({ reloadEnvironment: true }), init, dryRun, mutantRun };
}

function addTo(perTest: Record<string, Counts>, test: string, ids: readonly string[]): void {
  const counts = (perTest[test] ??= {});
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
}
