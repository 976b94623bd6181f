// The planner's hourly ticks: lost, late and repeated while faults occur, then without faults until all is done.
import { manifestKey, planKey } from '../../../lib/reports/report-repository.ts';
import { isAnnounced } from './simulated-announcements.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { isPending, jobKey } from '../../../lib/jobs/job-records.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import { isOpen } from '../../../lib/jobs/plan-looks.ts';
import { jobRecordCodec, plannerRecordCodec, repositoryCodecs } from './decode-once.ts';
import { POISONS } from './poisoned-folders.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import { WEEK } from './starting-state.ts';

/** What was sent is sent again after two hours at most; then each folder level needs up to two ticks. */
const MAX_TICKS = 12;
/** What a look has left is compared three times within 36 hours, and until then the folders above wait. */
const MAX_LOOK_TICKS = 36;
/** A folder that was given up is sent again after twelve hours at most. */
const MAX_POISON_TICKS = 14;

/** Whether a request waits for the planner to send its job again. */
function hasUnsentRequest(
  objects: SimulatedDeployment['bucket']['objects'],
  clock: Clock,
): boolean {
  return [...objects].some(([key, { bytes }]) => {
    const folder = Number(/^requests\/[^/]+\/(\d+)\.json$/.exec(key)?.[1]);
    const id = { week: WEEK.name, folder };
    if (key !== jobKey(id)) return false;
    const value = jobRecordCodec.decode(bytes);
    const manifest = objects.get(manifestKey(id));
    const revision =
      manifest === undefined ? null : repositoryCodecs.manifests.decode(manifest.bytes).revision;
    const isPendingJob = isPending({ value, version: '' }, revision, { clock });
    return isPendingJob && value.sending?.isSent === false;
  });
}

/** Returns whether the run is over: all is done and a further tick changed nothing. */
export function scheduleTicks(
  deployment: SimulatedDeployment,
  {
    start,
    faultsUntil,
    progress,
    removedFolders,
    reconcileAfterMs = null,
  }: {
    readonly start: number;
    readonly faultsUntil: number;
    readonly progress: { ticks: number };
    readonly removedFolders: ReadonlySet<number>;
    readonly reconcileAfterMs?: number | null;
  },
): () => boolean {
  const { faultPlan, timeline, safety, bucket, company, queue } = deployment;
  const { plans, manifests } = repositoryCodecs;
  let isFaultFree = false;
  let changesWhenDone: number | null = null;
  let faultsWhenDone = 0;
  let isOver = false;
  const isReconciled = (): boolean => {
    if (reconcileAfterMs === null) return true;
    const record = bucket.objects.get(`requests/${WEEK.name}/planner.json`);
    const look = record === undefined ? null : plannerRecordCodec.decode(record.bytes).look;
    return look !== null && !isOpen(look);
  };
  const isDone = (): boolean => {
    const plan = bucket.objects.get(planKey(WEEK.name));
    return (
      plan !== undefined &&
      plans.decode(plan.bytes).doneAt !== null &&
      deployment.isIdle() &&
      isReconciled() &&
      !hasUnsentRequest(bucket.objects, timeline.now) &&
      isAnnounced(bucket.objects, WEEK)
    );
  };
  /** Missing data of a removed folder can't be read any more, so its week stays incomplete. */
  const cannotComplete = (): boolean =>
    [...removedFolders].some((folder) => {
      const manifest = bucket.objects.get(manifestKey({ week: WEEK.name, folder }));
      return manifest !== undefined && manifests.decode(manifest.bytes).status === 'partial';
    });
  const countChanges = (): number => bucket.changes(WEEK.name) + queue.accepted.length;
  const countFaults = (): number => [...faultPlan.counts.values()].reduce((a, b) => a + b, 0);
  const endFaults = (): void => {
    isFaultFree = true;
    faultPlan.stop();
    bucket.outage = 'none';
    queue.isUnavailable = false;
    company.isUnavailable = false;
    company.brokenSurveys.clear();
    deployment.poisoned.clear();
  };
  const onHour = (scheduledAt: number): void => {
    timeline.at(scheduledAt + HOUR_MS, () => {
      onHour(scheduledAt + HOUR_MS);
    });
    if (!isFaultFree && timeline.now() >= faultsUntil) endFaults();
    if (!isFaultFree) {
      if (faultPlan.occurs('tick lost')) return;
      const isLate = faultPlan.occurs('tick late');
      const tickCount = faultPlan.occurs('tick doubled') ? 2 : 1;
      for (let i = 0; i < tickCount; i += 1) {
        timeline.at(timeline.now() + (isLate ? faultPlan.random() * 3 * HOUR_MS : 0), () => {
          void deployment.tick(scheduledAt);
        });
      }
      return;
    }
    // A tick after completion may itself be struck by a fault, which it records.
    if (changesWhenDone !== null && countFaults() === faultsWhenDone) {
      const newChanges = countChanges() - changesWhenDone;
      if (newChanges > 0)
        safety.violate('not idle', `${newChanges} writes and messages after completion`);
      isOver = true;
    } else if (isDone()) {
      changesWhenDone = countChanges();
      faultsWhenDone = countFaults();
    } else {
      progress.ticks += 1;
      const lookTicks = reconcileAfterMs === null ? 0 : MAX_LOOK_TICKS + reconcileAfterMs / HOUR_MS;
      const isPoisoned = POISONS.some((poison) => faultPlan.counts.has(`folder ${poison}`));
      const poisonTicks = isPoisoned ? MAX_POISON_TICKS : 0;
      if (progress.ticks > MAX_TICKS + lookTicks + poisonTicks) {
        isOver = true;
        if (!cannotComplete())
          safety.violate('stuck', `not done after ${progress.ticks} ticks without faults`);
      }
    }
    void deployment.tick(scheduledAt);
  };
  const firstTick = Math.ceil(start / HOUR_MS) * HOUR_MS;
  timeline.at(firstTick, () => {
    onHour(firstTick);
  });
  return () => isOver;
}
