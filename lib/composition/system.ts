// The clock, chance and waiting: the one place where they come from; everything else takes them as parameters.
import type { Clock } from '../shared/clock.ts';

/** What the world gives beside the configuration. */
export interface SystemContext {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export const systemContext: SystemContext = {
  // eslint-disable-next-line no-restricted-syntax
  clock: () => Date.now(),
  // eslint-disable-next-line no-restricted-syntax
  random: () => Math.random(),
};

/** Ends early when the signal is aborted. Resolves then too: an error with a stack for every request is dear. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', done);
    resolve(undefined);
  };
  const timer = setTimeout(done, ms);
  signal.addEventListener('abort', done);
  if (signal.aborted) done();
  return promise;
}
