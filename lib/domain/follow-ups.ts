// Follow-up options of a week compared with the previous week, and their totals over several surveys.
import { compareInOrder } from './order.ts';
import { wilsonInterval } from './signals/statistics.ts';
import { noCounts, responsesOf, sumCounts } from './scale.ts';

/** One option's counts in one period, as returned by the follow-up endpoint. */
export interface OptionCounts {
  readonly key: number;
  readonly name: string;
  readonly data: readonly number[];
}

interface OptionShares {
  readonly responses: number;
  /** responses / Σ responses of its list, 0..1; null when the list has none. */
  readonly share: number | null;
  /** Bounds of the share's 95 % interval; null when the list has no responses. */
  readonly shareLower: number | null;
  readonly shareUpper: number | null;
  /** Whether the list has enough responses for shares to be shown; otherwise only counts are. */
  readonly shareShown: boolean;
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
  /** Null when surveys with different numbers of buttons have the option. */
  readonly data: readonly number[] | null;
  /** Number of surveys with responses for it in either week. */
  readonly places: number;
  /** Number of surveys with responses for it this week. */
  readonly named: number;
  /** Number of surveys with responses this week that had one for an option of its list and questions, this week or last. */
  readonly asking: number;
  /** Whether several surveys name it, and a fifth of those that ask. */
  readonly shared: boolean;
  /** Keys of the questions under which it has responses in either week, ascending. */
  readonly questions: readonly number[];
}

/** Fewer presses of a list say too little: no share is shown, and no option is named first. */
export const MIN_PRESSES = 20;
/** An option is shared when at least two surveys and one of five that ask name it. */
const MIN_SHARED_SURVEYS = 2;
const MAX_ASKING_PER_NAMED = 5;

/** One list of a survey: every option with responses in either week. All `data` have one entry for each of k buttons. */
export function compareOptions(
  week: readonly OptionCounts[],
  previous: readonly OptionCounts[],
  k: number,
): readonly FollowUpOption[] {
  const options = new Map<
    number,
    { name: string; data: readonly number[]; previousResponses: number }
  >();
  for (const { key, name, data } of week) {
    const option = options.get(key);
    options.set(key, {
      name,
      data: option === undefined ? data : sumCounts([option.data, data]),
      previousResponses: 0,
    });
  }
  for (const { key, name, data } of previous) {
    const option = options.get(key) ?? { name, data: noCounts(k), previousResponses: 0 };
    options.set(key, {
      ...option,
      previousResponses: option.previousResponses + responsesOf(data),
    });
  }
  return withShares(
    [...options].map(([key, { name, data, previousResponses }]) => ({
      key,
      name,
      data,
      responses: responsesOf(data),
      previousResponses,
    })),
  );
}

/** Options of one survey in the form that `poolOptions` merges. */
export function toPooledOptions(
  options: readonly FollowUpOption[],
  question: number,
): readonly PooledOption[] {
  return options.map((option) => ({
    ...option,
    places: 1,
    named: option.responses > 0 ? 1 : 0,
    asking: 0,
    shared: false,
    questions: [question],
  }));
}

/** Merges lists by option key, independently of the order of the lists. `surveysAsking`: of the list, by question. */
export function poolOptions(
  lists: readonly (readonly PooledOption[])[],
  surveysAsking: ReadonlyMap<number, number>,
): readonly PooledOption[] {
  const pooled = new Map<number, PooledOption>();
  for (const option of lists.flat()) {
    const total = pooled.get(option.key);
    pooled.set(option.key, total === undefined ? option : addOptions(total, option));
  }
  return withShares([...pooled.values()]).map((option) => {
    const asking = option.questions.reduce((sum, key) => sum + (surveysAsking.get(key) ?? 0), 0);
    return { ...option, asking, shared: isShared(option.named, asking) };
  });
}

/** Whether so many of the surveys that ask are more than a coincidence. */
export function isShared(named: number, asking: number): boolean {
  return named >= MIN_SHARED_SURVEYS && MAX_ASKING_PER_NAMED * named >= asking;
}

function addOptions(a: PooledOption, b: PooledOption): PooledOption {
  const haveSameButtons = a.data !== null && b.data !== null && a.data.length === b.data.length;
  return {
    ...a,
    // Independent of the order of merging.
    name: a.name < b.name ? a.name : b.name,
    data: haveSameButtons ? sumCounts([a.data, b.data]) : null,
    responses: a.responses + b.responses,
    previousResponses: a.previousResponses + b.previousResponses,
    places: a.places + b.places,
    named: a.named + b.named,
    questions: b.questions.every((key) => a.questions.includes(key))
      ? a.questions
      : [...new Set([...a.questions, ...b.questions])].sort((x, y) => x - y),
  };
}

function withShares<T extends { key: number; responses: number; previousResponses: number }>(
  options: readonly T[],
): readonly (T & OptionShares)[] {
  const answeredOptions = options.filter((o) => o.responses > 0 || o.previousResponses > 0);
  const total = responsesOf(answeredOptions.map((option) => option.responses));
  const previousTotal = responsesOf(answeredOptions.map((option) => option.previousResponses));
  return answeredOptions
    .map((option) => ({
      ...option,
      share: total === 0 ? null : option.responses / total,
      ...shareBounds(option.responses, total),
      previousShare: previousTotal === 0 ? null : option.previousResponses / previousTotal,
    }))
    .sort((a, b) => compareInOrder(b.responses - a.responses, a.key - b.key));
}

function shareBounds(
  responses: number,
  total: number,
): Pick<OptionShares, 'shareLower' | 'shareUpper' | 'shareShown'> {
  const interval = wilsonInterval(responses, total);
  return {
    shareLower: interval?.lower ?? null,
    shareUpper: interval?.upper ?? null,
    shareShown: total >= MIN_PRESSES,
  };
}
