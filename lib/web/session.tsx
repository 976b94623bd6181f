// Loads the folders and weeks of a token, tracks the current view and provides the app context.
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { View } from './routes.ts';
import { viewHref, parseView } from './routes.ts';
import { createApi, withPrefetch } from './api/reports-client.ts';
import { useQuery } from './api/query.ts';
import { ErrorBoundary, ErrorNote } from './ui/error-note.tsx';
import type {
  Announcement,
  AppContext,
  SessionCache,
  Settings,
  BrowserEnvironment,
} from './app-context.tsx';
import { AppContextProvider, createSessionCache } from './app-context.tsx';
import { createFolderIndex } from './features/folders/folder-index.ts';
import { storeToken } from './preferences.ts';
import { Layout } from './layout.tsx';
import type { SignInReason } from './sign-in.tsx';
import { TokenCheck } from './sign-in.tsx';

interface SessionProps {
  readonly token: string;
  readonly environment: BrowserEnvironment;
  readonly settings: Settings;
  /** Whether the user has just entered the token, so that the sign-in field that had the focus is gone. */
  readonly isNewSignIn: boolean;
  readonly onSignedOut: (reason: SignInReason) => void;
}

export function Session({
  token,
  environment,
  settings,
  isNewSignIn,
  onSignedOut,
}: SessionProps): JSX.Element {
  const { base, fetch, sleep, storages } = environment;
  const onTokenRejected = useRef<(() => void) | null>(null);
  const api = useMemo(() => {
    const client = createApi({
      ...{ base, token, fetch, sleep },
      onSignedOut: () => {
        onTokenRejected.current?.();
      },
    });
    return withPrefetch(client, parseView(location.hash));
  }, [base, token, fetch, sleep]);
  const [cache] = useState<SessionCache>(createSessionCache);
  const [view, navigate] = useView();
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', id: 0 });
  const announce = useCallback((text: string) => {
    setAnnouncement(({ id }) => ({ text, id: id + 1 }));
  }, []);
  const folders = useQuery(cache.folders, 'all', (signal) => api.folders(signal));
  const weeks = useQuery(cache.weeks, 'all', (signal) => api.weeks(signal));
  const subscriptions = useQuery(cache.subscriptions, 'mine', (signal) =>
    api.subscriptions(false, signal),
  );
  const folderIndex = useMemo(
    () => (folders.data === null ? null : createFolderIndex(folders.data)),
    [folders.data],
  );
  const error = folders.error ?? weeks.error;
  const isReady = folderIndex !== null && weeks.data !== null;

  useEffect(() => {
    // Only a token that was accepted is stored.
    if (isReady) storeToken(storages, token);
  }, [isReady, storages, token]);
  const refetchWeeks = weeks.refetch;
  const refetchSubscriptions = subscriptions.refetch;
  useEffect(() => {
    // While a tab stays open the latest week changes, and addresses are confirmed by links in messages.
    const refetchWhenVisible = (): void => {
      if (document.visibilityState !== 'visible') return;
      refetchWeeks();
      refetchSubscriptions();
    };
    document.addEventListener('visibilitychange', refetchWhenVisible);
    return () => {
      document.removeEventListener('visibilitychange', refetchWhenVisible);
    };
  }, [refetchWeeks, refetchSubscriptions]);
  useEffect(() => {
    onTokenRejected.current = () => {
      onSignedOut(isReady ? 'ended' : 'refused');
    };
    return () => {
      // Requests of this token may fail after the user signed in with another one.
      onTokenRejected.current = null;
    };
  }, [isReady, onSignedOut]);

  if (folderIndex === null || weeks.data === null) {
    if (error === null || error.kind === 'signedOut') {
      return <TokenCheck />;
    }
    const onRetry = (): void => {
      folders.refetch();
      weeks.refetch();
    };
    return (
      <main id="main" class="alone">
        <ErrorNote error={error} onRetry={onRetry} />
      </main>
    );
  }
  const appContext: AppContext = {
    api,
    folderIndex,
    weeks: weeks.data,
    cache,
    subscriptions,
    view,
    navigate,
    announce,
    sleep,
  };
  return (
    <AppContextProvider value={appContext}>
      <ErrorBoundary resetKey={viewHref(view)}>
        <Layout
          settings={settings}
          announcement={announcement}
          takesFocus={isNewSignIn}
          onSignOut={() => {
            onSignedOut(null);
          }}
        />
      </ErrorBoundary>
    </AppContextProvider>
  );
}

/** The view in the address, and a function to change it. */
function useView(): [View, AppContext['navigate']] {
  const [view, setView] = useState(() => parseView(location.hash));
  useEffect(() => {
    const updateView = (): void => {
      setView(parseView(location.hash));
    };
    window.addEventListener('hashchange', updateView);
    // The hash may have changed between the first render and this effect.
    updateView();
    return () => {
      window.removeEventListener('hashchange', updateView);
    };
  }, []);
  const navigate = useCallback<AppContext['navigate']>((nextView, options) => {
    if (options?.replace === true) {
      history.replaceState(null, '', viewHref(nextView));
      setView(nextView);
    } else {
      location.hash = viewHref(nextView);
    }
  }, []);
  return [view, navigate];
}
