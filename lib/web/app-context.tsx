// What every view of a signed-in person knows: the API, the places, the weeks, the words, and the way to other views.
import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { FolderList, RevisionList, WeekList, WeekOverview } from '../http/responses.ts';
import type { Report } from '../domain/report.ts';
import type { View } from './routes.ts';
import type { Api, MadeLink } from './api/api-client.ts';
import type { Places } from './features/folders/folder-index.ts';
import type { Speech } from './page-localization.ts';
import type { Storages, Theme } from './preferences.ts';

/** What the page has of the browser. */
export interface Surroundings {
  /** What stands in front of /v1, without a slash at its end. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly storages: Storages;
  /** As the browser tells them, most wanted first. */
  readonly locales: readonly string[];
  /** That came with the address; null where none did. */
  readonly token: string | null;
}

/** What a person may choose, and has chosen. */
export interface Settings {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLanguage: (language: string) => void;
}

/** A message for screen readers; `turn` makes a repeated text a new message. */
export interface Announcement {
  readonly text: string;
  readonly turn: number;
}

/** What was answered before, by question; it is forgotten with the token. */
export interface Memories {
  readonly folders: Map<string, FolderList>;
  readonly weeks: Map<string, WeekList>;
  readonly week: Map<string, WeekOverview>;
  readonly report: Map<string, Report>;
  readonly revisions: Map<string, RevisionList>;
  /** The links that were made in this tab: nothing else knows them. */
  readonly links: Map<string, MadeLink>;
}

export function newMemories(): Memories {
  return {
    folders: new Map(),
    weeks: new Map(),
    week: new Map(),
    report: new Map(),
    revisions: new Map(),
    links: new Map(),
  };
}

export interface Library {
  readonly api: Api;
  readonly places: Places;
  readonly weeks: WeekList;
  readonly memories: Memories;
  readonly view: View;
  /** `replace`: without a step of its own in the browser's history. */
  readonly go: (view: View, how?: { readonly replace: boolean }) => void;
  /** Says something to people who listen to the page, without moving them. */
  readonly announce: (text: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

const LibraryContext = createContext<Library | null>(null);
const SpeechContext = createContext<Speech | null>(null);

export const LibraryProvider = LibraryContext.Provider;
export const SpeechProvider = SpeechContext.Provider;

export function useLibrary(): Library {
  const library = useContext(LibraryContext);
  if (library === null) throw new Error('a view outside of the library');
  return library;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('words outside of the page');
  return speech;
}

/** What the browser calls the view: in tabs, in its history and in bookmarks. */
export function useTitle(text: string | null): void {
  const { page } = useSpeech();
  useEffect(() => {
    if (text !== null) document.title = `${text} · ${page.product}`;
  }, [text, page]);
}
