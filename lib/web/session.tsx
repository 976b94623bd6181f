// What a token opens: asked for once, then kept for all views; and which view the address says.
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { View } from './routes.ts';
import { addressOf, viewAt } from './routes.ts';
import { openApi } from './api/api-client.ts';
import { useAsked } from './api/query.ts';
import { withFirstRequest } from './api/prefetch.ts';
import { Guard } from './error-boundary.tsx';
import type { Announcement, Library, Memories, Settings, Surroundings } from './app-context.tsx';
import { LibraryProvider, newMemories } from './app-context.tsx';
import { placesIn } from './features/folders/folder-index.ts';
import { keepToken } from './preferences.ts';
import { Shell } from './layout.tsx';
import type { SignInReason } from './views/sign-in/sign-in.tsx';
import { SignIn } from './views/sign-in/sign-in.tsx';
import { TroubleNote } from './ui/error-note.tsx';

interface SignedInProps {
  readonly token: string;
  readonly surroundings: Surroundings;
  readonly settings: Settings;
  /** Whether somebody has just typed the token: the field that they did it in is gone. */
  readonly isEntered: boolean;
  readonly onSignedOut: (why: SignInReason) => void;
}

export function SignedIn({
  token,
  surroundings,
  settings,
  isEntered,
  onSignedOut,
}: SignedInProps): JSX.Element {
  const { base, fetch, sleep, storages } = surroundings;
  const ended = useRef<() => void>(nothing);
  const api = useMemo(() => {
    const told = (): void => {
      ended.current();
    };
    const opened = openApi({ base, token, fetch, sleep, onSignedOut: told });
    return withFirstRequest(opened, viewAt(location.hash));
  }, [base, token, fetch, sleep]);
  const [memories] = useState<Memories>(newMemories);
  const [view, go] = useView();
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', turn: 0 });
  const announce = useCallback((text: string) => {
    setAnnouncement(({ turn }) => ({ text, turn: turn + 1 }));
  }, []);
  const folders = useAsked(memories.folders, 'all', (signal) => api.folders(signal));
  const weeks = useAsked(memories.weeks, 'all', (signal) => api.weeks(signal));
  const places = useMemo(
    () => (folders.value === null ? null : placesIn(folders.value)),
    [folders.value],
  );
  const trouble = folders.trouble ?? weeks.trouble;
  const isIn = places !== null && weeks.value !== null;

  useEffect(() => {
    // Only a token that has opened something is kept.
    if (isIn) keepToken(storages, token);
  }, [isIn, storages, token]);
  const askForWeeks = weeks.again;
  useEffect(() => {
    // A tab that was left open on Sunday has another newest week on Monday.
    const look = (): void => {
      if (document.visibilityState === 'visible') askForWeeks();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
    };
  }, [askForWeeks]);
  useEffect(() => {
    ended.current = () => {
      onSignedOut(isIn ? 'ended' : 'refused');
    };
    return () => {
      // What this token asked for may be answered after another has come.
      ended.current = nothing;
    };
  }, [isIn, onSignedOut]);

  if (places === null || weeks.value === null) {
    if (trouble === null || trouble.kind === 'signedOut') {
      return <SignIn reason={null} isChecking />;
    }
    const onRetry = (): void => {
      folders.again();
      weeks.again();
    };
    return (
      <main id="main" class="alone">
        <TroubleNote trouble={trouble} onRetry={onRetry} />
      </main>
    );
  }
  const library: Library = {
    api,
    places,
    weeks: weeks.value,
    memories,
    view,
    go,
    announce,
    sleep,
  };
  return (
    <LibraryProvider value={library}>
      <Guard place={addressOf(view)}>
        <Shell
          settings={settings}
          announcement={announcement}
          takesKeyboard={isEntered}
          onSignOut={() => {
            onSignedOut(null);
          }}
        />
      </Guard>
    </LibraryProvider>
  );
}

function nothing(): void {
  // Nobody is told.
}

/** The view that the address says, and the way to another. */
function useView(): [View, Library['go']] {
  const [view, setView] = useState(() => viewAt(location.hash));
  useEffect(() => {
    const follow = (): void => {
      setView(viewAt(location.hash));
    };
    window.addEventListener('hashchange', follow);
    // It may have changed between the first drawing and this.
    follow();
    return () => {
      window.removeEventListener('hashchange', follow);
    };
  }, []);
  const go = useCallback<Library['go']>((next, how) => {
    if (how?.replace === true) {
      history.replaceState(null, '', addressOf(next));
      setView(next);
    } else {
      location.hash = addressOf(next);
    }
  }, []);
  return [view, go];
}
