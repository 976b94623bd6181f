// Plans the kills of workers: every write at every moment first, then reads, and a share at random times, distributed
// over the jobs.
import type { KillMoment } from './kill-proxy.ts';
import { KILL_MOMENTS } from './kill-proxy.ts';

/** At an effect of a job, or after this part of the duration of a job. */
export type KillSite =
  | { readonly kind: 'effect'; readonly effect: string; readonly moment: KillMoment }
  | { readonly kind: 'time'; readonly part: number };

/** Share of kills at random times. */
const RANDOM_TIME_SHARE = 0.2;
const WRITE_EFFECT = /^(PUT|SendMessage|PutEvents|ChangeMessage)/;

/** `effects`: of each job without kills, by name. Returns the kills of each job in order. */
export function planKills(
  effects: ReadonlyMap<string, readonly string[]>,
  kills: number,
  random: () => number,
): ReadonlyMap<string, KillSite[]> {
  const allSites = [...effects].flatMap(([job, names]) =>
    names.flatMap((effect) => KILL_MOMENTS.map((moment) => ({ job, effect, moment }))),
  );
  const writeSites = shuffle(
    allSites.filter(({ effect }) => WRITE_EFFECT.test(effect)),
    random,
  );
  const readSites = shuffle(
    allSites.filter(({ effect }) => !WRITE_EFFECT.test(effect)),
    random,
  );
  // Alternates between the moments, so that few kills cover all of them.
  const byMoment = KILL_MOMENTS.map((moment) =>
    writeSites.filter((site) => site.moment === moment),
  );
  const alternating = writeSites.flatMap((_, i) => byMoment.flatMap((sites) => sites[i] ?? []));
  const atEffects = [...alternating, ...readSites].slice(
    0,
    kills - Math.round(kills * RANDOM_TIME_SHARE),
  );
  const jobs = [...effects.keys()];
  const sites = new Map<string, KillSite[]>(jobs.map((job) => [job, []]));
  for (const { job, effect, moment } of atEffects) {
    sites.get(job)?.push({ kind: 'effect', effect, moment });
  }
  for (let i = atEffects.length; i < kills; i += 1) {
    const [shortestList] = [...sites.values()].toSorted((a, b) => a.length - b.length);
    shortestList?.splice(Math.floor(random() * shortestList.length), 0, {
      kind: 'time',
      part: random(),
    });
  }
  return sites;
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
