// The processes of a simulated deployment: one for each invocation.
import type { FaultPlan } from './fault-plan.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';

export interface ProcessList {
  /** `repeat` runs the same work in another process, concurrently. */
  start(name: string, repeat?: () => void): SimulatedProcess;
  end(process: SimulatedProcess): void;
  /** Repeats the work of a process, once at most. */
  readonly runConcurrentWorker: (process: SimulatedProcess) => void;
  /** Invocations that have not finished. */
  activeCount: number;
}

export function createProcessList(timeline: Timeline, faultPlan: FaultPlan): ProcessList {
  const repeatActions = new Map<SimulatedProcess, () => void>();
  let processCount = 0;
  return {
    activeCount: 0,
    start(name, repeat) {
      processCount += 1;
      const process = timeline.startProcess(`${name}${processCount}`);
      if (repeat !== undefined) repeatActions.set(process, repeat);
      return process;
    },
    end(process) {
      repeatActions.delete(process);
      timeline.kill(process, () => faultPlan.random() < 0.5);
    },
    runConcurrentWorker: (process) => {
      repeatActions.get(process)?.();
      repeatActions.delete(process);
    },
  };
}
