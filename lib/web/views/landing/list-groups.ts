// The places of a list in the groups that the reader has chosen.
import type { FolderView, PlaceState, Row, SectionState } from '../../../view/report-view.ts';
import type { ListGroup } from '../../routes.ts';

export interface RowGroup {
  readonly key: string;
  /** Null where the group is no state. */
  readonly state: PlaceState | null;
  /** '' for the only group of a list without groups. */
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Those that have rows. `state`: null for all. */
export function groupRows(
  { sections, heat }: Pick<FolderView, 'sections' | 'heat'>,
  group: ListGroup,
  state: SectionState | null,
): readonly RowGroup[] {
  const shown = sections.filter((section) => state === null || section.state === state);
  const rows = shown.flatMap((section) => section.rows);
  switch (group) {
    case 'state':
      return shown.map((section) => ({ ...section, key: section.state }));
    case 'responses':
      return [{ key: group, state: null, title: '', rows: rows.toSorted(byResponses) }];
    case 'region':
      return groupByRegion(rows, heat);
  }
}

function byResponses(a: Row, b: Row): number {
  return b.responses - a.responses;
}

/** The rows of a region stay in the order of the sections. */
function groupByRegion(rows: readonly Row[], heat: FolderView['heat']): readonly RowGroup[] {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const groups = heat?.groups ?? [{ name: '', rows }];
  return groups
    .map(({ name, rows: keys }, i) => ({
      key: String(i),
      state: null,
      title: name,
      rows: keys.flatMap((key) => byKey.get(rowKey(key)) ?? []),
    }))
    .filter((region) => region.rows.length > 0);
}

/** Identifies a row within its list. */
export function rowKey({ folder, survey }: Pick<Row, 'folder' | 'survey'>): string {
  return `${folder} ${survey}`;
}
