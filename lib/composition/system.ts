// The system clock, random source and timer. All other code takes them as parameters, so that tests can replace them.
import type { Clock } from '../shared/clock.ts';

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

/** Resolves after `ms`, or as soon as the signal is aborted. It never rejects: an error with a stack trace is expensive. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const finish = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', finish);
    resolve(undefined);
  };
  const timer = setTimeout(finish, ms);
  signal?.addEventListener('abort', finish);
  if (signal?.aborted === true) finish();
  return promise;
}
