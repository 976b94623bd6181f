// Reads a drawn map of hours: every number of it by the weekday and the hour that it stands at.
import type { Part } from '../../../../../lib/adapters/pdf/page-elements.ts';
import type { TextRun } from '../../../../../lib/charts/draw-operations.ts';
import { runsOf } from '../page-text.ts';

/** Of a cell; 1 = Monday. */
export function slotKey(weekday: number, hour: number): string {
  return `${weekday}, ${hour}`;
}

/** Cells by their slot; what stands over and under the grid without one. */
export function gridOf(parts: readonly Part[]): ReadonlyMap<string, string> {
  const [grid, ...legend] = parts;
  const runs = grid === undefined ? [] : runsOf([grid]);
  const days = runs.filter(({ text }) => /^\p{L}/u.test(text));
  const first = runs.findIndex((run) => days.includes(run));
  const heads = runs.slice(0, first);
  const cells = runs.slice(first).filter((run) => !days.includes(run));
  const around = [...heads, ...runsOf(legend)].map(({ text }) => text).join(' ');
  return new Map([
    ['', around],
    ...cells.map((run) => [slotOf(run, heads, days), run.text] as const),
  ]);
}

function slotOf(run: TextRun, heads: readonly TextRun[], days: readonly TextRun[]): string {
  const [from = run, to = run] = [heads[0], heads.at(-1)];
  const [low, high] = [Number(from.text), Number(to.text)];
  const hour = low + ((middle(run) - middle(from)) / (middle(to) - middle(from))) * (high - low);
  const apart = days.map((day) => Math.abs(day.y - run.y));
  const weekday = 1 + apart.indexOf(Math.min(...apart));
  // Off the middle of its column it is at no hour.
  return slotKey(weekday, Math.abs(hour - Math.round(hour)) < 0.1 ? Math.round(hour) : hour);
}

function middle({ x, width }: TextRun): number {
  return x + width / 2;
}
