// The numbers in the chart of the parts of the week, in drawing and reading order.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { WeekPart } from '../../../../../lib/domain/signals/model.ts';
import type { PartFigures } from './part-figures.ts';
import { change, compact, count } from './recomputed.ts';

function spanOf(part: number): readonly string[] {
  return [part * 6, part * 6 + 6].map((hour) => String(hour).padStart(2, '0'));
}

function named(parts: readonly WeekPart[]): readonly WeekPart[] {
  return parts.filter(({ says }) => says !== null);
}

/** The differences of named weekdays, then the hours of each row, its difference when it is named, and its responses. */
export function partsDraw({ rows, parts }: PartFigures, group: GroupKey): readonly string[] {
  const differenceOf = (part: WeekPart): string => change(part.difference, group);
  const weekdays = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    named(parts).filter((part) => part.weekday === weekday),
  );
  return [Infinity, 10_000, 1_000].map((many) =>
    [
      ...weekdays.map(differenceOf),
      ...rows.flatMap((counts, row) => [
        ...spanOf(row),
        ...named(parts)
          .filter(({ part }) => part === row)
          .map(differenceOf),
        ...counts.filter((n) => n > 0).map((n) => (n < many ? count(n) : compact(n))),
      ]),
    ].join(' '),
  );
}

/** The hours and responses of each cell by weekday, then the named weekdays and parts of the day. */
export function partsSay(figures: PartFigures, group: GroupKey): string {
  const cells = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    figures.rows.flatMap((counts, row) => {
      const n = counts[weekday] ?? 0;
      return n === 0 ? [] : [`${clock(row)} ${count(n)}`];
    }),
  );
  return [...cells, ...namedSay(figures, group)].join(' ');
}

/** The difference of named weekdays and parts of the day with the usual one, new ones first. */
export function namedSay({ parts }: PartFigures, group: GroupKey): readonly string[] {
  const isNew = ({ says }: WeekPart): boolean => says === 'new';
  const all = named(parts);
  return [...all.filter(isNew), ...all.filter((part) => !isNew(part))].map(
    ({ part, difference, usual }) =>
      [part === null ? '' : clock(part), change(difference, group), change(usual, group)].join(' '),
  );
}

function clock(part: number): string {
  return [part * 6, (part * 6 + 6) % 24]
    .map((hour) => `${String(hour).padStart(2, '0')}:00`)
    .join(' ');
}
