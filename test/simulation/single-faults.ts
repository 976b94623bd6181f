// Every single fault at every single call: a run without faults counts its calls, then each of them goes wrong in each
// way that it can. It hides the run: one tick, a week's reports, and one of them asked for anew.
import { HOUR_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import { randomFrom } from '../support/reports.ts';
import type { CallFault, Target } from './chaos.ts';
import { POSSIBLE, singleFault } from './chaos.ts';
import type { SimFolder } from './company.ts';
import type { Violation } from './safety.ts';
import { COMPANY, prepared, SETTLED, WEEK } from './stage.ts';
import { judge } from './judge.ts';
import { tickAlong } from './ticks.ts';
import type { Asked } from './trouble.ts';

/** A root and a shop. */
export const SMALL: SimFolder = {
  ...COMPANY,
  folders: [{ key: 21, surveys: [{ key: 211, timeZone: 'Europe/Helsinki' }], folders: [] }],
};

export interface SingleFault {
  readonly call: number;
  readonly fault: CallFault | null;
}

export interface SingleOutcome {
  readonly violations: readonly Violation[];
  readonly calls: readonly Target[];
  readonly struck: boolean;
  readonly traced: readonly string[];
}

export async function runWithFault(
  root: SimFolder,
  which: SingleFault,
  keepsTrace = false,
): Promise<SingleOutcome> {
  const chaos = singleFault(randomFrom(1), which);
  const start = SETTLED - 10 * MINUTE_MS;
  const it = await prepared(start, chaos, { root, keepsTrace });
  const at = (time: number, act: () => void): void => {
    it.timeline.after(time - it.timeline.now(), act);
  };
  const asked: Asked[] = [];
  const request = { week: WEEK, folder: 21, force: true };
  at(SETTLED + HOUR_MS / 2, () => {
    const now = it.timeline.now();
    void it.ask(request).then((state) => {
      if (state !== null) asked.push({ ...request, at: now });
    });
  });
  const spent = { ticks: 0 };
  const gone = new Set<number>();
  await it.timeline.run(tickAlong(it, { start, faultsUntil: start, at, spent, gone }));
  await judge(it, { drift: { gone, stayed: [], isAny: false }, asked, root });
  return {
    violations: it.safety.violations,
    calls: chaos.calls,
    struck: chaos.counts.size > 0,
    traced: it.traced,
  };
}

/** All of them, in the order of the calls. */
export async function everySingleFault(root: SimFolder): Promise<readonly SingleFault[]> {
  const { calls } = await runWithFault(root, { call: -1, fault: null });
  return calls.flatMap((target, call) => POSSIBLE[target].map((fault) => ({ call, fault })));
}
