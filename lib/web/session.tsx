// The session of a token: the form to sign in, and what every view needs once the token is accepted.
import type { JSX, TargetedInputEvent } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState, useId } from 'preact/hooks';
import type { View } from './routes.ts';
import { viewForReaders, viewHref, parseView } from './routes.ts';
import type { Api } from './api/reports-client.ts';
import { createApi } from './api/reports-client.ts';
import { foldersQuery, meQuery, subscriptionsQuery, viewQuery, weeksQuery } from './api/queries.ts';
import { ApiProvider, prefetch, useQuery, useRefetchWhenVisible } from './api/query.ts';
import { ErrorBoundary, ErrorNote } from './ui/error-note.tsx';
import { CheckField } from './ui/form-field.tsx';
import { Form } from './ui/form.tsx';
import type {
  LiveMessage,
  TabMemory,
  AppContext,
  Settings,
  BrowserEnvironment,
} from './app-context.tsx';
import { AppContextProvider, useDocumentTitle, useLocalization } from './app-context.tsx';
import { RequestLink } from './features/access/request-link.tsx';
import { createFolderIndex } from './features/folders/folder-index.ts';
import { storeToken, isValidHeaderValue, parseToken } from './preferences.ts';
import { Layout } from './layout.tsx';
import { enterHistoryEntry } from './scroll-position.ts';
import type { PageLocalization } from './page-localization.ts';
import { LanguageSelect } from './ui/settings.tsx';

interface SessionProps {
  readonly token: string;
  readonly environment: BrowserEnvironment;
  readonly settings: Settings;
  /** Whether the user has just entered the token, so that the sign-in field that had the focus is gone. */
  readonly isNewSignIn: boolean;
  readonly onSignedOut: (reason: SignInReason) => void;
}

export function Session(props: SessionProps): JSX.Element {
  const { token, environment } = props;
  const { base, fetch, sleep } = environment;
  const { language } = useLocalization();
  /** Called when a request is rejected because of the token. */
  const onTokenRejected = useRef<(() => void) | null>(null);
  const api = useMemo(() => {
    const client = createApi({
      base,
      token,
      fetch,
      sleep,
      onTokenRejected: () => {
        onTokenRejected.current?.();
      },
    });
    prefetchView(client, parseView(location.hash), language);
    return client;
    // The first view is requested in the language that the session begins with.
  }, [base, token, fetch, sleep]);
  return (
    <ApiProvider value={api}>
      <OpenSession {...props} api={api} onTokenRejected={onTokenRejected} />
    </ApiProvider>
  );
}

/** Requests the view in the address, without waiting for what else a session begins with. */
function prefetchView(api: Api, view: View, language: PageLocalization['language']): void {
  if (view.name !== 'report') return;
  const { week, folder, revision } = view;
  if (week !== null && folder !== null) {
    prefetch(api, viewQuery, { week, folder, revision, language, part: 'first' });
  }
}

interface OpenSessionProps extends SessionProps {
  readonly api: Api;
  readonly onTokenRejected: { current: (() => void) | null };
}

function OpenSession(props: OpenSessionProps): JSX.Element {
  const { token, environment, settings, isNewSignIn, onSignedOut, api, onTokenRejected } = props;
  const { storages, sleep } = environment;
  const [memory] = useState<TabMemory>(() => ({ links: new Map(), requestTimes: new Map() }));
  const [addressedView, navigate] = useView();
  const [announcement, setAnnouncement] = useState<LiveMessage>({ text: '', id: 0 });
  const announce = useCallback((text: string) => {
    setAnnouncement(({ id }) => ({ text, id: id + 1 }));
  }, []);
  const folders = useQuery(foldersQuery, 'all');
  const weeks = useQuery(weeksQuery, 'all');
  const me = useQuery(meQuery, 'me');
  const reader = me.data?.reader ?? null;
  const hasSubscriptions = me.data !== null && reader === null;
  const subscriptions = useQuery(subscriptionsQuery, hasSubscriptions ? 'mine' : null);
  const folderIndex = useMemo(
    () => (folders.data === null ? null : createFolderIndex(folders.data)),
    [folders.data],
  );
  const isReady = folderIndex !== null && weeks.data !== null && me.data !== null;
  useEffect(() => {
    // A typed token is kept for this tab only after the API accepted it.
    if (isReady) storeToken(storages, token);
  }, [isReady, storages, token]);
  // Fetched again when the tab is shown: a week may have been added, or an address confirmed.
  useRefetchWhenVisible(weeks.refetch);
  useRefetchWhenVisible(subscriptions.refetch);
  useEffect(() => {
    onTokenRejected.current = () => {
      onSignedOut(isReady ? 'ended' : 'refused');
    };
    return () => {
      // Requests of this token may fail after the user signed in with another one.
      onTokenRejected.current = null;
    };
  }, [isReady, onSignedOut]);

  if (folderIndex === null || weeks.data === null || me.data === null) {
    const error = folders.error ?? weeks.error ?? me.error;
    if (error === null || error.kind === 'signedOut') {
      return <CheckingToken />;
    }
    const onRetry = (): void => {
      folders.refetch();
      weeks.refetch();
      me.refetch();
    };
    return (
      <main id="main" class="alone">
        <ErrorNote error={error} onRetry={onRetry} />
      </main>
    );
  }
  const view = reader === null ? addressedView : viewForReaders(addressedView);
  const appContext: AppContext = {
    api,
    reader,
    hasNotes: me.data.notes,
    folderIndex,
    weeks: weeks.data,
    memory,
    subscriptions,
    view,
    navigate,
    announce,
    sleep,
    storages,
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
  const hash = useRef(location.hash);
  useEffect(() => {
    const updateView = (): void => {
      hash.current = location.hash;
      enterHistoryEntry();
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
      // The reader has opened another address, whose hashchange event is to come.
      if (location.hash !== hash.current) return;
      hash.current = viewHref(nextView);
      history.replaceState(history.state, '', hash.current);
      setView(nextView);
    } else {
      location.hash = viewHref(nextView);
    }
  }, []);
  return [view, navigate];
}

/**
 * refused: the entered token was rejected; ended: an accepted token is no longer accepted; linkEnded: that of an access link is
 * not valid or no longer; null before a sign-in or after a sign-out.
 */
export type SignInReason = 'refused' | 'ended' | 'linkEnded' | null;

interface SignInProps {
  readonly environment: BrowserEnvironment;
  readonly reason: SignInReason;
  readonly onToken: (token: string) => void;
  readonly onLanguage: (language: string) => void;
}

/** Shown while the token is being checked. */
function CheckingToken(): JSX.Element {
  const { page } = useLocalization();
  useDocumentTitle(page.signIn.heading);
  return (
    <main class="sign-in is-checking" id="main">
      <p class="brand">{page.product}</p>
      <p role="status">{page.signIn.checking}</p>
    </main>
  );
}

export function SignIn({ environment, reason, onToken, onLanguage }: SignInProps): JSX.Element {
  const { page } = useLocalization();
  const hasLinkEnded = reason === 'linkEnded';
  const requestLink = <RequestLink environment={environment} hasEnded={hasLinkEnded} />;
  useDocumentTitle(page.signIn.heading);
  return (
    <main class="sign-in" id="main">
      <p class="brand">{page.product}</p>
      <h1>{page.signIn.heading}</h1>
      <p>{page.signIn.intro}</p>
      {hasLinkEnded && requestLink}
      <TokenForm
        reason={hasLinkEnded ? null : reason}
        takesFocus={!hasLinkEnded}
        onToken={onToken}
      />
      {!hasLinkEnded && environment.offersAccessLinks && requestLink}
      <LanguageSelect onLanguage={onLanguage} />
    </main>
  );
}

interface TokenFormProps extends Pick<SignInProps, 'onToken'> {
  readonly reason: Exclude<SignInReason, 'linkEnded'>;
  readonly takesFocus: boolean;
}

function TokenForm({ reason, takesFocus, onToken }: TokenFormProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.signIn;
  const [typed, setTyped] = useState('');
  const [isVisible, setVisible] = useState(false);
  const [problem, setProblem] = useState<'missing' | 'unreadable' | typeof reason>(reason);
  const input = useRef<HTMLInputElement>(null);
  const [fieldId, hintId, errorId] = [useId(), useId(), useId()];
  useEffect(() => {
    // Screen readers announce the error with the focused field.
    if (takesFocus) input.current?.focus();
  }, []);
  const inputProps = {
    id: fieldId,
    ref: input,
    name: 'token',
    value: typed,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      setProblem(null);
    },
    // A password manager may store the token; the page keeps it only until the tab is closed.
    autocomplete: 'current-password',
    autocapitalize: 'off',
    spellcheck: false,
    dir: 'ltr',
    required: true,
    'aria-describedby': problem === null ? hintId : `${errorId} ${hintId}`,
    'aria-invalid': problem !== null,
  } as const;
  return (
    <Form
      onSubmit={() => {
        const token = parseToken(typed);
        if (token !== null && isValidHeaderValue(token)) {
          onToken(token);
          return;
        }
        setProblem(token === null ? 'missing' : 'unreadable');
        input.current?.focus();
      }}
    >
      {/* A password manager stores the token under this user name. */}
      <input
        type="text"
        name="username"
        autocomplete="username"
        value={page.product}
        readOnly
        hidden
      />
      <label for={fieldId}>{words.token}</label>
      {isVisible ? (
        <input type="text" {...inputProps} />
      ) : (
        <input type="password" {...inputProps} />
      )}
      <p class="error" id={errorId} role="alert">
        {problem !== null && words[problem]}
      </p>
      <p class="hint" id={hintId}>
        {words.hint}
      </p>
      <CheckField class="check" label={words.show} isChecked={isVisible} onCheck={setVisible} />
      <button type="submit" class="primary">
        {words.submit}
      </button>
    </Form>
  );
}
