// Faults that never end: each call, message and tick goes wrong with the same small chance, for a year.
import type { FaultPlan, CallKind, SystemFault } from '../simulation/fault-plan.ts';
import { POSSIBLE_FAULTS } from '../simulation/fault-plan.ts';

/** What may go wrong beside calls, each with the same chance. */
const STRIKING: readonly SystemFault[] = [
  'message doubled',
  'message reordered',
  'message visible too soon',
  'message not deleted',
  'process goes on after answering',
  'tick lost',
  'tick doubled',
  'tick late',
];

const TARGETS: readonly CallKind[] = [
  'read',
  'write',
  'remove',
  'send',
  'giveBack',
  'upstream',
  'notify',
];

/** Every kind that a year must have seen. */
export const STEADY_FAULTS: readonly string[] = [
  ...STRIKING,
  ...TARGETS.flatMap((target) => POSSIBLE_FAULTS[target].map((fault) => `${fault} of ${target}`)),
];

/** `rate`: of calls, messages and ticks, e.g. 0.01. */
export function steadyChaos(
  random: () => number,
  rate: number,
): FaultPlan & { readonly calls: () => number } {
  const counts = new Map<string, number>();
  const turns = new Map<CallKind, number>();
  const happened = (fault: string): void => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  };
  let isOver = false;
  let calls = 0;
  return {
    random,
    counts,
    record: happened,
    calls: () => calls,
    stop: () => {
      isOver = true;
    },
    callFault(target) {
      calls += 1;
      if (isOver || random() >= rate) return null;
      // In turn: of a target that is seldom called each kind comes all the same.
      const possible = POSSIBLE_FAULTS[target];
      const turn = turns.get(target) ?? Math.floor(random() * possible.length);
      turns.set(target, turn + 1);
      const fault = possible[turn % possible.length] ?? null;
      if (fault !== null) happened(`${fault} of ${target}`);
      return fault;
    },
    occurs(fault) {
      if (isOver || !STRIKING.includes(fault) || random() >= rate) return false;
      happened(fault);
      return true;
    },
  };
}
