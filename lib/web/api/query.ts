// Queries and requests of components: a cached answer is shown immediately while a newer one is fetched.
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ApiError } from './api-errors.ts';
import { toApiError } from './api-errors.ts';

export interface QueryResult<T> {
  /** The latest answer, also while a newer one is loading; null before the first answer. */
  readonly data: T | null;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  readonly refetch: () => void;
}

interface QueryState<T> extends Omit<QueryResult<T>, 'refetch'> {
  readonly key: string;
}

/**
 * Fetches when the key changes, and again when the connection is back after a request that failed without one; does
 * nothing while the key is null. The key identifies everything that `fetchData` depends on. The cache outlives the
 * component. An answer is shown by all queries with its cache and key.
 */
export function useQuery<T>(
  cache: Map<string, T>,
  key: string | null,
  fetchData: (signal: AbortSignal) => Promise<T>,
): QueryResult<T> {
  const [state, setState] = useState<QueryState<T> | null>(null);
  const [fetchCount, setFetchCount] = useState(0);
  const refetch = useCallback(() => {
    setFetchCount((n) => n + 1);
  }, []);
  useEffect(() => {
    if (key === null) return undefined;
    const aborter = new AbortController();
    const cached = cache.get(key) ?? null;
    setState({ key, data: cached, isLoading: true, error: null });
    // From the start of the request: the connection can be back before its failure is shown.
    const connection = { hasFailed: false, isBack: false };
    const onOnline = (): void => {
      connection.isBack = true;
      if (connection.hasFailed) refetch();
    };
    window.addEventListener('online', onOnline);
    const removeListener = onStored(cache, (storedKey) => {
      if (storedKey !== key) return;
      const data = cache.get(key) ?? null;
      setState((previous) => (previous?.key === key ? { ...previous, data } : previous));
    });
    fetchData(aborter.signal).then(
      (data) => {
        if (aborter.signal.aborted) return;
        storeInCache(cache, key, data);
        setState({ key, data, isLoading: false, error: null });
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const apiError = toApiError(error);
        connection.hasFailed = apiError.kind === 'offline';
        if (connection.hasFailed && connection.isBack) refetch();
        else setState({ key, data: cached, isLoading: false, error: apiError });
      },
    );
    return () => {
      aborter.abort();
      window.removeEventListener('online', onOnline);
      removeListener();
    };
    // `fetchData` is a new function in every render; the key decides whether the request differs.
  }, [cache, key, fetchCount]);
  if (key === null) return { data: null, isLoading: false, error: null, refetch };
  // State of another key is not an answer to this query.
  if (state?.key !== key) {
    return { data: cache.get(key) ?? null, isLoading: true, error: null, refetch };
  }
  return { ...state, refetch };
}

interface RequestState {
  readonly isBusy: boolean;
  /** The error of the last request; null while one is pending. */
  readonly error: ApiError | null;
  /** Ignored while another request is pending. */
  readonly run: (request: () => Promise<void>) => Promise<void>;
}

/** Runs one request at a time, and keeps its error. */
export function useRequest(): RequestState {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = async (request: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await request();
    } catch (caught) {
      setError(toApiError(caught));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

/** Fetches again when the reader returns to the tab. */
export function useRefetchWhenVisible(refetch: () => void): void {
  useEffect(() => {
    const refetchWhenVisible = (): void => {
      if (document.visibilityState === 'visible') refetch();
    };
    document.addEventListener('visibilitychange', refetchWhenVisible);
    return () => {
      document.removeEventListener('visibilitychange', refetchWhenVisible);
    };
  }, [refetch]);
}

/** Entries per cache. A report can be a megabyte, and a tab can stay open all day. */
const MAX_CACHED = 80;

type StoreListener = (key: string) => void;

const listenersByCache = new WeakMap<object, Set<StoreListener>>();

/** Calls the listener when an answer is stored in the cache. Returns a function that removes it. */
function onStored(cache: object, listener: StoreListener): () => void {
  const listeners = listenersByCache.get(cache) ?? new Set();
  listenersByCache.set(cache, listeners.add(listener));
  return () => {
    listeners.delete(listener);
  };
}

function storeInCache<T>(cache: Map<string, T>, key: string, value: T): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  for (const listener of listenersByCache.get(cache) ?? []) listener(key);
}
