// What commands show on a terminal besides lines of text: tables without borders, and a progress bar on standard error.
import { EventEmitter, once } from 'node:events';
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import type { Io, TextOutput } from './terminal.ts';
import { toSingleLine } from './terminal.ts';

/** Writes as fast as the reader of the output takes it. */
export async function writeBytes(
  output: TextOutput,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks) {
    const isFull = output.write(chunk) === false;
    if (isFull && output instanceof EventEmitter) await once(output, 'drain');
  }
}

interface Progress {
  update(done: number, total: number, text: string): void;
  stop(): void;
}

/** `format` may contain {bar}, {percentage}, {value}, {total} and {text}. Null where standard error is not a terminal. */
export function showProgress({ stderr, env }: Io, format: string): Progress | null {
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') return null;
  const bar = new SingleBar({
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    stream: process.stderr,
  });
  const stop = (): void => {
    process.off('exit', stop);
    bar.stop();
  };
  return {
    update: (done, total, text) => {
      const payload = { text: toSingleLine(text) };
      if (bar.isActive) {
        bar.setTotal(total);
        bar.update(done, payload);
      } else {
        // When a signal ends the process, the terminal needs its cursor back.
        process.once('exit', stop);
        bar.start(total, done, payload);
      }
    },
    stop,
  };
}

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

interface PlainTable {
  push(row: string[]): unknown;
  toString(): string;
}

/** Columns are aligned to the left, except those named in `right`. */
export function createPlainTable(head: string[], right: readonly string[] = []): PlainTable {
  return new Table({
    head,
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((name) => (right.includes(name) ? 'right' : 'left')),
  });
}

/** "2026-11-16 13:00Z"; empty for null. */
export function formatMinute(instant: string | null): string {
  return instant === null ? '' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}

/** A folder's name, indented by its depth in the tree and cut to the width of the column. */
export function indentName(depth: number, name: string, width = MAX_NAME_WIDTH): string {
  return truncate('  '.repeat(depth) + toSingleLine(name), width);
}

/** "Terminal 2 (Airport)". */
export function placeName(name: string, parentName: string | undefined): string {
  return parentName === undefined ? name : `${name} (${parentName})`;
}

/** At most `width` characters, cut with an ellipsis. */
export function truncate(text: string, width: number): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= width ? text : `${graphemes.slice(0, width - 1).join('')}…`;
}
