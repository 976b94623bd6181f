// Reads the numbers of a drawn heat map by weekday and hour.
import type { Part } from '../../../../../lib/adapters/pdf/page-elements.ts';
import type { TextRun } from '../../../../../lib/charts/draw-operations.ts';
import { runsOf } from '../page-text.ts';

/** The key of a cell; weekday 1 is Monday. */
export function slotKey(weekday: number, hour: number): string {
  return `${weekday}, ${hour}`;
}

/** Cells by slot; the texts above and below the grid have the key ''. */
export function gridOf(parts: readonly Part[]): ReadonlyMap<string, string> {
  const [grid, ...legend] = parts;
  const runs = grid === undefined ? [] : runsOf([grid]);
  const days = runs.filter(({ text }) => /^\p{L}/u.test(text));
  const first = runs.findIndex((run) => days.includes(run));
  const heads = runs.slice(0, first);
  const cells = runs.slice(first).filter((run) => !days.includes(run));
  const outerTexts = [...heads, ...runsOf(legend)].map(({ text }) => text).join(' ');
  return new Map([
    ['', outerTexts],
    ...cells.map((run) => [slotOf(run, heads, days), run.text] as const),
  ]);
}

function slotOf(run: TextRun, heads: readonly TextRun[], days: readonly TextRun[]): string {
  const [from = run, to = run] = [heads[0], heads.at(-1)];
  const [low, high] = [Number(from.text), Number(to.text)];
  const hour = low + ((middle(run) - middle(from)) / (middle(to) - middle(from))) * (high - low);
  const apart = days.map((day) => Math.abs(day.y - run.y));
  const weekday = 1 + apart.indexOf(Math.min(...apart));
  // A run that is not centred in its column belongs to no hour.
  return slotKey(weekday, Math.abs(hour - Math.round(hour)) < 0.1 ? Math.round(hour) : hour);
}

function middle({ x, width }: TextRun): number {
  return x + width / 2;
}
