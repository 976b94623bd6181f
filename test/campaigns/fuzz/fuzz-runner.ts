// Runs fuzz targets: creates numbered inputs, counts their kinds and shrinks a failing input. An input is a seed and a
// list of steps, so that any run can be repeated and any step can be removed.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../lib/shared/failure.ts';
import { createRandomChoices, type RandomChoices } from './random-choices.ts';

/** One change of the input; `seed` determines its random choices. */
export interface FuzzStep {
  readonly kind: string;
  readonly seed: number;
}

export interface FuzzInput {
  /** For random choices outside the steps. */
  readonly seed: number;
  readonly steps: readonly FuzzStep[];
}

export interface FuzzOutcome {
  /** Null: the run passed. */
  readonly fault: string | null;
  /** Kinds of the steps that had an effect. */
  readonly applied: readonly string[];
  /** For statistics, e.g. `complete` or a failure code. */
  readonly outcome: string;
}

/** The code under test; `run` never rejects. */
export interface FuzzTarget {
  readonly kinds: readonly string[];
  /** Maximum number of steps after the first. */
  readonly maxExtraSteps: number;
  run(input: FuzzInput): Promise<FuzzOutcome>;
  /** A readable description of the input. */
  describe(input: FuzzInput): string | Promise<string>;
  close(): Promise<void>;
}

export interface FuzzSummary {
  readonly runs: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  /** Null: all runs passed. */
  readonly failure: FuzzFailure | null;
  readonly seconds: number;
  readonly slowestMs: number;
  readonly peakMb: number;
}

export interface FuzzFailure {
  readonly run: number;
  readonly input: FuzzInput;
  readonly fault: string;
  /** File with the description of the input. */
  readonly file: string;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  /** The first run; to repeat a single run. */
  readonly from?: number;
  readonly onRun?: (completedRuns: number) => void;
}

/** Longer runs count as hanging. A run with a thousand pages takes many seconds on a busy machine. */
const MAX_RUN_MS = 120_000;

export async function runFuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzSummary> {
  const { seed, runs, from = 0, onRun } = options;
  const kinds = new Map(target.kinds.map((kind) => [kind, 0]));
  const outcomes = new Map<string, number>();
  const startedAt = performance.now();
  let failure: FuzzFailure | null = null;
  let completedRuns = 0;
  let slowestMs = 0;
  for (let run = from; run < from + runs && failure === null; run += 1) {
    const input = createInput(target, seed, run);
    const runStartedAt = performance.now();
    const { fault, applied, outcome } = await runWithTimeout(target, input);
    slowestMs = Math.max(slowestMs, performance.now() - runStartedAt);
    for (const kind of applied) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (fault !== null)
      failure = await saveFailure(target, run, await shrinkInput(target, { input, fault }));
    completedRuns += 1;
    onRun?.(completedRuns);
  }
  return {
    runs: completedRuns,
    kinds,
    outcomes,
    failure,
    slowestMs,
    seconds: (performance.now() - startedAt) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

/** The first kinds alternate, so that every kind occurs. */
function createInput({ kinds, maxExtraSteps }: FuzzTarget, seed: number, run: number): FuzzInput {
  const random = createRandomChoices((Math.imul(seed, 1_000_003) + run) >>> 0);
  const firstKind = kinds[run % kinds.length] ?? '';
  const extraSteps = random.isOneIn(2) ? 0 : random.int(0, maxExtraSteps);
  const names = [firstKind, ...Array.from({ length: extraSteps }, () => random.pick(kinds))];
  return { seed: random.seed(), steps: names.map((kind) => ({ kind, seed: random.seed() })) };
}

async function runWithTimeout(target: FuzzTarget, input: FuzzInput): Promise<FuzzOutcome> {
  const timeout = Promise.withResolvers<FuzzOutcome>();
  const timer = setTimeout(() => {
    timeout.resolve({ fault: 'timeout', applied: [], outcome: 'hang' });
  }, MAX_RUN_MS);
  try {
    return await Promise.race([target.run(input), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface BrokenInput {
  readonly input: FuzzInput;
  readonly fault: string;
}

/** Removes steps, large groups first, as long as the run fails without them. */
async function shrinkInput(target: FuzzTarget, original: BrokenInput): Promise<BrokenInput> {
  const { fault: repeatedFault } = await runWithTimeout(target, original.input);
  if (repeatedFault === null) return { ...original, fault: `${original.fault} (not reproducible)` };
  let smallestInput = original;
  for (
    let size = Math.ceil(smallestInput.input.steps.length / 2);
    size >= 1;
    size = Math.floor(size / 2)
  ) {
    for (let position = 0; position < smallestInput.input.steps.length;) {
      const steps = smallestInput.input.steps.toSpliced(position, size);
      const candidate = { ...smallestInput.input, steps };
      const { fault } = steps.length === 0 ? NO_FAULT : await runWithTimeout(target, candidate);
      if (fault === null) position += size;
      else smallestInput = { input: candidate, fault };
    }
  }
  return smallestInput;
}

const NO_FAULT = { fault: null } as const;

async function saveFailure(
  target: FuzzTarget,
  run: number,
  { input, fault }: BrokenInput,
): Promise<FuzzFailure> {
  const file = join(await mkdtemp(join(tmpdir(), 'fuzz-')), 'input.txt');
  const description = await target.describe(input);
  await writeFile(file, `${fault}\n\n${JSON.stringify(input)}\n\n${description}\n`);
  return { run, input, fault, file };
}

/** The code and facts of a failure, or the stack of any other error. */
export function describeError(error: unknown): string {
  if (error instanceof Failure) return `${error.code} ${JSON.stringify(error.facts)}`;
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 2_000) : typeof error;
}

/** Applies the steps in order; `change` returns null for a step that has no effect. */
export function applied<T>(
  start: T,
  steps: readonly FuzzStep[],
  change: (value: T, kind: string, random: RandomChoices) => T | null,
): { readonly value: T; readonly applied: readonly string[] } {
  let value = start;
  const kinds: string[] = [];
  for (const { kind, seed } of steps) {
    const nextValue = change(value, kind, createRandomChoices(seed));
    if (nextValue === null) continue;
    value = nextValue;
    kinds.push(kind);
  }
  return { value, applied: kinds };
}
