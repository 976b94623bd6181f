// The log of the simulated functions, and the check that no error of theirs is a bug.
import { Failure } from '../../../lib/shared/failure.ts';
import type { Log } from '../../../lib/shared/log.ts';
import type { FaultPlan } from './fault-plan.ts';
import { PoisonError } from './poisoned-folders.ts';
import type { SafetyChecks } from './safety.ts';
import { ProcessKilled } from './timeline.ts';

interface FailureContext {
  readonly faultPlan: FaultPlan;
  readonly trace: (line: () => string) => void;
  readonly safety: SafetyChecks;
}

export function createSimulationLog(context: FailureContext): Log {
  const { faultPlan, trace } = context;
  return {
    info: () => undefined,
    metrics: () => undefined,
    error: (message, error) => {
      if (error instanceof Failure && error.code === 'DEADLINE') faultPlan.record('deadline');
      trace(() => `log: ${message}: ${error instanceof Error ? error.message : 'not an error'}`);
      checkBug(context, error);
    },
  };
}

/** Checks the failure of an invocation. */
export function checkFailure(context: FailureContext, error: unknown): void {
  context.trace(() => `failed: ${error instanceof Error ? error.message : 'not an error'}`);
  checkBug(context, error);
}

/** A `Failure` is an expected outcome of an invocation; any other error is a bug. */
function checkBug({ safety }: FailureContext, error: unknown): void {
  if (error instanceof PoisonError) return;
  if (error instanceof Failure || error instanceof ProcessKilled) return;
  safety.violate('bug', error instanceof Error ? (error.stack ?? error.name) : typeof error);
}
