// The name of a place in a table: a link where the place's own report can be opened.
import { type } from '../../../charts/theme.ts';
import type { Cell } from '../table-columns.ts';
import type { Setting } from '../layout-context.ts';

/** `folder`: undefined for a place that is none. */
export function placeCell(folder: number | undefined, name: string, { links }: Setting): Cell {
  const link = folder === undefined ? undefined : links.get(folder);
  return link === undefined ? name : { text: name, style: type.link, link };
}
