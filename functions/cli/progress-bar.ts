// A progress bar on standard error, removed however the process ends.
import { SingleBar } from 'cli-progress';
import type { Io } from './terminal.ts';
import { toSingleLine } from './terminal.ts';

export interface Progress {
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
