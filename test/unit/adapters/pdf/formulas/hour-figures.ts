// The numbers in the chart of the parts of the week, in drawing and reading order.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { SurveyCell } from '../../../../../lib/domain/signals/hour-cells.ts';
import { change, compact, count } from './recomputed.ts';

const PARTS = [0, 1, 2, 3] as const;

function spanOf(part: number): readonly string[] {
  return [part * 6, part * 6 + 6].map((hour) => String(hour).padStart(2, '0'));
}

/** The hours of each part, the responses of its days, and the difference of those that clearly differ. */
export function partsDraw(cells: readonly SurveyCell[], group: GroupKey): readonly string[] {
  // A cell with a difference has less space for its responses.
  const limits = [Infinity, 10_000, 1_000];
  const pairs = limits.flatMap((many) => limits.map((manyBeside) => [many, manyBeside] as const));
  return pairs.map(([many, manyBeside]) =>
    PARTS.flatMap((part) => [
      ...spanOf(part),
      ...cells
        .filter((cell) => cell.part === part)
        .map(({ responses, clear, difference }) => {
          const shownCount =
            responses < (clear ? manyBeside : many) ? count(responses) : compact(responses);
          return clear ? `${shownCount} ${change(difference, group)}` : shownCount;
        }),
    ]).join(' '),
  );
}

/** The hours and responses of each part, then the clear ones. */
export function partsSay(cells: readonly SurveyCell[], group: GroupKey): string {
  const parts = cells.map(({ part, responses }) => `${clock(part)} ${count(responses)}`);
  return [...parts, ...clearSay(cells, group)].join(' ');
}

/** The hours and the difference of the parts that clearly differ, the largest difference first. */
export function clearSay(cells: readonly SurveyCell[], group: GroupKey): readonly string[] {
  return cells
    .filter(({ clear }) => clear)
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .map(({ part, difference }) => `${clock(part)} ${change(difference, group)}`);
}

function clock(part: number): string {
  return [part * 6, (part * 6 + 6) % 24]
    .map((hour) => `${String(hour).padStart(2, '0')}:00`)
    .join(' ');
}
