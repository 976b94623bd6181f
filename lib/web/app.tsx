// The page as a whole: in which language and colours, and who is signed in.
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Guard } from './error-boundary.tsx';
import type { Surroundings } from './app-context.tsx';
import { SpeechProvider } from './app-context.tsx';
import type { Theme } from './preferences.ts';
import { keepLanguage, keepTheme, keepToken, readPreferences } from './preferences.ts';
import type { SignInReason } from './views/sign-in/sign-in.tsx';
import { SignIn } from './views/sign-in/sign-in.tsx';
import { SignedIn } from './session.tsx';
import type { Speech } from './page-localization.ts';
import { languageFor, loadSpeech } from './page-localization.ts';

export function App({ surroundings }: { readonly surroundings: Surroundings }): JSX.Element | null {
  const { storages, locales } = surroundings;
  const [preferences] = useState(() => readPreferences(storages));
  const [theme, setTheme] = useState<Theme>(preferences.theme);
  const [language, setLanguage] = useState(preferences.language);
  const [token, setToken] = useState(surroundings.token ?? preferences.token);
  const [reason, setReason] = useState<SignInReason>(null);
  const [isEntered, setEntered] = useState(false);
  const spoken = useSpeechIn(language, locales);

  // Kept as they are chosen: an effect runs after the next drawing, and the page may be left before that.
  const onTheme = (chosen: Theme): void => {
    keepTheme(storages, chosen);
    showTheme(chosen);
    setTheme(chosen);
  };
  const onLanguage = (chosen: string): void => {
    keepLanguage(storages, chosen);
    setLanguage(chosen);
  };
  const onSignedOut = useCallback(
    (why: SignInReason) => {
      keepToken(storages, null);
      setToken(null);
      setReason(why);
    },
    [storages],
  );

  if (spoken === null) return null;
  const { speech, isStandIn } = spoken;
  const settings = { theme, onTheme, onLanguage };
  return (
    <SpeechProvider value={speech}>
      {isStandIn && <StaleNote text={speech.page.trouble.stale} act={speech.page.trouble.reload} />}
      <Guard place={token ?? ''}>
        {token === null ? (
          <SignIn
            reason={reason}
            onToken={(entered) => {
              setEntered(true);
              setToken(entered);
            }}
            onLanguage={onLanguage}
          />
        ) : (
          <SignedIn
            key={token}
            token={token}
            surroundings={surroundings}
            settings={settings}
            isEntered={isEntered}
            onSignedOut={onSignedOut}
          />
        )}
      </Guard>
    </SpeechProvider>
  );
}

/** Before anything is painted, and whenever somebody chooses another. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

interface StaleNoteProps {
  readonly text: string;
  readonly act: string;
}

/** A file of the page is gone with an older version of it. */
function StaleNote({ text, act }: StaleNoteProps): JSX.Element {
  return (
    <p class="banner stale" role="status">
      {text}{' '}
      <button
        type="button"
        onClick={() => {
          location.reload();
        }}
      >
        {act}
      </button>
    </p>
  );
}

interface Spoken {
  readonly speech: Speech;
  /** English, because the file of the wanted language could not be had. */
  readonly isStandIn: boolean;
}

/** Null until its words have come; another language is spoken as soon as its have. */
function useSpeechIn(chosen: string | null, locales: readonly string[]): Spoken | null {
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  useEffect(() => {
    let isWanted = true;
    const wanted = languageFor(chosen === null ? locales : [chosen]);
    void speechOr(wanted, locales).then((found) => {
      if (!isWanted) return;
      document.documentElement.lang = found.speech.language;
      document.documentElement.dir = found.speech.direction;
      setSpoken(found);
    });
    return () => {
      isWanted = false;
    };
  }, [chosen, locales]);
  return spoken;
}

/** English is part of the page; the file of another language can be gone with an older version. */
async function speechOr(wanted: Speech['language'], locales: readonly string[]): Promise<Spoken> {
  try {
    return { speech: await loadSpeech(wanted, locales), isStandIn: false };
  } catch {
    return { speech: await loadSpeech('en', locales), isStandIn: true };
  }
}
