// What was asked of the API, for views: what is known is shown at once and asked again behind it.
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Trouble } from './api-errors.ts';
import { troubleOf } from './api-errors.ts';

export interface Asked<T> {
  /** The last answer that was had, also while a newer one is asked for; null where there is none. */
  readonly value: T | null;
  readonly isLoading: boolean;
  readonly trouble: Trouble | null;
  /** Asks again. */
  readonly again: () => void;
}

interface Kept<T> extends Omit<Asked<T>, 'again'> {
  readonly key: string;
}

/** Asks when the key changes; null asks nothing. The key says all that `ask` depends on; `memory` outlives the view. */
export function useAsked<T>(
  memory: Map<string, T>,
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
): Asked<T> {
  const [kept, setKept] = useState<Kept<T> | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === null) return undefined;
    const aborter = new AbortController();
    const known = memory.get(key) ?? null;
    setKept({ key, value: known, isLoading: true, trouble: null });
    ask(aborter.signal).then(
      (value) => {
        if (aborter.signal.aborted) return;
        remember(memory, key, value);
        setKept({ key, value, isLoading: false, trouble: null });
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        setKept({ key, value: known, isLoading: false, trouble: troubleOf(error) });
      },
    );
    return () => {
      aborter.abort();
    };
    // `ask` is made anew with every drawing; the key says when it is another question.
  }, [memory, key, round]);
  const again = useCallback(() => {
    setRound((n) => n + 1);
  }, []);
  useWhenOnline(kept?.key === key && kept.trouble?.kind === 'offline', again);
  if (key === null) return { value: null, isLoading: false, trouble: null, again };
  // What was kept for another question is no answer to this one.
  if (kept?.key !== key) {
    return { value: memory.get(key) ?? null, isLoading: true, trouble: null, again };
  }
  return { ...kept, again };
}

/** A report can be a megabyte: a tab that is open all day keeps the last ones. */
const MOST_KEPT = 80;

function remember<T>(memory: Map<string, T>, key: string, value: T): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > MOST_KEPT && oldest !== undefined) memory.delete(oldest);
}

/** Does something when the connection comes back, if that is waited for. */
function useWhenOnline(isAwaited: boolean, then: () => void): void {
  useEffect(() => {
    if (!isAwaited) return undefined;
    window.addEventListener('online', then);
    return () => {
      window.removeEventListener('online', then);
    };
  }, [isAwaited, then]);
}
