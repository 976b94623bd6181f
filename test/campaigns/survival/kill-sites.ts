// Where workers are killed: at every effect that changes something and every moment of it, at some that only read,
// and for the rest whenever chance says. It hides how they are spread over jobs.
import type { Moment } from './kill-proxy.ts';
import { MOMENTS } from './kill-proxy.ts';

/** At an effect of a job, or after a part of the time that a job takes. */
export type Site =
  | { readonly kind: 'effect'; readonly effect: string; readonly moment: Moment }
  | { readonly kind: 'time'; readonly part: number };

/** Of all kills. */
const BY_CHANCE = 0.2;
const CHANGING = /^(PUT|SendMessage|PutEvents|ChangeMessage)/;

/** `effects`: of each folder's job when nothing goes wrong. Gives each folder's kills, in their order. */
export function killSites(
  effects: ReadonlyMap<number, readonly string[]>,
  kills: number,
  random: () => number,
): ReadonlyMap<number, Site[]> {
  const all = [...effects].flatMap(([folder, names]) =>
    names.flatMap((effect) => MOMENTS.map((moment) => ({ folder, effect, moment }))),
  );
  const changing = shuffled(
    all.filter(({ effect }) => CHANGING.test(effect)),
    random,
  );
  const reading = shuffled(
    all.filter(({ effect }) => !CHANGING.test(effect)),
    random,
  );
  // In turn by moment, so that a few kills see all of them.
  const byMoment = MOMENTS.map((moment) => changing.filter((site) => site.moment === moment));
  const inTurn = changing.flatMap((_, i) => byMoment.flatMap((sites) => sites[i] ?? []));
  const atEffects = [...inTurn, ...reading].slice(0, kills - Math.round(kills * BY_CHANCE));
  const folders = [...effects.keys()];
  const sites = new Map<number, Site[]>(folders.map((folder) => [folder, []]));
  for (const { folder, effect, moment } of atEffects) {
    sites.get(folder)?.push({ kind: 'effect', effect, moment });
  }
  for (let i = atEffects.length; i < kills; i += 1) {
    const [least] = [...sites.values()].toSorted((a, b) => a.length - b.length);
    least?.splice(Math.floor(random() * least.length), 0, { kind: 'time', part: random() });
  }
  return sites;
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
