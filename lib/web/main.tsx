// Entry point of the page: reads the token and preferences, and renders the app.
import type { JSX } from 'preact';
import { render } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { BrowserStorages, ColourTheme } from './preferences.ts';
import {
  storeToken,
  readPreferences,
  storeAccessToken,
  takeAccessToken,
  forgetToken,
  isAccessToken,
  hasTokenHash,
  tokenFromLocation,
  storeLanguage,
  storeTheme,
} from './preferences.ts';
import { ErrorBoundary } from './ui/error-note.tsx';
import type { BrowserEnvironment } from './app-context.tsx';
import { LocalizationProvider, useLocalization } from './app-context.tsx';
import type { SignInReason } from './session.tsx';
import { SignIn, Session } from './session.tsx';
import type { PageLocalization } from './page-localization.ts';
import { selectLanguage, loadPageLocalization } from './page-localization.ts';

const storages: BrowserStorages = {
  local: openStorage(() => localStorage),
  session: openStorage(() => sessionStorage),
};
applyTheme(readPreferences(storages).theme);
const token = takeToken();
const root = document.querySelector('#app');
if (root !== null) {
  const environment = {
    base: document.querySelector<HTMLMetaElement>('meta[name=reports-api]')?.content ?? '',
    fetch: window.fetch.bind(window),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    storages,
    locales: navigator.languages,
    token,
    offersAccessLinks: document.querySelector('meta[name=access-links]') !== null,
  };
  render(<App environment={environment} />, root);
}

// An address with another token was opened in this tab.
window.addEventListener('hashchange', () => {
  if (takeToken() !== null) location.reload();
});

/** Removes the token from the address, so that it is not copied with it, and stores it when it is valid. */
function takeToken(): string | null {
  const { hash, hostname } = location;
  const access = takeAccessToken(hash);
  if (access !== null) {
    history.replaceState(null, '', access.hash);
    storeAccessToken(storages, access.token);
    return access.token;
  }
  if (!hasTokenHash(hash)) return null;
  history.replaceState(null, '', '#/');
  const token = tokenFromLocation({ hash, hostname });
  if (token !== null) storeToken(storages, token);
  return token;
}

/** Browsers may deny access to storage. */
function openStorage(open: () => Storage): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}

function App({ environment }: { readonly environment: BrowserEnvironment }): JSX.Element | null {
  const { storages, locales } = environment;
  const [preferences] = useState(() => readPreferences(storages));
  const [theme, setTheme] = useState<ColourTheme>(preferences.theme);
  const [language, setLanguage] = useState(preferences.language);
  const [token, setToken] = useState(environment.token ?? preferences.token);
  const [reason, setReason] = useState<SignInReason>(null);
  const [isNewSignIn, setNewSignIn] = useState(false);
  const loadedLocalization = useLoadedLocalization(language, locales);

  // Stored immediately rather than in an effect, because the page may be closed before the next render.
  const onTheme = (value: ColourTheme): void => {
    storeTheme(storages, value);
    applyTheme(value);
    setTheme(value);
  };
  const onLanguage = (value: string): void => {
    storeLanguage(storages, value);
    setLanguage(value);
  };
  // Several requests may be refused: the first one removes the token from the storage.
  const isFromLink = useMemo(() => isAccessToken(storages, token), [storages, token]);
  const onSignedOut = useCallback(
    (signOutReason: SignInReason) => {
      forgetToken(storages, token);
      setToken(null);
      setReason(isFromLink && signOutReason !== null ? 'linkEnded' : signOutReason);
    },
    [storages, token, isFromLink],
  );

  if (loadedLocalization === null) return null;
  if (loadedLocalization === 'failed') return <NoTextsNote />;
  const { pageLocalization, isFallback } = loadedLocalization;
  const settings = { theme, onTheme, onLanguage };
  return (
    <LocalizationProvider value={pageLocalization}>
      {isFallback && <OutdatedPageNote />}
      <ErrorBoundary resetKey={token ?? ''}>
        {token === null ? (
          <SignIn
            environment={environment}
            reason={reason}
            onToken={(entered) => {
              setNewSignIn(true);
              setToken(entered);
            }}
            onLanguage={onLanguage}
          />
        ) : (
          <Session
            key={token}
            token={token}
            environment={environment}
            settings={settings}
            isNewSignIn={isNewSignIn}
            onSignedOut={onSignedOut}
          />
        )}
      </ErrorBoundary>
    </LocalizationProvider>
  );
}

/** Called before the first paint and when the user changes the theme. */
function applyTheme(theme: ColourTheme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Shown when a script of this page version is no longer on the server. */
function OutdatedPageNote(): JSX.Element {
  const { errors } = useLocalization().page;
  return (
    <p class="banner stale" role="status">
      {errors.outdatedPage}{' '}
      <button
        type="button"
        onClick={() => {
          location.reload();
        }}
      >
        {errors.reload}
      </button>
    </p>
  );
}

/** Shown when no file of texts could be loaded: the only text of the page that is part of its script. */
function NoTextsNote(): JSX.Element {
  return (
    <p class="banner stale" role="alert">
      The page could not be loaded. Check your connection and reload it.
    </p>
  );
}

interface LoadedLocalization {
  readonly pageLocalization: PageLocalization;
  /** Whether English or the previous language is shown because the file of the selected one failed to load. */
  readonly isFallback: boolean;
}

/**
 * Null until the first language is loaded, 'failed' when it was not. The previous language stays until the next one is loaded, or
 * when it can't be.
 */
function useLoadedLocalization(
  preferredLanguage: string | null,
  locales: readonly string[],
): LoadedLocalization | 'failed' | null {
  const [loaded, setLoaded] = useState<LoadedLocalization | 'failed' | null>(null);
  useEffect(() => {
    let isActive = true;
    const language = selectLanguage(preferredLanguage === null ? locales : [preferredLanguage]);
    void loadWithFallback(language).then((result) => {
      if (!isActive) return;
      if (result === null) {
        setLoaded((previous) =>
          previous === null || previous === 'failed' ? 'failed' : { ...previous, isFallback: true },
        );
        return;
      }
      document.documentElement.lang = result.pageLocalization.language;
      document.documentElement.dir = result.pageLocalization.direction;
      setLoaded(result);
    });
    return () => {
      isActive = false;
    };
  }, [preferredLanguage, locales]);
  return loaded;
}

/** The file of a language may be gone after a deployment. Null when there is no English either. */
async function loadWithFallback(
  language: PageLocalization['language'],
): Promise<LoadedLocalization | null> {
  const load = (code: PageLocalization['language']): Promise<PageLocalization | null> =>
    loadPageLocalization(code).catch(() => null);
  const pageLocalization = await load(language);
  if (pageLocalization !== null) return { pageLocalization, isFallback: false };
  const english = await load('en');
  return english === null ? null : { pageLocalization: english, isFallback: true };
}
