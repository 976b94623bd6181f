// The frame around every view: head, the way among places, and the view itself, to which the keyboard goes first.
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { View } from './routes.ts';
import { addressOf, NEWEST_WEEK } from './routes.ts';
import { Menu } from './ui/icons.tsx';
import { Guard } from './error-boundary.tsx';
import type { Announcement, Settings } from './app-context.tsx';
import { useLibrary, useSpeech } from './app-context.tsx';
import { To } from './ui/view-link.tsx';
import { LostPage } from './ui/error-note.tsx';
import { OverviewProvider, weekOf } from './api/use-week-overview.tsx';
import { PlaceSearch, SEARCH_FIELD } from './features/folders/search-box.tsx';
import { focusView } from './ui/panel-focus.ts';
import { PlaceTree } from './features/folders/folder-tree.tsx';
import { ReportPage } from './views/report/report-page.tsx';
import { SettingsMenu } from './ui/settings-menu.tsx';
import { SurveyPage } from './views/report/survey-page.tsx';
import { WeekPage } from './views/week/week-page.tsx';
import { WeekPicker } from './features/choose-week/week-picker.tsx';

interface ShellProps {
  readonly settings: Settings;
  readonly announcement: Announcement;
  /** Whether the keyboard is nowhere yet. */
  readonly takesKeyboard: boolean;
  readonly onSignOut: () => void;
}

export function Shell({
  settings,
  announcement,
  takesKeyboard,
  onSignOut,
}: ShellProps): JSX.Element {
  const { view, weeks } = useLibrary();
  const { page } = useSpeech();
  const [isNavOpen, setNavOpen] = useState(false);
  const [hasShortcut, setShortcut] = useState(true);
  const isOnline = useOnline();
  useHeadingFocus(placeOf(view, weekOf(view, weeks)), takesKeyboard);
  useEffect(() => {
    setNavOpen(false);
  }, [view]);
  const toSearch = useCallback(() => {
    setNavOpen(true);
    // The field may be shown by that only.
    requestAnimationFrame(() => {
      document.getElementById(SEARCH_FIELD)?.focus();
    });
  }, []);
  useSearchKey(hasShortcut, toSearch);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The address belongs to the views.
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        {page.shell.skip}
      </a>
      <header class="head">
        <button
          type="button"
          class="nav-toggle icon-button"
          aria-expanded={isNavOpen}
          aria-controls="places"
          aria-label={isNavOpen ? page.shell.hidePlaces : page.shell.showPlaces}
          onClick={() => {
            setNavOpen((isOpen) => !isOpen);
          }}
        >
          <Menu />
        </button>
        <p class="brand">
          <To view={NEWEST_WEEK}>{page.product}</To>
        </p>
        <WeekPicker />
        <SettingsMenu
          settings={settings}
          hasShortcut={hasShortcut}
          onShortcut={setShortcut}
          onSignOut={onSignOut}
        />
      </header>
      {!isOnline && (
        <p class="banner" role="status">
          {page.trouble.offlineBanner}
        </p>
      )}
      <OverviewProvider>
        <nav
          id="places"
          class={isNavOpen ? 'places is-open' : 'places'}
          aria-label={page.shell.places}
        >
          <PlaceSearch />
          <PlaceTree />
        </nav>
        <main id="main" tabIndex={-1}>
          <Guard place={addressOf(view)}>
            <CurrentView view={view} />
          </Guard>
        </main>
      </OverviewProvider>
      <p class="unseen" role="status" key={announcement.turn}>
        {announcement.text}
      </p>
    </div>
  );
}

function CurrentView({ view }: { readonly view: View }): JSX.Element {
  switch (view.name) {
    case 'week':
      return <WeekPage view={view} />;
    case 'report':
      return <ReportPage view={view} />;
    case 'survey':
      return <SurveyPage view={view} />;
    case 'lost':
      return <LostPage />;
  }
}

/** Whoever listens hears where they are after going there; the first view is begun with by the browser itself. */
function useHeadingFocus(place: string, isFirstToo: boolean): void {
  const isFirst = useRef(!isFirstToo);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    // Whoever goes from week to week stays at what they do it with.
    if (document.activeElement?.closest('.week-picker') instanceof Element) return;
    focusView();
  }, [place]);
}

/** Sorting and the like stay at the same place. */
function placeOf(view: View, week: string): string {
  switch (view.name) {
    case 'week':
      return `${view.name} ${week}`;
    case 'report':
      return `${view.name} ${week} ${view.folder}`;
    case 'survey':
      return `${view.name} ${week} ${view.folder} ${view.survey}`;
    case 'lost':
      return view.name;
  }
}

/** / goes to the search, unless something is being written. */
function useSearchKey(isWanted: boolean, toSearch: () => void): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) {
        return;
      }
      event.preventDefault();
      toSearch();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [isWanted, toSearch]);
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = (): void => {
      setOnline(navigator.onLine);
    };
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}
