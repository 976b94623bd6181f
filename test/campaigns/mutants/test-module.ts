// A replacement of node:test whose tests can run repeatedly in one process.
// Supports the features that the tests use: suites, hooks, skips, timeouts and the context's after().
interface Options {
  readonly skip?: boolean | string;
  readonly timeout?: number;
}
type Body = (context: Context) => unknown;
type Hook = () => unknown;

interface Suite {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly entries: (Suite | Test)[];
  readonly before: Hook[];
  readonly after: Hook[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
}

interface Test {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly timeout: number | null;
  readonly body: Body;
}

export interface Context {
  readonly name: string;
  readonly mock: typeof mock;
  readonly signal: AbortSignal;
  readonly after: (hook: Hook) => void;
  readonly diagnostic: () => void;
  readonly skip: () => void;
}

export interface TestOutcome {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
  readonly message: string;
}

export interface RunTests {
  /** Whether to run the test with this id. */
  readonly isSelected: (id: string) => boolean;
  /** Called before each test with its id, and around suite hooks with the ids of the suite. */
  readonly onStart: (ids: readonly string[]) => void;
  /** Default timeout of a test in milliseconds. */
  readonly timeoutOf: (id: string) => number;
  /** Stops at the first failure. */
  readonly stopsAtFailure: boolean;
}

const { mock: realMock } = process.getBuiltinModule('node:test');
export const mock = realMock;

let current = emptySuite('', false);
/** Rejects the running test, for errors outside of its promise. */
let failRunning: ((error: unknown) => void) | null = null;

function emptySuite(name: string, isSkipped: boolean): Suite {
  return { name, isSkipped, entries: [], before: [], after: [], beforeEach: [], afterEach: [] };
}

function register(
  name: string,
  args: readonly (Options | Body)[],
): { options: Options; body: Body } {
  const body = args.find((argument) => typeof argument === 'function');
  const options = args.find((argument) => typeof argument === 'object') ?? {};
  if (body === undefined) throw new TypeError(`${name} has no function`);
  return { options, body };
}

export function describe(name: string, ...rest: readonly (Options | Body)[]): void {
  const { options, body } = register(name, rest);
  const outer = current;
  const suite = emptySuite(name, isSkipped(options));
  outer.entries.push(suite);
  current = suite;
  try {
    body(contextOf(name, [], new AbortController().signal));
  } finally {
    current = outer;
  }
}

export function it(name: string, ...rest: readonly (Options | Body)[]): void {
  const { options, body } = register(name, rest);
  const timeout = options.timeout ?? null;
  current.entries.push({ name, isSkipped: isSkipped(options), timeout, body });
}

export function before(hook: Hook): void {
  current.before.push(hook);
}

export function after(hook: Hook): void {
  current.after.push(hook);
}

export function beforeEach(hook: Body): void {
  current.beforeEach.push(hook);
}

export function afterEach(hook: Body): void {
  current.afterEach.push(hook);
}

function isSkipped({ skip }: Options): boolean {
  return skip !== undefined && skip !== false;
}

/** Loads a test file and returns what it registered. */
export async function collect(load: () => Promise<unknown>): Promise<Suite> {
  const suite = emptySuite('', false);
  current = suite;
  await load();
  return suite;
}

/** Fails the running test; false when none is running. */
export function failRunningTest(error: unknown): boolean {
  failRunning?.(error);
  return failRunning !== null;
}

/** Runs the selected tests of a file in order; their ids start with `file`. */
export async function runSuite(
  root: Suite,
  file: string,
  options: RunTests,
): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  await runEntries(
    root,
    { path: file, isSkipped: false, beforeEach: [], afterEach: [] },
    options,
    outcomes,
  );
  return outcomes;
}

interface Surroundings {
  readonly path: string;
  readonly isSkipped: boolean;
  readonly beforeEach: readonly Body[];
  readonly afterEach: readonly Body[];
}

/** Returns false to stop the run. */
async function runEntries(
  suite: Suite,
  outer: Surroundings,
  options: RunTests,
  outcomes: TestOutcome[],
): Promise<boolean> {
  const around: Surroundings = {
    path: outer.path,
    isSkipped: outer.isSkipped || suite.isSkipped,
    beforeEach: [...outer.beforeEach, ...suite.beforeEach],
    afterEach: [...suite.afterEach, ...outer.afterEach],
  };
  const ids = idsOf(suite, around.path);
  const selected = ids.filter(options.isSelected);
  if (selected.length === 0) return true;
  try {
    options.onStart(ids);
    if (!around.isSkipped) for (const hook of suite.before) await hook();
    for (const [index, entry] of suite.entries.entries()) {
      const path = pathOf(around.path, entry.name, index);
      if ('entries' in entry) {
        if (!(await runEntries(entry, { ...around, path }, options, outcomes))) return false;
        continue;
      }
      if (!options.isSelected(path)) continue;
      const outcome = await runTest(entry, { ...around, path }, options);
      outcomes.push(outcome);
      if (outcome.status === 'failed' && options.stopsAtFailure) return false;
    }
  } catch (error) {
    // All tests of the suite fail with a hook.
    outcomes.push(
      ...selected.map((id) => ({
        id,
        status: 'failed' as const,
        milliseconds: 0,
        message: String(error),
      })),
    );
    return !options.stopsAtFailure;
  } finally {
    options.onStart(ids);
    if (!around.isSkipped) for (const hook of suite.after) await ignoreFailure(hook);
  }
  return true;
}

function idsOf(suite: Suite, path: string): readonly string[] {
  return suite.entries.flatMap((entry, index) => {
    const id = pathOf(path, entry.name, index);
    return 'entries' in entry ? idsOf(entry, id) : [id];
  });
}

/** Titles may repeat within a suite. */
function pathOf(path: string, name: string, index: number): string {
  return `${path} > ${String(index)} ${name}`;
}

async function runTest(
  test: Test,
  { path: id, isSkipped: skipped, beforeEach: first, afterEach: last }: Surroundings,
  { onStart, timeoutOf }: RunTests,
): Promise<TestOutcome> {
  if (skipped || test.isSkipped) return { id, status: 'skipped', milliseconds: 0, message: '' };
  onStart([id]);
  const cleanups: Hook[] = [];
  const startTime = performance.now();
  const aborted = new AbortController();
  const context = contextOf(test.name, cleanups, aborted.signal);
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failRunning = reject;
  const timer = setTimeout(
    () => {
      reject(new Error('time limit'));
    },
    test.timeout ?? timeoutOf(id),
  );
  let message: string | null = null;
  try {
    const body = async (): Promise<void> => {
      for (const hook of first) await hook(context);
      await test.body(context);
    };
    await Promise.race([body(), failure]);
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    failRunning = null;
    aborted.abort();
    for (const hook of cleanups.toReversed()) await ignoreFailure(hook);
    for (const hook of last) await ignoreFailure(() => hook(context));
    mock.reset();
  }
  const milliseconds = performance.now() - startTime;
  return message === null
    ? { id, status: 'passed', milliseconds, message: '' }
    : { id, status: 'failed', milliseconds, message };
}

/** A mutant may break the cleanup of a test; the next test still runs. */
async function ignoreFailure(hook: Hook): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 1000);
  });
  try {
    await Promise.race([hook(), limit]);
  } catch {
    // Only the outcome of the test counts.
  } finally {
    clearTimeout(timer);
  }
}

function contextOf(name: string, cleanups: Hook[], signal: AbortSignal): Context {
  return {
    name,
    mock,
    signal,
    after: (hook) => {
      cleanups.push(hook);
    },
    diagnostic: () => undefined,
    skip: () => undefined,
  };
}
