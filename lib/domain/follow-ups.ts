// Follow-up options of a week beside last week's, and their pooling over many surveys.
import { firstDifference } from './order.ts';
import { addCounts, noCounts, responsesOf } from './scale.ts';

/** One option's counts in one period, as the follow-up endpoint gives them. */
export interface OptionCounts {
  readonly key: number;
  readonly name: string;
  readonly data: readonly number[];
}

interface OptionShares {
  readonly responses: number;
  /** responses / Σ responses of its list, 0..1; null when the list has none. */
  readonly share: number | null;
  readonly previousResponses: number;
  readonly previousShare: number | null;
}

export interface FollowUpOption extends OptionShares {
  readonly key: number;
  readonly name: string;
  readonly data: readonly number[];
}

export interface PooledOption extends OptionShares {
  readonly key: number;
  readonly name: string;
  /** Null where surveys with different numbers of buttons name the option. */
  readonly data: readonly number[] | null;
  /** Surveys that name it in either week. */
  readonly places: number;
}

/** One list of a survey: every option with responses in either week. All `data` have k entries. */
export function compareOptions(
  week: readonly OptionCounts[],
  previous: readonly OptionCounts[],
  k: number,
): readonly FollowUpOption[] {
  const options = new Map<number, { name: string; data: readonly number[]; last: number }>();
  for (const { key, name, data } of week) {
    const known = options.get(key);
    options.set(key, {
      name,
      data: known === undefined ? data : addCounts(known.data, data),
      last: 0,
    });
  }
  for (const { key, name, data } of previous) {
    const known = options.get(key) ?? { name, data: noCounts(k), last: 0 };
    options.set(key, { ...known, last: known.last + responsesOf(data) });
  }
  return withShares(
    [...options].map(([key, { name, data, last }]) => ({
      key,
      name,
      data,
      responses: responsesOf(data),
      previousResponses: last,
    })),
  );
}

/** Options as one survey's list, ready to be pooled with others. */
export function toPooledOptions(options: readonly FollowUpOption[]): readonly PooledOption[] {
  return options.map((option) => ({ ...option, places: 1 }));
}

/** Lists pooled by option key. The order of the lists doesn't matter. */
export function poolOptions(lists: readonly (readonly PooledOption[])[]): readonly PooledOption[] {
  const pooled = new Map<number, PooledOption>();
  for (const option of lists.flat()) {
    const known = pooled.get(option.key);
    pooled.set(option.key, known === undefined ? option : addOptions(known, option));
  }
  return withShares([...pooled.values()]);
}

function addOptions(a: PooledOption, b: PooledOption): PooledOption {
  const alike = a.data !== null && b.data !== null && a.data.length === b.data.length;
  return {
    ...a,
    // The same whatever comes first.
    name: a.name < b.name ? a.name : b.name,
    data: alike ? addCounts(a.data, b.data) : null,
    responses: a.responses + b.responses,
    previousResponses: a.previousResponses + b.previousResponses,
    places: a.places + b.places,
  };
}

function withShares<T extends { key: number; responses: number; previousResponses: number }>(
  options: readonly T[],
): readonly (T & OptionShares)[] {
  const named = options.filter((o) => o.responses > 0 || o.previousResponses > 0);
  const total = responsesOf(named.map((option) => option.responses));
  const previousTotal = responsesOf(named.map((option) => option.previousResponses));
  return named
    .map((option) => ({
      ...option,
      share: total === 0 ? null : option.responses / total,
      previousShare: previousTotal === 0 ? null : option.previousResponses / previousTotal,
    }))
    .sort((a, b) => firstDifference(b.responses - a.responses, a.key - b.key));
}
