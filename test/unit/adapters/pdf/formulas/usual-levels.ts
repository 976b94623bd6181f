// The verdict and the usual level of a trend, computed from its counts by the rules and independently of the report.
import assert from 'node:assert/strict';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Counts, TrendWeek } from '../../../../../lib/domain/report.ts';
import type { Signal } from '../../../../../lib/domain/signals/signal.ts';
import { agreed, halfWidthOf, indexOf, rangeOf, sum } from './recomputed.ts';

interface Judged extends GroupKey {
  readonly trend: readonly TrendWeek[];
  readonly signal: Signal | null;
}

interface Week {
  readonly position: number;
  readonly index: number;
  readonly error: number;
}

type Level = Pick<
  Signal,
  | 'verdict'
  | 'reasons'
  | 'usual'
  | 'lower'
  | 'upper'
  | 'since'
  | 'weeks'
  | 'phaseSince'
  | 'earlierUsual'
>;

const ENOUGH_RESPONSES = 10;
const ENOUGH_WEEKS = 6;
const TIE = 1e-9;

/** The signal in the JSON; throws when it does not follow from the trend. Null in a report of version "1". */
export function signalOf({ trend, signal, ...group }: Judged): Signal | null {
  if (signal === null) return null;
  const level = levelOf(trend, group);
  assert.deepEqual([signal.verdict, signal.reasons], [level.verdict, level.reasons]);
  for (const name of ['usual', 'lower', 'upper', 'earlierUsual', 'weeks'] as const) {
    agreed(signal[name], level[name], `'${name}' of a signal`);
  }
  assert.deepEqual([signal.since, signal.phaseSince], [level.since, level.phaseSince]);
  return signal;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}

/** The standard error of the index. */
export function errorOf(data: Counts, group: GroupKey): number | null {
  const half = halfWidthOf(data, group);
  return half === null ? null : half / 1.96;
}

function none(verdict: 'tooFew' | 'new'): Level {
  return {
    verdict,
    reasons: [],
    usual: null,
    lower: null,
    upper: null,
    since: null,
    weeks: null,
    phaseSince: null,
    earlierUsual: null,
  };
}

function levelOf(trend: readonly TrendWeek[], group: GroupKey): Level {
  const measuredWeeks = trend.flatMap(({ data }, position): readonly Week[] => {
    const [index, error] = [indexOf(data, group), errorOf(data, group)];
    return index === null || error === null || sum(data) < ENOUGH_RESPONSES
      ? []
      : [{ position, index, error }];
  });
  const last = measuredWeeks.at(-1);
  const buttons = Math.max(...trend.map(({ data }) => data.length));
  const range = rangeOf(group, buttons);
  if (last?.position !== trend.length - 1 || range === null) return none('tooFew');
  const baseline = measuredWeeks.slice(0, -1);
  if (baseline.length < ENOUGH_WEEKS) return none('new');

  const extra = extraVariance(baseline, range.high - range.low);
  const sdOf = ({ error }: Week): number => Math.sqrt(extra + error ** 2);
  const typical = median(measuredWeeks.map(sdOf));
  const change = levelChange(baseline, typical);
  const phase = change === null ? baseline : baseline.slice(change.split);
  const usualIndex = median(phase.map(({ index }) => index));
  const widening = Math.sqrt(1 + 1.57 / phase.length);
  const width = 3 * sdOf(last) * widening;
  const earlier = change === null ? null : change.before;
  const zOf = (week: Week): number => (week.index - usualIndex) / (sdOf(week) * widening);
  const z = zOf(last);
  const isBeyond = (week: Week): boolean =>
    Math.abs(zOf(week)) > 2 && Math.sign(zOf(week)) === Math.sign(z);

  const foundReasons: { readonly reason: Signal['reasons'][number]; readonly side: number }[] = [];
  if (Math.abs(z) > 3) foundReasons.push({ reason: 'outsideLimits', side: Math.sign(z) });
  else if (isBeyond(last) && phase.slice(-2).some(isBeyond)) {
    foundReasons.push({ reason: 'twoOfThree', side: Math.sign(z) });
  }
  if (earlier !== null)
    foundReasons.push({ reason: 'levelChanged', side: Math.sign(usualIndex - earlier) });
  const side = foundReasons[0]?.side ?? 0;
  const keptReasons = foundReasons
    .filter((reason) => reason.side === side)
    .map(({ reason }) => reason);
  const isBack =
    earlier !== null &&
    !keptReasons.includes('levelChanged') &&
    last.index > Math.max(usualIndex, baseline.at(-1)?.index ?? 0) &&
    Math.abs(last.index - earlier) <= width;
  const unbroken = phase.slice(phase.findLastIndex((week) => !isBeyond(week)) + 1);
  const first = keptReasons.includes('levelChanged') ? phase[0] : (unbroken[0] ?? last);
  const since = side === 0 || first === undefined ? null : first.position;
  return {
    verdict: side === 0 ? 'usual' : side > 0 ? 'better' : 'worse',
    reasons: isBack ? [...keptReasons, 'backToEarlier'] : keptReasons,
    usual: usualIndex,
    lower: Math.max(range.low, usualIndex - width),
    upper: Math.min(range.high, usualIndex + width),
    since: since === null ? null : (trend[since]?.week ?? null),
    weeks: since === null ? null : trend.length - since,
    phaseSince: trend[phase[0]?.position ?? 0]?.week ?? null,
    earlierUsual: earlier,
  };
}

/** The variance between weeks beyond chance, from the moving ranges without the largest; 2 % of the range as four weeks. */
function extraVariance(weeks: readonly Week[], range: number): number {
  const pairs = weeks.slice(1).flatMap((week, i) => {
    const before = weeks[i];
    return before === undefined
      ? []
      : [
          {
            apart: Math.abs(week.index - before.index),
            chance: (week.error ** 2 + before.error ** 2) / 2,
          },
        ];
  });
  const limit = 3.865 * median(pairs.map(({ apart }) => apart));
  const keptPairs = pairs.filter(({ apart }) => apart <= limit);
  const swing = sum(keptPairs.map(({ apart }) => apart)) / keptPairs.length / 1.128;
  const chance = sum(keptPairs.map((pair) => pair.chance)) / keptPairs.length;
  const spare = Math.max(0, swing ** 2 - chance);
  return (4 * (0.02 * range) ** 2 + keptPairs.length * spare) / (4 + keptPairs.length);
}

/** The split of the weeks that saves most absolute deviation, when it saves enough. */
function levelChange(
  weeks: readonly Week[],
  typical: number,
): { readonly split: number; readonly before: number } | null {
  const indexes = weeks.map(({ index }) => index);
  const deviation = (values: readonly number[]): number =>
    sum(values.map((value) => Math.abs(value - median(values))));
  const savings = indexes
    .slice(1)
    .map(
      (_, i) =>
        deviation(indexes) - deviation(indexes.slice(0, i + 1)) - deviation(indexes.slice(i + 1)),
    );
  const largestSaving = Math.max(...savings);
  const split = savings.findIndex((saving) => saving >= largestSaving - TIE) + 1;
  const [before, after] = [median(indexes.slice(0, split)), median(indexes.slice(split))];
  const counts =
    split >= 4 &&
    indexes.length - split >= 4 &&
    largestSaving > 6.5 * typical &&
    Math.abs(after - before) > 1.5 * typical;
  return counts ? { split, before } : null;
}
