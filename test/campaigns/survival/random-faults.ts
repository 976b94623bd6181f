// A fault plan with a constant probability of faults for calls, messages and ticks.
import type { FaultPlan, CallKind, SystemFault } from '../simulation/fault-plan.ts';
import { POSSIBLE_FAULTS } from '../simulation/fault-plan.ts';

/** Faults outside of calls. */
const STEADY_SYSTEM_FAULTS: readonly SystemFault[] = [
  'message doubled',
  'message reordered',
  'message visible too soon',
  'message not deleted',
  'process continues after it has answered',
  'tick lost',
  'tick doubled',
  'tick late',
];

const CALL_KINDS: readonly CallKind[] = [
  'read',
  'write',
  'remove',
  'send',
  'giveBack',
  'upstream',
  'notify',
];

/** All faults that must occur in a year. */
export const STEADY_FAULTS: readonly string[] = [
  ...STEADY_SYSTEM_FAULTS,
  ...CALL_KINDS.flatMap((target) =>
    POSSIBLE_FAULTS[target].map((fault) => `${fault} of ${target}`),
  ),
];

/** `rate`: probability per call, message and tick, e.g. 0.01. */
export function createSteadyFaultPlan(
  random: () => number,
  rate: number,
): FaultPlan & { readonly calls: () => number } {
  const counts = new Map<string, number>();
  const nextFaultIndex = new Map<CallKind, number>();
  const countFault = (fault: string): void => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  };
  let isStopped = false;
  let calls = 0;
  return {
    random,
    counts,
    record: countFault,
    calls: () => calls,
    stop: () => {
      isStopped = true;
    },
    callFault(target) {
      calls += 1;
      if (isStopped || random() >= rate) return null;
      // Alternates between the faults, so that each also occurs for rare calls.
      const possible = POSSIBLE_FAULTS[target];
      const index = nextFaultIndex.get(target) ?? Math.floor(random() * possible.length);
      nextFaultIndex.set(target, index + 1);
      const fault = possible[index % possible.length] ?? null;
      if (fault !== null) countFault(`${fault} of ${target}`);
      return fault;
    },
    occurs(fault) {
      if (isStopped || !STEADY_SYSTEM_FAULTS.includes(fault) || random() >= rate) return false;
      countFault(fault);
      return true;
    },
  };
}
