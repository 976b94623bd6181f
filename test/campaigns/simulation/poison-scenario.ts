// One folder whose report can't be made for two and a half days, without other faults: what it delays, and what it costs.
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { readReport } from '../../../lib/reports/report-repository.ts';
import { readManifests } from '../../../lib/reports/week-folders.ts';
import { createRandom } from '../../support/test-reports.ts';
import { checkRun } from './check-run.ts';
import { fixedFaultPlan } from './fault-plan.ts';
import { findExpectedFolders } from './liveness.ts';
import type { Poison } from './poisoned-folders.ts';
import type { Violation } from './safety.ts';
import { listFolders } from './simulated-folders.ts';
import { scheduleTicks } from './simulated-ticks.ts';
import { COMPANY, prepareDeployment, SETTLED_AT, WEEK } from './starting-state.ts';

const POISONED_MS = 60 * HOUR_MS;
const SAMPLE_MS = MINUTE_MS;

export interface PoisonOutcome {
  /** After the poison has ended. */
  readonly violations: readonly Violation[];
  /** Minutes from the first tick after all reports were due until each folder has a report. */
  readonly minutes: ReadonlyMap<number, number>;
  /** Folders whose report lacks that of one below it, while the poison lasts. */
  readonly lacking: readonly number[];
  readonly messages: number;
  readonly deadLetters: number;
}

type Counted = {
  -readonly [K in 'lacking' | 'messages' | 'deadLetters']: PoisonOutcome[K];
};

export async function runPoisonScenario(folder: number, poison: Poison): Promise<PoisonOutcome> {
  const faultPlan = fixedFaultPlan(createRandom(1), []);
  const deployment = await prepareDeployment(SETTLED_AT - MINUTE_MS, faultPlan, { root: COMPANY });
  const { timeline, queue, poisoned, repository, safety } = deployment;
  const folders = listFolders(COMPANY).map(({ key }) => key);
  const minutes = new Map<number, number>();
  poisoned.set(folder, poison);
  const endsAt = SETTLED_AT + POISONED_MS;
  const sample = (): void => {
    for (const [key] of safety.history) {
      const found = new RegExp(`^weeks/${WEEK.name}/folders/(\\d+)/`).exec(key)?.[1];
      if (found === undefined || minutes.has(Number(found))) continue;
      minutes.set(Number(found), Math.round((timeline.now() - SETTLED_AT) / MINUTE_MS));
    }
    if (timeline.now() < endsAt) timeline.after(SAMPLE_MS, sample);
  };
  timeline.at(SETTLED_AT, sample);
  const counted: Counted = { lacking: [], messages: 0, deadLetters: 0 };
  const count = async (): Promise<void> => {
    counted.messages = queue.accepted.length;
    counted.deadLetters = queue.deadLetters.length;
    const manifests = await readManifests(repository, WEEK.name, folders);
    const reports = await Promise.all(
      [...manifests.values()].map((manifest) => readReport(repository, manifest)),
    );
    counted.lacking = reports
      .filter(({ problems }) => problems.some(({ code }) => code === 'CHILD_MISSING'))
      .map((report) => report.folder.key);
  };
  timeline.at(endsAt - 1, () => void count());
  const progress = { ticks: 0 };
  const removedFolders = new Set<number>();
  faultPlan.record(`folder ${poison}`);
  await timeline.run(
    scheduleTicks(deployment, {
      ...{ start: SETTLED_AT, faultsUntil: endsAt, progress, removedFolders },
    }),
  );
  await checkRun(deployment, {
    changes: {
      removedFolders,
      expectedFolders: findExpectedFolders(COMPANY),
      unmovedSurveys: listFolders(COMPANY).flatMap(({ surveys }) => surveys.map(({ key }) => key)),
      hasChanges: false,
    },
    acceptedRequests: [],
  });
  return { ...counted, violations: safety.violations, minutes };
}
