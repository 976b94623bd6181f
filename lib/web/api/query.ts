// Queries and requests of components: a cached answer is shown immediately while a newer one is fetched.
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { ApiError } from './api-errors.ts';
import { toApiError } from './api-errors.ts';
import type { Api } from './reports-client.ts';

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi needs an ApiProvider');
  return api;
}

type Read<Parameters, T> = (api: Api, parameters: Parameters, signal: AbortSignal) => Promise<T>;

/** A request of the API whose answers are cached by its parameters as long as the API object lives. */
export interface Query<Parameters, T> {
  readonly read: Read<Parameters, T>;
  readonly cacheOf: (api: Api) => QueryCache<T>;
}

/** The parameters identify everything that `read` depends on; they are compared as JSON. */
export function defineQuery<Parameters, T>(read: Read<Parameters, T>): Query<Parameters, T> {
  const caches = new WeakMap<Api, QueryCache<T>>();
  return {
    read,
    cacheOf(api) {
      const cache = caches.get(api) ?? createQueryCache<T>();
      caches.set(api, cache);
      return cache;
    },
  };
}

/** Starts a request before a component asks for it; the first ones that do take its answer. */
export function prefetch<Parameters, T>(
  api: Api,
  query: Query<Parameters, T>,
  parameters: Parameters,
): void {
  startRequest(api, query, parameters);
}

/** A request that several components wait for. */
interface PendingRequest<T> {
  readonly answer: Promise<T>;
  /** Ends it when nobody waits any more. */
  readonly aborter: AbortController;
  users: number;
  /** Whether the connection came back since the request was sent. */
  isConnectionBack: boolean;
}

function startRequest<Parameters, T>(
  api: Api,
  { read, cacheOf }: Query<Parameters, T>,
  parameters: Parameters,
): PendingRequest<T> {
  const { pending } = cacheOf(api);
  const key = JSON.stringify(parameters);
  const aborter = new AbortController();
  const request: PendingRequest<T> = {
    answer: read(api, parameters, aborter.signal),
    aborter,
    users: 0,
    isConnectionBack: false,
  };
  const onOnline = (): void => {
    request.isConnectionBack = true;
  };
  window.addEventListener('online', onOnline);
  const onSettled = (isAnswered: boolean): void => {
    window.removeEventListener('online', onOnline);
    // An answer that nobody has asked for yet waits for the first that does.
    const isAwaited = request.users === 0 && isAnswered;
    if (!isAwaited && pending.get(key) === request) pending.delete(key);
  };
  // Also avoids an unhandled rejection when the answer is never taken.
  request.answer.then(
    () => {
      onSettled(true);
    },
    () => {
      onSettled(false);
    },
  );
  pending.set(key, request);
  return request;
}

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
 * Fetches when the parameters change, and again when the connection is back after a request that failed without one; does
 * nothing while they are null. An answer is shown by all components with this query and these parameters.
 */
export function useQuery<Parameters, T>(
  query: Query<Parameters, T>,
  parameters: Parameters | null,
): QueryResult<T> {
  const api = useApi();
  const cache = query.cacheOf(api);
  const key = parameters === null ? null : JSON.stringify(parameters);
  const [state, setState] = useState<QueryState<T> | null>(null);
  const [fetchCount, setFetchCount] = useState(0);
  const refetch = useCallback(() => {
    setFetchCount((n) => n + 1);
  }, []);
  useEffect(() => {
    if (key === null || parameters === null) return undefined;
    let isActive = true;
    const cached = cache.get(key);
    setState({ key, data: cached, isLoading: true, error: null });
    let hasNoConnection = false;
    const onOnline = (): void => {
      if (hasNoConnection) refetch();
    };
    window.addEventListener('online', onOnline);
    const removeListener = cache.onStored((storedKey) => {
      if (storedKey !== key) return;
      const data = cache.get(key);
      setState((previous) => (previous?.key === key ? { ...previous, data } : previous));
    });
    const request = cache.pending.get(key) ?? startRequest(api, query, parameters);
    request.users += 1;
    let isWaiting = true;
    const leaveRequest = (): void => {
      if (isWaiting) request.users -= 1;
      isWaiting = false;
      if (request.users > 0 || cache.pending.get(key) !== request) return;
      cache.pending.delete(key);
      request.aborter.abort();
    };
    request.answer.then(
      (data) => {
        leaveRequest();
        if (!isActive) return;
        cache.set(key, data);
        setState({ key, data, isLoading: false, error: null });
      },
      (error: unknown) => {
        leaveRequest();
        if (!isActive) return;
        const apiError = toApiError(error);
        hasNoConnection = apiError.kind === 'offline';
        // The connection can be back before its loss is shown.
        if (hasNoConnection && request.isConnectionBack) refetch();
        else setState({ key, data: cached, isLoading: false, error: apiError });
      },
    );
    return () => {
      isActive = false;
      leaveRequest();
      window.removeEventListener('online', onOnline);
      removeListener();
    };
    // The key stands for the parameters, which can be a new object in every render.
  }, [api, cache, key, fetchCount]);
  if (key === null) return { data: null, isLoading: false, error: null, refetch };
  // State of another key is not an answer to this query.
  if (state?.key !== key) {
    return { data: cache.get(key), isLoading: true, error: null, refetch };
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

/** Answers of one query. A view can be a megabyte, and a tab can stay open all day. */
const MAX_CACHED = 80;

interface QueryCache<T> {
  readonly get: (key: string) => T | null;
  readonly set: (key: string, value: T) => void;
  /** Calls the listener when an answer is stored. Returns a function that removes it. */
  readonly onStored: (listener: (key: string) => void) => () => void;
  readonly pending: Map<string, PendingRequest<T>>;
}

function createQueryCache<T>(): QueryCache<T> {
  const answers = new Map<string, T>();
  const listeners = new Set<(key: string) => void>();
  return {
    pending: new Map(),
    get: (key) => answers.get(key) ?? null,
    set(key, value) {
      answers.delete(key);
      answers.set(key, value);
      const [oldest] = answers.keys();
      if (answers.size > MAX_CACHED && oldest !== undefined) answers.delete(oldest);
      for (const listener of listeners) listener(key);
    },
    onStored(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
