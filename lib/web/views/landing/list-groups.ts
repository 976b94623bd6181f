// The places of a list in the groups that the reader has chosen.
import type { FolderView, PlaceState, Row, SectionState } from '../../../view/report-view.ts';
import { heatGroups } from '../../features/heat/heat-rows.ts';
import type { ListGroup } from '../../routes.ts';

export interface RowGroup {
  readonly key: string;
  /** Null where the group is no state. */
  readonly state: PlaceState | null;
  /** '' for the only group of a list without groups. */
  readonly title: string;
  readonly rows: readonly Row[];
  /** Also of rows that have not been loaded yet. */
  readonly count: number;
  /** Of a group with two states; else the number itself is shown. */
  readonly countText?: string | undefined;
}

/** Those that have rows. `state`: null for all. */
export function groupRows(
  { sections, counts, heat }: Pick<FolderView, 'sections' | 'counts' | 'heat'>,
  group: ListGroup,
  state: SectionState | null,
): readonly RowGroup[] {
  const shown = sections.filter((section) => state === null || section.state === state);
  const rows = shown.flatMap((section) => section.rows);
  switch (group) {
    case 'state':
      return shown.map((section) => ({
        ...{ key: section.state, count: 0 },
        ...counts.find((other) => other.state === section.state),
        ...section,
      }));
    case 'responses':
      return [
        {
          key: group,
          state: null,
          title: '',
          rows: rows.toSorted(byResponses),
          count: rows.length,
        },
      ];
    case 'region':
      // In the order of the sections.
      return heatGroups(heat ?? { groups: [{ name: '', rows }] }, shown)
        .map((region, i) => ({
          ...region,
          ...{ key: String(i), state: null, title: region.name, count: region.rows.length },
        }))
        .filter((region) => region.rows.length > 0);
  }
}

function byResponses(a: Row, b: Row): number {
  return b.responses - a.responses;
}
