// Every single fault at every call, and every pair of them: a run without faults counts its calls, then they go wrong in
// each way that they can. It hides the runs: a tick, a week's reports, and maybe one of them asked for anew.
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { randomFrom } from '../../support/test-reports.ts';
import type { PlacedFault, Target } from './fault-plan.ts';
import { placedFaults, POSSIBLE } from './fault-plan.ts';
import type { SimFolder } from './simulated-folders.ts';
import { judge } from './check-run.ts';
import { owedBy } from './liveness.ts';
import { foldersIn } from './simulated-folders.ts';
import type { Violation } from './safety.ts';
import { COMPANY, prepared, SETTLED, WEEK } from './starting-state.ts';
import { tickAlong } from './simulated-ticks.ts';
import type { Asked } from './injected-faults.ts';

export interface Story {
  readonly root: SimFolder;
  /** The folder whose report is asked for anew when all have been made; null for none. */
  readonly asksFor: number | null;
}

/** One report. */
export const LONE: Story = { root: { ...COMPANY, folders: [] }, asksFor: null };
/** A root and a shop. */
export const SMALL: Story = {
  root: {
    ...COMPANY,
    folders: [{ key: 21, surveys: [{ key: 211, timeZone: 'Europe/Helsinki' }], folders: [] }],
  },
  asksFor: 21,
};
export const WHOLE: Story = { root: COMPANY, asksFor: 21 };

export interface FaultOutcome {
  readonly violations: readonly Violation[];
  readonly calls: readonly Target[];
  /** How many of the faults have come. */
  readonly struck: number;
  readonly traced: readonly string[];
}

export async function runWithFaults(
  { root, asksFor }: Story,
  faults: readonly PlacedFault[],
  keepsTrace = false,
): Promise<FaultOutcome> {
  const chaos = placedFaults(randomFrom(1), faults);
  const start = SETTLED - 10 * MINUTE_MS;
  const it = await prepared(start, chaos, { root, keepsTrace });
  const asked: Asked[] = [];
  if (asksFor !== null) {
    const request = { week: WEEK, folder: asksFor, force: true };
    it.timeline.at(SETTLED + HOUR_MS / 2, () => {
      const now = it.timeline.now();
      void it.ask(request).then((state) => {
        if (state !== null) asked.push({ ...request, at: now });
      });
    });
  }
  const spent = { ticks: 0 };
  const gone = new Set<number>();
  await it.timeline.run(tickAlong(it, { start, faultsUntil: start, spent, gone }));
  const unmoved = foldersIn(root).flatMap(({ surveys }) => surveys.map(({ key }) => key));
  await judge(it, { drift: { gone, stayed: owedBy(root), unmoved, isAny: false }, asked });
  const { calls } = chaos;
  return {
    violations: it.safety.violations,
    calls,
    struck: faults.filter(({ call, fault }) => isPossible(calls[call], fault)).length,
    traced: it.traced,
  };
}

function isPossible(target: Target | undefined, fault: PlacedFault['fault']): boolean {
  return target !== undefined && POSSIBLE[target].includes(fault);
}

/** All of them, in the order of the calls. */
export async function everyFault(story: Story): Promise<readonly PlacedFault[]> {
  return faultsIn((await runWithFaults(story, [])).calls);
}

/** Every second fault after a first one: at any later call of the run that the first has changed. */
export async function everySecond(
  story: Story,
  first: PlacedFault,
): Promise<readonly PlacedFault[]> {
  const { calls } = await runWithFaults(story, [first]);
  return faultsIn(calls).filter(({ call }) => call > first.call);
}

function faultsIn(calls: readonly Target[]): readonly PlacedFault[] {
  return calls.flatMap((target, call) => POSSIBLE[target].map((fault) => ({ call, fault })));
}
