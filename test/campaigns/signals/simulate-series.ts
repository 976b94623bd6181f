// Simulates weeks of presses and counts the verdicts of this week: by the signal, and by the change from last week.
import type { GroupKey } from '../../../lib/domain/figures.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import { computeSignal } from '../../../lib/domain/signals/signal.ts';

const HAPPY_FOUR: GroupKey = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
const MIN_RESPONSES = 10;
const WEEKS = 13;

/** Probabilities of the four buttons in an ordinary week: index 68.7, standard deviation of a press 38.5. */
const ORDINARY: readonly number[] = [0.18, 0.1, 0.2, 0.52];

export interface SeriesScenario {
  readonly responses: number;
  /** Standard deviation of the level between weeks, in points. */
  readonly extraSd: number;
  /** Points by which the level of a week differs; 12 is this week. */
  readonly effect: (week: number) => number;
}

/** Shares of the series, 0..1. */
export interface Rates {
  readonly notUsual: number;
  readonly worse: number;
  readonly better: number;
  /** Clear changes from last week. */
  readonly clear: number;
  readonly clearRise: number;
}

export function simulate(scenario: SeriesScenario, series: number, random: () => number): Rates {
  const counts = { worse: 0, better: 0, clear: 0, clearRise: 0 };
  for (let i = 0; i < series; i += 1) {
    const trend = Array.from({ length: WEEKS }, (_, week) => ({
      week: `2026-W${String(week + 1).padStart(2, '0')}`,
      data: drawWeek(
        scenario.responses,
        scenario.effect(week) + scenario.extraSd * normal(random),
        random,
      ),
    }));
    const { verdict } = computeSignal(trend, HAPPY_FOUR, MIN_RESPONSES);
    if (verdict === 'worse' || verdict === 'better') counts[verdict] += 1;
    const { change, changeIsClear } = computeFigures(
      trend.at(-1)?.data ?? [],
      trend.at(-2)?.data ?? [],
      HAPPY_FOUR,
      MIN_RESPONSES,
    );
    if (changeIsClear === true) {
      counts.clear += 1;
      if (change !== null && change > 0) counts.clearRise += 1;
    }
  }
  return {
    notUsual: (counts.worse + counts.better) / series,
    worse: counts.worse / series,
    better: counts.better / series,
    clear: counts.clear / series,
    clearRise: counts.clearRise / series,
  };
}

/** A shift of the level moves presses between the worst and the best button. */
function drawWeek(responses: number, shift: number, random: () => number): readonly number[] {
  const [worst = 0, second = 0, third = 0, best = 0] = ORDINARY;
  const movedShare = Math.max(-best, Math.min(worst, shift / 100));
  const first = worst - movedShare;
  const limits = [first, first + second, first + second + third] as const;
  const data = [0, 0, 0, 0];
  for (let i = 0; i < responses; i += 1) {
    const press = random();
    const button = press < limits[1] ? (press < limits[0] ? 0 : 1) : press < limits[2] ? 2 : 3;
    data[button] = (data[button] ?? 0) + 1;
  }
  return data;
}

/** A standard normal value (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
