// The rows of a heat map, and the way of the arrow keys through its cells.
import { keyOf } from '../../../domain/signals/folder-list.ts';
import type { FolderView, Heat, Row } from '../../../view/report-view.ts';
import { pointAfterKey } from '../../ui/chart-points.ts';

export interface HeatGroup {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** `row` is counted over all groups. */
export interface CellAddress {
  readonly row: number;
  readonly week: number;
}

/** The rows of the sections in the groups of the heat map. */
export function heatGroups(
  { groups }: Pick<Heat, 'groups'>,
  sections: FolderView['sections'],
): readonly HeatGroup[] {
  const rows = new Map(
    sections.flatMap((section) => section.rows.map((row) => [keyOf(row), row] as const)),
  );
  return groups.map((group) => ({
    name: group.name,
    rows: group.rows.flatMap((row) => rows.get(keyOf(row)) ?? []),
  }));
}

interface GridSize {
  readonly rows: number;
  readonly weeks: number;
  readonly isRtl: boolean;
}

/** Null for a key without a meaning. The cells of a row run in reading direction. */
export function cellAfterKey(
  key: string,
  { row, week }: CellAddress,
  { rows, weeks, isRtl }: GridSize,
): CellAddress | null {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = key === 'ArrowUp' ? row - 1 : row + 1;
    return { row: Math.min(rows - 1, Math.max(0, next)), week };
  }
  const next = pointAfterKey(key, week, weeks, isRtl);
  return next === null ? null : { row, week: next };
}
