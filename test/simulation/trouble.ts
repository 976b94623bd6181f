// What goes wrong beside calls, and what people do meanwhile: outages, late data, folders that move, requests, pruning.
import type { Week } from '../../lib/domain/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import type { SimFolder } from './company.ts';
import type { Deployment } from './deployment.ts';
import { owedBy } from './liveness.ts';
import { COMPANY, OLD, PRUNED, WEEK } from './stage.ts';

export interface Asked {
  readonly week: Week;
  readonly folder: number;
  readonly force: boolean;
  readonly at: number;
}

export interface Timing {
  /** A moment while things go wrong. */
  readonly between: () => number;
  readonly at: (time: number, act: () => void) => void;
}

export function breakThings(
  { chaos, bucket, queue, company }: Deployment,
  { between, at, faultsUntil }: Timing & { readonly faultsUntil: number },
): void {
  const { random } = chaos;
  const during = (begin: () => void, end: () => void): void => {
    const from = between();
    at(from, begin);
    at(Math.min(faultsUntil, from + random() ** 2 * 12 * HOUR_MS), end);
  };
  const outage = (to: 'unavailable' | 'refused'): void => {
    during(
      () => (bucket.outage = to),
      () => (bucket.outage = 'none'),
    );
  };
  if (chaos.strikes('store outage')) outage('unavailable');
  if (chaos.strikes('store refuses')) outage('refused');
  if (chaos.strikes('queue outage')) {
    during(
      () => (queue.isDown = true),
      () => (queue.isDown = false),
    );
  }
  if (chaos.strikes('upstream outage')) {
    during(
      () => (company.isDown = true),
      () => (company.isDown = false),
    );
  }
  for (const survey of [101, 211, 221, 312]) {
    if (!chaos.strikes('survey breaks')) continue;
    during(
      () => company.broken.add(survey),
      () => company.broken.delete(survey),
    );
  }
  for (const survey of [101, 211, 311]) {
    if (!chaos.strikes('late data')) continue;
    at(between(), () => {
      company.sendLate(survey, WEEK, 4);
    });
  }
}

export interface Drift {
  readonly gone: ReadonlySet<number>;
  /** Folders that were there all the time. */
  readonly stayed: readonly number[];
  readonly isAny: boolean;
}

export function rearrange({ chaos, company }: Deployment, { between, at }: Timing): Drift {
  const gone = new Set<number>();
  let isAny = false;
  const change = (to: (root: SimFolder) => SimFolder): void => {
    isAny = true;
    at(between(), () => {
      company.rearrange(to(company.root));
    });
  };
  if (chaos.strikes('folder moves')) {
    change((root) => {
      const moved = find(root, 22);
      return moved === undefined
        ? root
        : { ...without(root, 22), folders: [...without(root, 22).folders, moved] };
    });
  }
  if (chaos.strikes('folder vanishes')) {
    const which = chaos.random() < 0.5 ? 31 : 22;
    gone.add(which);
    change((root) => without(root, which));
  }
  if (chaos.strikes('folder appears')) {
    const added = { key: 41, surveys: [{ key: 411, timeZone: 'UTC' }], folders: [] };
    change((root) => ({ ...root, folders: [...root.folders, added] }));
  }
  return { gone, isAny, stayed: owedBy(COMPANY).filter((key) => !gone.has(key)) };
}

function find(folder: SimFolder, key: number): SimFolder | undefined {
  if (folder.key === key) return folder;
  return folder.folders.map((one) => find(one, key)).find((one) => one !== undefined);
}

function without(folder: SimFolder, key: number): SimFolder {
  const left = folder.folders.filter((one) => one.key !== key);
  return { ...folder, folders: left.map((one) => without(one, key)) };
}

/** People ask for reports of this week, and of one that no planner looks at any more. */
export function askAround(
  it: Deployment,
  { random, between, at }: Timing & { readonly random: () => number },
): readonly Asked[] {
  const asked: Asked[] = [];
  const ask = (week: Week): void => {
    const folders = [1, 2, 21, 22, 31];
    const folder = folders[Math.floor(random() * folders.length)] ?? 1;
    const force = random() < 0.5;
    const time = between();
    const again = it.chaos.strikes('request repeated');
    for (let i = 0; i < (again ? 2 : 1); i += 1) {
      at(time, () => {
        void it.ask({ week, folder, force }).then((state) => {
          if (state !== null) asked.push({ week, folder, force, at: Math.round(time) });
        });
      });
    }
  };
  if (random() < 0.4) ask(WEEK);
  if (random() < 0.3) ask(OLD);
  if (random() < 0.15) ask(OLD);
  return asked;
}

export function pruneSometime(
  it: Deployment,
  { random, between, at }: Timing & { readonly random: () => number },
): void {
  if (random() > 0.2) return;
  const prune = async (): Promise<void> => {
    // Whoever runs it runs it again when it was interrupted.
    if (await it.prune(PRUNED)) {
      const left = [...it.bucket.objects.keys()].filter((key) => key.includes(PRUNED.name));
      if (left.length > 0) it.safety.violate('left behind', left.join(' '));
      return;
    }
    it.timeline.after(20 * MINUTE_MS, () => void prune());
  };
  at(between(), () => void prune());
}
