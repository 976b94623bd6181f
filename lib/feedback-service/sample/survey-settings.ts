// The settings of the sample company's surveys: alert specifications, by preset, and active periods.
import type {
  ActiveRange,
  FeedbackCountSpecification,
  FeedbackScale,
  IndexThresholdSpecification,
  NegativeSpecification,
} from '../company.ts';
import { timeZoneOf } from '../time-zone.ts';
import { hashNumbers } from './random.ts';
import type { AlertPreset, Trait } from './sample-places.ts';

type SpecificationWithoutKey =
  | Omit<NegativeSpecification, 'key'>
  | Omit<IndexThresholdSpecification, 'key'>
  | Omit<FeedbackCountSpecification, 'key'>;

export function alertSpecificationsOf(
  preset: AlertPreset,
  scale: FeedbackScale,
): readonly SpecificationWithoutKey[] {
  switch (preset) {
    case 'rough':
      return [negative(140, 45, 5), index(480, 50, 'under'), count(1440, 110, [0, 1])];
    case 'rush':
      return [negative(60, 75, 8)];
    case 'queue':
      return [negative(120, 60, 10), count(60, 14, [0, 1])];
    case 'slump':
      return [index(2 * 1440, 3.4, 'under')];
    case 'praise':
      return [index(1440, 82, 'over')];
    case 'delight':
      return [count(120, 50, [scale === 'FOUR' ? 3 : 4])];
  }
}

function negative(
  windowMin: number,
  threshold: number,
  countThreshold: number,
): SpecificationWithoutKey {
  const parameters = { negative: true, windowMin, threshold, countThreshold };
  return { alertType: 'negative', parameters };
}

function index(
  windowMin: number,
  threshold: number,
  thresholdType: IndexThresholdSpecification['parameters']['thresholdType'],
): SpecificationWithoutKey {
  const parameters = { negative: thresholdType === 'under', windowMin, threshold, thresholdType };
  return { alertType: 'indexThreshold', parameters };
}

function count(
  windowMin: number,
  countThreshold: number,
  responseFilter: readonly number[],
): SpecificationWithoutKey {
  const parameters = {
    negative: responseFilter.every((r) => r < 2),
    windowMin,
    countThreshold,
    responseFilter,
  };
  return { alertType: 'feedbackCount', parameters };
}

export function activePeriodsOf(
  traits: readonly Trait[],
  seed: number,
  key: number,
  timeZone: string,
  year: number,
): readonly ActiveRange[] {
  if (traits.includes('seasonal')) return winters(timeZone, year);
  return traits.includes('noPeriods') ? [] : [longPeriod(seed, key, timeZone, year)];
}

export function localPeriod(timeZone: string, { start, end }: ActiveRange): ActiveRange {
  const zone = timeZoneOf(timeZone);
  return { start: zone.firstInstantOf(start), end: zone.firstInstantOf(end) };
}

/** From a day in the previous decade to the end of the next, so that it always includes the last 52 weeks. */
function longPeriod(seed: number, key: number, timeZone: string, year: number): ActiveRange {
  const decade = Math.floor(year / 10) * 10;
  const month = hashNumbers(seed, key, 1) % 12;
  const from = Date.UTC(
    decade - 8 + (hashNumbers(seed, key, 2) % 5),
    month,
    1 + (hashNumbers(seed, key, 3) % 28),
  );
  return localPeriod(timeZone, { start: from, end: Date.UTC(decade + 20, 0, 1) });
}

/** From 20 November to 6 January of the winters around the year. */
function winters(timeZone: string, year: number): readonly ActiveRange[] {
  return [-3, -2, -1, 0, 1].map((step) =>
    localPeriod(timeZone, {
      start: Date.UTC(year + step, 10, 20),
      end: Date.UTC(year + step + 1, 0, 7),
    }),
  );
}

export function isWinter(local: number): boolean {
  const date = new Date(local);
  const day = date.getUTCMonth() * 100 + date.getUTCDate();
  return day >= 1020 || day < 7;
}
