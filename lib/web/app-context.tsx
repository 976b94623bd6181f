// What every view of a signed-in person knows: the API, the places, the weeks, the words, and the way to other views.
import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import type { FolderList, RevisionList, WeekList, WeekOverview } from '../http/responses.ts';
import type { Report } from '../domain/report.ts';
import type { View } from './routes.ts';
import { addressOf } from './routes.ts';
import type { Api, MadeLink } from './api/api-client.ts';
import type { Places } from './features/folders/folder-index.ts';
import type { Speech } from './page-localization.ts';

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
  readonly speech: Speech;
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

interface ToProps {
  readonly view: View;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
}

/** A link to a view: a real one, so that it can be copied, and opened in another tab. */
export function To({ view, children, class: className, current = false }: ToProps): JSX.Element {
  return (
    <a
      href={addressOf(view)}
      {...(className === undefined ? {} : { class: className })}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </a>
  );
}
