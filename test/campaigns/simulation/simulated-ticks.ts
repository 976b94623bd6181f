// The schedule's ticks: lost, late and doubled while things go wrong, then on the hour until all is done and rests.
import { manifestCodec, planCodec, secondLookCodec } from '../../../lib/adapters/json/index.ts';
import { manifestKey, planKey } from '../../../lib/reports/report-repository.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import type { Deployment } from './simulated-deployment.ts';
import { WEEK } from './starting-state.ts';

/** A lost job costs six hours; a tick or two for each level of folders come after it. */
const MOST_TICKS = 12;

/** Ticks of the schedule, and when to stop: once all is done and nothing has moved for two more ticks. */
export function tickAlong(
  it: Deployment,
  {
    start,
    faultsUntil,
    spent,
    gone,
    secondLookMs = null,
  }: {
    readonly start: number;
    readonly faultsUntil: number;
    readonly spent: { ticks: number };
    readonly gone: ReadonlySet<number>;
    readonly secondLookMs?: number | null;
  },
): () => boolean {
  const { chaos, timeline, safety, bucket, company, queue } = it;
  const [plans, manifests] = [planCodec(), manifestCodec()];
  let isHealed = false;
  let stillness: number | null = null;
  let isOver = false;
  const looks = secondLookCodec();
  const hasLooked = (): boolean => {
    const note = bucket.objects.get(`requests/${WEEK.name}/second-look.json`);
    return (
      secondLookMs === null || (note !== undefined && looks.decode(note.bytes).left.length === 0)
    );
  };
  const isDone = (): boolean => {
    const plan = bucket.objects.get(planKey(WEEK.name));
    return (
      plan !== undefined && plans.decode(plan.bytes).doneAt !== null && it.isQuiet() && hasLooked()
    );
  };
  /** What was missing of a folder that has gone can't be had any more; nobody can end that week. */
  const isBeyondHelp = (): boolean =>
    [...gone].some((folder) => {
      const manifest = bucket.objects.get(manifestKey({ week: WEEK.name, folder }));
      return manifest !== undefined && manifests.decode(manifest.bytes).status === 'partial';
    });
  const moved = (): number => bucket.changes(WEEK.name) + queue.accepted.length;
  const heal = (): void => {
    isHealed = true;
    chaos.end();
    bucket.outage = 'none';
    queue.isDown = false;
    company.isDown = false;
    company.broken.clear();
  };
  const onHour = (scheduledAt: number): void => {
    timeline.at(scheduledAt + HOUR_MS, () => {
      onHour(scheduledAt + HOUR_MS);
    });
    if (!isHealed && timeline.now() >= faultsUntil) heal();
    if (!isHealed) {
      if (chaos.strikes('tick lost')) return;
      const isLate = chaos.strikes('tick late');
      const times = chaos.strikes('tick doubled') ? 2 : 1;
      for (let i = 0; i < times; i += 1) {
        timeline.at(timeline.now() + (isLate ? chaos.random() * 3 * HOUR_MS : 0), () => {
          void it.tick(scheduledAt);
        });
      }
      return;
    }
    if (stillness !== null) {
      const since = moved() - stillness;
      if (since > 0) safety.violate('restless', `${since} writes and messages after all was done`);
      isOver = true;
    } else if (isDone()) {
      stillness = moved();
    } else {
      spent.ticks += 1;
      if (spent.ticks > MOST_TICKS + (secondLookMs ?? 0) / HOUR_MS) {
        isOver = true;
        if (!isBeyondHelp()) safety.violate('stuck', `not done after ${MOST_TICKS} healthy ticks`);
      }
    }
    void it.tick(scheduledAt);
  };
  const first = Math.ceil(start / HOUR_MS) * HOUR_MS;
  timeline.at(first, () => {
    onHour(first);
  });
  return () => isOver;
}
