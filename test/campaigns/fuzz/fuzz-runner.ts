// Hunts for an input that breaks a promise. It hides how inputs are numbered, counted by kind and made smaller:
// an input is a seed and a list of steps, so that any run can be repeated and any step left out.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../lib/shared/failure.ts';
import { chanceFrom, type Chance } from './random-choices.ts';

/** One thing that is made odd; `seed` says how. */
export interface Step {
  readonly kind: string;
  readonly seed: number;
}

export interface Input {
  /** Of all that is not a step. */
  readonly seed: number;
  readonly steps: readonly Step[];
}

export interface Verdict {
  /** Which promise is broken and how; null: none. */
  readonly fault: string | null;
  /** Kinds of the steps that changed anything. */
  readonly applied: readonly string[];
  /** What came out, to be counted, e.g. `complete` or a failure's code. */
  readonly outcome: string;
}

/** Something under attack, ready to be asked; `judge` never fails. */
export interface Target {
  readonly kinds: readonly string[];
  /** How many more steps may follow an input's first. */
  readonly moreSteps: number;
  judge(input: Input): Promise<Verdict>;
  /** What the input is, for people. */
  show(input: Input): string | Promise<string>;
  close(): Promise<void>;
}

export interface Hunt {
  readonly runs: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  /** Null when no promise was broken. */
  readonly found: Found | null;
  readonly seconds: number;
  readonly slowestMs: number;
  readonly peakMb: number;
}

export interface Found {
  readonly run: number;
  readonly input: Input;
  readonly fault: string;
  /** Where the input is described. */
  readonly file: string;
}

export interface HuntOptions {
  readonly seed: number;
  readonly runs: number;
  /** Begins with this run: to repeat one alone. */
  readonly from?: number;
  readonly onRun?: (done: number) => void;
}

/** No run takes longer, or it hangs: a thousand pages take many seconds on a busy machine, anything else a moment. */
const MOST_RUN_MS = 120_000;

export async function hunt(target: Target, options: HuntOptions): Promise<Hunt> {
  const { seed, runs, from = 0, onRun } = options;
  const kinds = new Map(target.kinds.map((kind) => [kind, 0]));
  const outcomes = new Map<string, number>();
  const began = performance.now();
  let found: Found | null = null;
  let done = 0;
  let slowestMs = 0;
  for (let run = from; run < from + runs && found === null; run += 1) {
    const input = inputOf(target, seed, run);
    const started = performance.now();
    const { fault, applied, outcome } = await judged(target, input);
    slowestMs = Math.max(slowestMs, performance.now() - started);
    for (const kind of applied) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (fault !== null)
      found = await describe(target, run, await smallest(target, { input, fault }));
    done += 1;
    onRun?.(done);
  }
  return {
    runs: done,
    kinds,
    outcomes,
    found,
    slowestMs,
    seconds: (performance.now() - began) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

/** Every kind comes in its turn, so that none is left out. */
function inputOf({ kinds, moreSteps }: Target, seed: number, run: number): Input {
  const chance = chanceFrom((Math.imul(seed, 1_000_003) + run) >>> 0);
  const first = kinds[run % kinds.length] ?? '';
  const more = chance.oneIn(2) ? 0 : chance.int(0, moreSteps);
  const names = [first, ...Array.from({ length: more }, () => chance.pick(kinds))];
  return { seed: chance.seed(), steps: names.map((kind) => ({ kind, seed: chance.seed() })) };
}

async function judged(target: Target, input: Input): Promise<Verdict> {
  const late = Promise.withResolvers<Verdict>();
  const timer = setTimeout(() => {
    late.resolve({ fault: 'it hangs', applied: [], outcome: 'hang' });
  }, MOST_RUN_MS);
  try {
    return await Promise.race([target.judge(input), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface Small {
  readonly input: Input;
  readonly fault: string;
}

/** Leaves out steps, halves first, as long as some promise is broken without them. */
async function smallest(target: Target, broken: Small): Promise<Small> {
  const { fault: again } = await judged(target, broken.input);
  if (again === null) return { ...broken, fault: `${broken.fault} (not when it was tried again)` };
  let best = broken;
  for (let size = Math.ceil(best.input.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.input.steps.length;) {
      const steps = best.input.steps.toSpliced(at, size);
      const smaller = { ...best.input, steps };
      const { fault } = steps.length === 0 ? NOTHING : await judged(target, smaller);
      if (fault === null) at += size;
      else best = { input: smaller, fault };
    }
  }
  return best;
}

const NOTHING = { fault: null } as const;

async function describe(target: Target, run: number, { input, fault }: Small): Promise<Found> {
  const file = join(await mkdtemp(join(tmpdir(), 'fuzz-')), 'input.txt');
  const shown = await target.show(input);
  await writeFile(file, `${fault}\n\n${JSON.stringify(input)}\n\n${shown}\n`);
  return { run, input, fault, file };
}

/** The error's own words for a fault: its code where it has one, else where in the code it is. */
export function toldOf(error: unknown): string {
  if (error instanceof Failure) return `${error.code} ${JSON.stringify(error.facts)}`;
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 2_000) : typeof error;
}

/** Does the steps one after the other to a value, each by its own chance; null: it changed nothing. */
export function applied<T>(
  start: T,
  steps: readonly Step[],
  change: (value: T, kind: string, chance: Chance) => T | null,
): { readonly value: T; readonly applied: readonly string[] } {
  let value = start;
  const kinds: string[] = [];
  for (const { kind, seed } of steps) {
    const changed = change(value, kind, chanceFrom(seed));
    if (changed === null) continue;
    value = changed;
    kinds.push(kind);
  }
  return { value, applied: kinds };
}
