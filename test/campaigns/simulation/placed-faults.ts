// Exhaustive single faults and pairs of faults: a run without faults counts its calls, then every possible fault is
// injected at every call. A run is one week with its ticks and, in some scenarios, one requested report.
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import type { PlacedFault, CallKind } from './fault-plan.ts';
import { fixedFaultPlan, POSSIBLE_FAULTS } from './fault-plan.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { checkRun } from './check-run.ts';
import { findExpectedFolders } from './liveness.ts';
import { listFolders } from './simulated-folders.ts';
import type { Violation } from './safety.ts';
import { COMPANY, prepareDeployment, SETTLED_AT, WEEK } from './starting-state.ts';
import { scheduleTicks } from './simulated-ticks.ts';
import type { AcceptedRequest } from './injected-faults.ts';

export interface FaultScenario {
  readonly root: SimulatedFolder;
  /** The folder whose report is requested again after all exist; null: no request. */
  readonly requestedFolder: number | null;
}

/** A single report. */
export const ONE_FOLDER: FaultScenario = {
  root: { ...COMPANY, folders: [] },
  requestedFolder: null,
};
/** A root and one folder below it. */
export const TWO_FOLDERS: FaultScenario = {
  root: {
    ...COMPANY,
    folders: [{ key: 21, surveys: [{ key: 211, timeZone: 'Europe/Helsinki' }], folders: [] }],
  },
  requestedFolder: 21,
};
export const ALL_FOLDERS: FaultScenario = { root: COMPANY, requestedFolder: 21 };

export interface FaultOutcome {
  readonly violations: readonly Violation[];
  readonly calls: readonly CallKind[];
  /** The number of given faults that were injected. */
  readonly occurred: number;
  readonly trace: readonly string[];
}

export async function runWithFaults(
  { root, requestedFolder }: FaultScenario,
  faults: readonly PlacedFault[],
  recordsTrace = false,
): Promise<FaultOutcome> {
  const faultPlan = fixedFaultPlan(createRandom(1), faults);
  const start = SETTLED_AT - 10 * MINUTE_MS;
  const deployment = await prepareDeployment(start, faultPlan, { root, recordsTrace });
  const acceptedRequests: AcceptedRequest[] = [];
  if (requestedFolder !== null) {
    const request = { week: WEEK, folder: requestedFolder, force: true };
    deployment.timeline.at(SETTLED_AT + HOUR_MS / 2, () => {
      const now = deployment.timeline.now();
      void deployment.requestReport(request).then((state) => {
        if (state !== null) acceptedRequests.push({ ...request, requestedAt: now });
      });
    });
  }
  const progress = { ticks: 0 };
  const removedFolders = new Set<number>();
  await deployment.timeline.run(
    scheduleTicks(deployment, { start, faultsUntil: start, progress, removedFolders }),
  );
  const unmovedSurveys = listFolders(root).flatMap(({ surveys }) => surveys.map(({ key }) => key));
  await checkRun(deployment, {
    changes: {
      removedFolders,
      expectedFolders: findExpectedFolders(root),
      unmovedSurveys,
      hasChanges: false,
    },
    acceptedRequests,
  });
  const { calls } = faultPlan;
  return {
    violations: deployment.safety.violations,
    calls,
    occurred: faults.filter(({ call, fault }) => isPossible(calls[call], fault)).length,
    trace: deployment.traceLines,
  };
}

function isPossible(target: CallKind | undefined, fault: PlacedFault['fault']): boolean {
  return target !== undefined && POSSIBLE_FAULTS[target].includes(fault);
}

/** All possible faults, in the order of the calls. */
export async function listSingleFaults(scenario: FaultScenario): Promise<readonly PlacedFault[]> {
  return faultsOfCalls((await runWithFaults(scenario, [])).calls);
}

/** All possible faults at calls after the first fault, in the run that the first fault has changed. */
export async function listSecondFaults(
  scenario: FaultScenario,
  first: PlacedFault,
): Promise<readonly PlacedFault[]> {
  const { calls } = await runWithFaults(scenario, [first]);
  return faultsOfCalls(calls).filter(({ call }) => call > first.call);
}

function faultsOfCalls(calls: readonly CallKind[]): readonly PlacedFault[] {
  return calls.flatMap((target, call) => POSSIBLE_FAULTS[target].map((fault) => ({ call, fault })));
}
