// Tables in plain text without borders.
import Table from 'cli-table3';
import { toSingleLine } from './terminal.ts';

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
const MAX_NAME_WIDTH = 40;

export interface PlainTable {
  push(row: string[]): unknown;
  toString(): string;
}

export function createPlainTable(head: string[], colAligns: ('left' | 'right')[]): PlainTable {
  return new Table({
    head,
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns,
  });
}

/** A folder's name, indented by its depth in the tree and cut to the width of the column. */
export function indentName(depth: number, name: string): string {
  return truncate('  '.repeat(depth) + toSingleLine(name), MAX_NAME_WIDTH);
}

function truncate(text: string, width: number): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= width ? text : `${graphemes.slice(0, width - 1).join('')}…`;
}
