// Distributes the lines of the heat map over two columns, and over pages where they have no room on one.
export interface HeatLine {
  readonly height: number;
  /** The name of its group, which is repeated where a column continues the group. */
  readonly group: string;
  readonly isHead: boolean;
  /** Whether it counts the places that are left out of its group; it follows one of them, or the head. */
  readonly isRest: boolean;
}

/** A pair of columns for each page; the second may be empty. */
export type HeatColumns<Line> = readonly [readonly Line[], readonly Line[]];

/**
 * `first` and `further`: the heights for columns on the first and on further pages. `headOf`: the head of a continued group.
 * The columns of the last page are balanced, and split between groups where that has room.
 */
export function heatColumns<Line extends HeatLine>(
  lines: readonly Line[],
  first: number,
  further: number,
  headOf: (group: string) => Line | null,
): readonly HeatColumns<Line>[] {
  const pages: HeatColumns<Line>[] = [];
  let remainingLines = lines;
  let height = first;
  while (remainingLines.length > 0) {
    const balanced = balancedColumns(remainingLines, height, headOf);
    if (balanced !== null) return [...pages, balanced];
    const left = filled(remainingLines, height);
    const afterLeft = continued(remainingLines, left, headOf);
    const right = filled(afterLeft, height);
    pages.push([remainingLines.slice(0, left), afterLeft.slice(0, right)]);
    remainingLines = continued(afterLeft, right, headOf);
    height = further;
  }
  return pages;
}

/** How much higher columns may be that split no group. */
const SPLIT_COST = 1.1;
/** Sums of the same heights in another order differ by less. */
const ROUNDING = 1e-6;

/** Null where the lines don't fit into two columns. */
function balancedColumns<Line extends HeatLine>(
  lines: readonly Line[],
  height: number,
  headOf: (group: string) => Line | null,
): HeatColumns<Line> | null {
  const total = heightOfLines(lines);
  let best: { readonly end: number; readonly cost: number } | null = null;
  let left = 0;
  for (let end = 1; end <= lines.length; end += 1) {
    left += lines[end - 1]?.height ?? 0;
    if (!canEndBefore(lines, end)) continue;
    const right = total - left + (continuedHead(lines, end, headOf)?.height ?? 0);
    const higher = Math.max(left, right);
    if (higher > height) continue;
    const isBetween = lines[end]?.isHead ?? true;
    const cost = higher * (isBetween ? 1 : SPLIT_COST);
    if (best === null || cost < best.cost - ROUNDING) best = { end, cost };
  }
  return best === null ? null : [lines.slice(0, best.end), continued(lines, best.end, headOf)];
}

/** The lines from `start` on, after the head of their group where that is before `start`. */
function continued<Line extends HeatLine>(
  lines: readonly Line[],
  start: number,
  headOf: (group: string) => Line | null,
): readonly Line[] {
  const head = continuedHead(lines, start, headOf);
  const rest = lines.slice(start);
  return head === null ? rest : [head, ...rest];
}

function continuedHead<Line extends HeatLine>(
  lines: readonly Line[],
  start: number,
  headOf: (group: string) => Line | null,
): Line | null {
  const next = lines[start];
  return next === undefined || next.isHead || start === 0 ? null : headOf(next.group);
}

/** Whether a column may end there: a head is not its last line, and the rest of a group not the first of the next. */
function canEndBefore(lines: readonly HeatLine[], end: number): boolean {
  return lines[end - 1]?.isHead !== true && lines[end]?.isRest !== true;
}

/** The number of lines that fit, at least one. */
function filled(lines: readonly HeatLine[], height: number): number {
  let count = 0;
  let sum = 0;
  for (const line of lines) {
    sum += line.height;
    if (sum > height) break;
    count += 1;
  }
  while (count > 1 && count < lines.length && !canEndBefore(lines, count)) count -= 1;
  return Math.max(1, count);
}

export function heightOfLines(lines: readonly HeatLine[]): number {
  return lines.reduce((sum, line) => sum + line.height, 0);
}
