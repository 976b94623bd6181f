// Hours and weeks of a group in a sixth of the memory: those of thousands of reports are held until the report above them is made.
import type { WeekdayHour } from './report.ts';
import type { StandardWeek } from './signals/model.ts';
import type { WeekSeries } from './signals/standard-weeks.ts';

const HOURS = 24;
const WEEK_NUMBERS = 3;

/** Each iteration makes them anew. */
export function packHours(hours: readonly WeekdayHour[]): Iterable<WeekdayHour> {
  const numbers = hours.flatMap(({ weekday, hour, data }) => [
    weekday * HOURS + hour,
    data.length,
    ...data,
  ]);
  const isSmall = numbers.every((number) => number < 2 ** 16);
  const packed = isSmall ? Uint16Array.from(numbers) : Float64Array.from(numbers);
  return {
    *[Symbol.iterator]() {
      let end = 0;
      for (let start = 0; start < packed.length; start = end) {
        const [cell = 0, buttons = 0] = packed.subarray(start, start + 2);
        end = start + 2 + buttons;
        yield {
          weekday: Math.floor(cell / HOURS),
          hour: cell % HOURS,
          data: Array.from(packed.subarray(start + 2, end)),
        };
      }
    },
  };
}

export function packWeeks(weeks: readonly StandardWeek[]): WeekSeries {
  const packed = Float64Array.from(weeks.flatMap(({ n, sum, variance }) => [n, sum, variance]));
  const { length } = weeks;
  return {
    length,
    at(position) {
      const start = (position < 0 ? length + position : position) * WEEK_NUMBERS;
      const [n, sum, variance] = [packed[start], packed[start + 1], packed[start + 2]];
      if (n === undefined || sum === undefined || variance === undefined) return undefined;
      return { n, sum, variance };
    },
  };
}
