// The numbers in a heat map, in drawing and reading order, computed from the JSON's counts.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import { compareInOrder } from '../../../../../lib/domain/order.ts';
import type { WeekdayHour } from '../../../../../lib/domain/report.ts';
import { slotKey } from './grid.ts';
import { compact, count, hourSpan, index, indexOf, rangeOf, sum } from './recomputed.ts';

/** The minimum number of responses for the index of an hour. */
export const THIN = 3;

interface Slot extends WeekdayHour {
  readonly responses: number;
  readonly index: number;
}

function slotsOf(cells: readonly WeekdayHour[], group: GroupKey): readonly Slot[] {
  return cells.flatMap((cell) => {
    const [responses, value] = [sum(cell.data), indexOf(cell.data, group)];
    return value === null || responses < THIN ? [] : [{ ...cell, responses, index: value }];
  });
}

/** Time, index and responses of the three best and three worst hours by rank score. */
export function extremesSay(cells: readonly WeekdayHour[], group: GroupKey): readonly string[] {
  const slots = slotsOf(cells, group);
  const totalResponses = sum(slots.map((slot) => slot.responses));
  const average = sum(slots.map((slot) => slot.index * slot.responses)) / totalResponses;
  const weight = totalResponses / slots.length;
  const score = (slot: Slot): number =>
    (average * weight + slot.index * slot.responses) / (weight + slot.responses);
  const ordered = slots.toSorted((a, b) =>
    compareInOrder(score(b) - score(a), a.weekday - b.weekday, a.hour - b.hour),
  );
  const listLength = Math.min(3, Math.floor(slots.length / 2));
  const worst = ordered.slice(ordered.length - listLength).reverse();
  return [...ordered.slice(0, listLength), ...worst].map(
    (slot) => `${hourSpan(slot.hour)} ${index(slot.index, group)} ${count(slot.responses)}`,
  );
}

/** The best and worst hours, the hour with most responses, the number of hours with few, and the colour scale. */
export function hoursSay(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  weekIndex: number | null,
): string {
  const counts = cells.map(({ data }) => sum(data));
  const most = Math.max(...counts);
  const fullest = `${hourSpan(cells[counts.indexOf(most)]?.hour ?? 0)} ${count(most)}`;
  const thin = counts.filter((n) => n > 0 && n < THIN).length;
  const thinHours = thin === 0 || weekIndex === null ? '' : `${count(thin)} ${THIN}`;
  const ends = colourEnds(cells, group, weekIndex);
  return [...extremesSay(cells, group), fullest, thinHours, ends].join(' ');
}

/** Every second hour and the colour scale; the responses of each cell by slot, in thousands for large numbers. */
export function hoursDraw(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  weekIndex: number | null,
): readonly Readonly<Record<string, string>>[] {
  const heads = Array.from({ length: 12 }, (_, i) => String(2 * i).padStart(2, '0'));
  const outerTexts = [...heads, colourEnds(cells, group, weekIndex)].join(' ');
  return [Infinity, 10_000, 1_000].map((many) => {
    const cellTexts = cells.map(({ weekday, hour, data }): [string, string] => {
      const n = sum(data);
      return [slotKey(weekday, hour), n === 0 ? '' : n < many ? count(n) : compact(n)];
    });
    return { '': outerTexts, ...Object.fromEntries(cellTexts) };
  });
}

/** From 1 to the maximum of responses; for an index, the 90th percentile of distances to the week's index. */
function colourEnds(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  weekIndex: number | null,
): string {
  if (weekIndex === null) return `1 ${count(Math.max(...cells.map(({ data }) => sum(data))))}`;
  const range = rangeOf(group, cells[0]?.data.length ?? 0);
  const apart = slotsOf(cells, group)
    .map((slot) => Math.abs(slot.index - weekIndex))
    .sort((a, b) => a - b);
  const ordinary = apart[Math.floor(apart.length * 0.9)];
  if (range === null || ordinary === undefined) return '';
  const fullSpan = range.high - range.low;
  const far = Math.min(fullSpan * 0.3, Math.max(fullSpan * 0.08, ordinary));
  const low = index(Math.max(range.low, weekIndex - far), group);
  return `${low} ${index(Math.min(range.high, weekIndex + far), group)}`;
}
