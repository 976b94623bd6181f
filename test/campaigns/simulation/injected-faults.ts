// Schedules outages, late data, requests and pruning at random instants of a run.
import type { Week } from '../../../lib/domain/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { POISONS } from './poisoned-folders.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { listFolders } from './simulated-folders.ts';
import { OLD_WEEK, PRUNED_WEEK, WEEK } from './starting-state.ts';

export interface AcceptedRequest {
  readonly week: Week;
  readonly folder: number;
  readonly force: boolean;
  readonly requestedAt: number;
}

export interface FaultWindow {
  /** A random instant in which faults may occur. */
  readonly randomInstant: () => number;
}

export function scheduleOutages(
  { faultPlan, bucket, queue, company, timeline, poisoned }: SimulatedDeployment,
  { randomInstant, faultsUntil }: FaultWindow & { readonly faultsUntil: number },
): void {
  const { random } = faultPlan;
  const during = (begin: () => void, end: () => void): void => {
    const from = randomInstant();
    timeline.at(from, begin);
    timeline.at(Math.min(faultsUntil, from + random() ** 2 * 12 * HOUR_MS), end);
  };
  const outage = (to: 'unavailable' | 'refused'): void => {
    during(
      () => (bucket.outage = to),
      () => (bucket.outage = 'none'),
    );
  };
  if (faultPlan.occurs('store outage')) outage('unavailable');
  if (faultPlan.occurs('store refuses')) outage('refused');
  if (faultPlan.occurs('queue outage')) {
    during(
      () => (queue.isUnavailable = true),
      () => (queue.isUnavailable = false),
    );
  }
  if (faultPlan.occurs('upstream outage')) {
    during(
      () => (company.isUnavailable = true),
      () => (company.isUnavailable = false),
    );
  }
  for (const survey of [101, 211, 221, 312]) {
    if (!faultPlan.occurs('survey breaks')) continue;
    during(
      () => company.brokenSurveys.add(survey),
      () => company.brokenSurveys.delete(survey),
    );
  }
  for (const poison of POISONS) {
    if (!faultPlan.occurs(`folder ${poison}`)) continue;
    const folder = [1, 2, 21, 31][Math.floor(random() * 4)] ?? 1;
    during(
      () => poisoned.set(folder, poison),
      () => poisoned.delete(folder),
    );
  }
  for (const survey of [101, 211, 311]) {
    if (!faultPlan.occurs('late data')) continue;
    timeline.at(randomInstant(), () => {
      company.sendLate(survey, WEEK, 4);
    });
  }
}

/** Requests for reports of the current week, and of one that the planner no longer covers. */
export function scheduleRequests(
  deployment: SimulatedDeployment,
  {
    random,
    randomInstant,
    root,
  }: FaultWindow & { readonly random: () => number; readonly root: SimulatedFolder },
): readonly AcceptedRequest[] {
  const acceptedRequests: AcceptedRequest[] = [];
  const folders = listFolders(root).map(({ key }) => key);
  const scheduleRequest = (week: Week): void => {
    const folder = folders[Math.floor(random() * folders.length)] ?? 1;
    const force = random() < 0.5;
    const time = randomInstant();
    const isRepeated = deployment.faultPlan.occurs('request repeated');
    for (let i = 0; i < (isRepeated ? 2 : 1); i += 1) {
      deployment.timeline.at(time, () => {
        void deployment.requestReport({ week, folder, force }).then((state) => {
          if (state !== null)
            acceptedRequests.push({ week, folder, force, requestedAt: Math.round(time) });
        });
      });
    }
  };
  if (random() < 0.4) scheduleRequest(WEEK);
  if (random() < 0.3) scheduleRequest(OLD_WEEK);
  if (random() < 0.15) scheduleRequest(OLD_WEEK);
  return acceptedRequests;
}

export function schedulePruning(
  deployment: SimulatedDeployment,
  { random, randomInstant }: FaultWindow & { readonly random: () => number },
): void {
  if (random() > 0.2) return;
  const prune = async (): Promise<void> => {
    // The operator repeats an interrupted run.
    if (await deployment.prune(PRUNED_WEEK)) {
      const remainingKeys = [...deployment.bucket.objects.keys()].filter((key) =>
        key.includes(PRUNED_WEEK.name),
      );
      if (remainingKeys.length > 0)
        deployment.safety.violate('not pruned', remainingKeys.join(' '));
      return;
    }
    deployment.timeline.after(20 * MINUTE_MS, () => void prune());
  };
  deployment.timeline.at(randomInstant(), () => void prune());
}
