// What commands show on a terminal besides lines of text: a progress bar on standard error, and cells of tables.
import { EventEmitter, once } from 'node:events';
import { SingleBar } from 'cli-progress';
import type { Io, TextOutput } from './terminal.ts';
import { toSingleLine } from './terminal.ts';
import { cutText } from './text-columns.ts';

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

const MAX_NAME_WIDTH = 40;

/** "2026-11-16 13:00Z"; empty for null. */
export function formatMinute(instant: string | null): string {
  return instant === null ? '' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}

/** A folder's name, indented by its depth in the tree and cut to the width of the column. */
export function indentName(depth: number, name: string): string {
  return cutText('  '.repeat(depth) + toSingleLine(name), MAX_NAME_WIDTH);
}
