// What goes wrong beside calls, and what people do meanwhile: outages, late data, folders that move, requests, pruning.
import type { Week } from '../../../lib/domain/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { BARE } from './circumstances.ts';
import type { Deployment } from './simulated-deployment.ts';
import { owedBy } from './liveness.ts';
import type { SimFolder } from './simulated-folders.ts';
import { findFolder, foldersIn, without, withoutSurvey, withSurvey } from './simulated-folders.ts';
import { OLD, PRUNED, WEEK } from './starting-state.ts';

export interface Asked {
  readonly week: Week;
  readonly folder: number;
  readonly force: boolean;
  readonly at: number;
}

export interface Timing {
  /** A moment while things go wrong. */
  readonly between: () => number;
}

export function breakThings(
  { chaos, bucket, queue, company, timeline }: Deployment,
  { between, faultsUntil }: Timing & { readonly faultsUntil: number },
): void {
  const { random } = chaos;
  const during = (begin: () => void, end: () => void): void => {
    const from = between();
    timeline.at(from, begin);
    timeline.at(Math.min(faultsUntil, from + random() ** 2 * 12 * HOUR_MS), end);
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
    timeline.at(between(), () => {
      company.sendLate(survey, WEEK, 4);
    });
  }
}

export interface Drift {
  readonly gone: ReadonlySet<number>;
  /** Folders that owe a report whatever has changed. */
  readonly stayed: readonly number[];
  /** Surveys that were in one folder all the time. */
  readonly unmoved: readonly number[];
  readonly isAny: boolean;
}

/** `root`: the company as it was at first, of which `belongs` says which surveys count. */
export function rearrange(
  { chaos, company, timeline }: Deployment,
  { between, root: first, belongs }: Timing & Belonging,
): Drift {
  const gone = new Set<number>();
  const moved = new Set<number>();
  let isAny = false;
  const change = (to: (root: SimFolder) => SimFolder): void => {
    isAny = true;
    timeline.at(between(), () => {
      company.rearrange(to(company.root));
    });
  };
  if (chaos.strikes('folder moves')) {
    change((root) => {
      const folder = findFolder(root, 22);
      return folder === undefined
        ? root
        : { ...without(root, 22), folders: [...without(root, 22).folders, folder] };
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
  if (chaos.strikes('survey moves')) {
    // The folder that it leaves has another one, or none; the one it comes to may have had none.
    const [survey, from] = chaos.random() < 0.5 ? [312, 31] : [221, 22];
    const to = chaos.random() < 0.5 && findFolder(first, BARE) !== undefined ? BARE : 21;
    moved.add(survey);
    change((root) => {
      const found = findFolder(root, from)?.surveys.find(({ key }) => key === survey);
      return found === undefined || findFolder(root, to) === undefined
        ? root
        : withSurvey(withoutSurvey(root, survey), found, to);
    });
  }
  const still = [...gone].reduce<SimFolder>(without, first);
  const stable = [...moved].reduce<SimFolder>(withoutSurvey, still);
  return {
    gone,
    isAny,
    stayed: owedBy(stable, belongs),
    unmoved: foldersIn(stable).flatMap(({ surveys }) => surveys.map(({ key }) => key)),
  };
}

interface Belonging {
  readonly root: SimFolder;
  readonly belongs: (survey: number) => boolean;
}

/** People ask for reports of this week, and of one that no planner looks at any more. */
export function askAround(
  it: Deployment,
  { random, between, root }: Timing & { readonly random: () => number; readonly root: SimFolder },
): readonly Asked[] {
  const asked: Asked[] = [];
  const folders = foldersIn(root).map(({ key }) => key);
  const ask = (week: Week): void => {
    const folder = folders[Math.floor(random() * folders.length)] ?? 1;
    const force = random() < 0.5;
    const time = between();
    const again = it.chaos.strikes('request repeated');
    for (let i = 0; i < (again ? 2 : 1); i += 1) {
      it.timeline.at(time, () => {
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
  { random, between }: Timing & { readonly random: () => number },
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
  it.timeline.at(between(), () => void prune());
}
