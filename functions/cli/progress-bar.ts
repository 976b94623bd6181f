// A bar at the bottom of the terminal while something lasts. It hides whether there is a terminal at all,
// and that a bar must be taken away however the process ends.
import { SingleBar } from 'cli-progress';
import type { Io } from './terminal.ts';
import { oneLine } from './terminal.ts';

export interface Progress {
  update(done: number, total: number, text: string): void;
  stop(): void;
}

/** `format` may hold {bar}, {percentage}, {value}, {total} and {text}. Null where no terminal shows it. */
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
      const payload = { text: oneLine(text) };
      if (bar.isActive) {
        bar.setTotal(total);
        bar.update(done, payload);
      } else {
        // A signal ends the process with the bar still there: the terminal wants its cursor back.
        process.once('exit', stop);
        bar.start(total, done, payload);
      }
    },
    stop,
  };
}
