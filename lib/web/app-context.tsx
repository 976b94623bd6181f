// Context that all views of a signed-in user share: API, folders, weeks, navigation and localization.
import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Me, WeekList } from '../http/responses.ts';
import type { View } from './routes.ts';
import type { Api, MadeLink } from './api/reports-client.ts';
import type { SubscriptionList } from '../http/subscription-responses.ts';
import type { QueryResult } from './api/query.ts';
import type { FolderIndex } from './features/folders/folder-index.ts';
import type { PageLocalization } from './page-localization.ts';
import type { BrowserStorages, ColourTheme } from './preferences.ts';

/** What the page needs from the browser. */
export interface BrowserEnvironment {
  /** URL prefix of /v1, without a trailing slash. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly storages: BrowserStorages;
  /** The browser's languages, preferred first. */
  readonly locales: readonly string[];
  /** From the address; null when it has none. */
  readonly token: string | null;
  /** Whether mails have access links, so that a new one can be requested. */
  readonly offersAccessLinks: boolean;
}

/** User settings and their setters. */
export interface Settings {
  readonly theme: ColourTheme;
  readonly onTheme: (theme: ColourTheme) => void;
  readonly onLanguage: (language: string) => void;
}

/** A message for screen readers. A new `id` makes the same text be announced again. */
export interface LiveMessage {
  readonly text: string;
  readonly id: number;
}

/** What this tab has done; forgotten when the token changes. */
export interface TabMemory {
  /** Links created in this tab. The API has no list of links. */
  readonly links: Map<string, MadeLink>;
  /** Times of the pending requests of this tab to make a report, by report. */
  readonly requestTimes: Map<string, number>;
}

export interface AppContext {
  readonly api: Api;
  /** Who came with an access link and may only read; null for everybody else. */
  readonly reader: Me['reader'];
  /** Whether places have owners and notes. */
  readonly hasNotes: boolean;
  readonly folderIndex: FolderIndex;
  readonly weeks: WeekList;
  readonly memory: TabMemory;
  /** The user's subscriptions; without data while they are loading and where the server delivers no messages. */
  readonly subscriptions: QueryResult<SubscriptionList>;
  readonly view: View;
  /** `replace`: replaces the current history entry instead of adding one. */
  readonly navigate: (view: View, options?: { readonly replace: boolean }) => void;
  /** Announces a text to screen readers without moving the focus. */
  readonly announce: (text: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly storages: BrowserStorages;
}

const ReactContext = createContext<AppContext | null>(null);
const LocalizationContext = createContext<PageLocalization | null>(null);

export const AppContextProvider = ReactContext.Provider;
export const LocalizationProvider = LocalizationContext.Provider;

export function useAppContext(): AppContext {
  const appContext = useContext(ReactContext);
  if (appContext === null) throw new Error('useAppContext needs an AppContextProvider');
  return appContext;
}

/** Whether the user may do more than read: make reports, share, subscribe, change settings, see revisions and deliveries. */
export function useCanWrite(): boolean {
  return useAppContext().reader === null;
}

/** Whether the user may write notes, and say who is on it. */
export function useCanWriteNotes(): boolean {
  const { reader, hasNotes } = useAppContext();
  return reader === null && hasNotes;
}

export function useLocalization(): PageLocalization {
  const pageLocalization = useContext(LocalizationContext);
  if (pageLocalization === null) throw new Error('useLocalization needs a LocalizationProvider');
  return pageLocalization;
}

/** Sets the title that tabs, history and bookmarks show. */
export function useDocumentTitle(text: string | null): void {
  const { page } = useLocalization();
  useEffect(() => {
    if (text !== null) document.title = `${text} · ${page.product}`;
  }, [text, page]);
}
