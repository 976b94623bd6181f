// Tables as text without lines, and names of folders in them.
import Table from 'cli-table3';
import { oneLine } from './terminal.ts';

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const NAME_WIDTH = 40;

export interface PlainTable {
  push(row: string[]): unknown;
  toString(): string;
}

export function plainTable(head: string[], colAligns: ('left' | 'right')[]): PlainTable {
  return new Table({
    head,
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns,
  });
}

/** A folder's name, so far to the right as it is below the first, and no wider than a column. */
export function indentedName(depth: number, name: string): string {
  return cut('  '.repeat(depth) + oneLine(name), NAME_WIDTH);
}

function cut(text: string, width: number): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= width ? text : `${graphemes.slice(0, width - 1).join('')}…`;
}
