// Page frame: header, folder navigation and the current view.
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { View } from './routes.ts';
import { viewHref, LATEST_WEEK } from './routes.ts';
import { Icon } from './ui/icons.tsx';
import { ErrorBoundary, NotFoundPage } from './ui/error-note.tsx';
import type { LiveMessage, Settings } from './app-context.tsx';
import { useAppContext, useLocalization } from './app-context.tsx';
import { ViewLink } from './ui/controls.tsx';
import { restoreScrollPosition } from './scroll-position.ts';
import { WeekOverviewProvider, shownWeek } from './api/use-week-overview.tsx';
import { SearchBox, SEARCH_FIELD_ID } from './features/folders/search-box.tsx';
import { focusView } from './ui/panel.tsx';
import { FolderTree } from './features/folders/folder-tree.tsx';
import { ReportPage } from './views/report/report-page.tsx';
import { SettingsMenu } from './ui/settings-menu.tsx';
import { SubscriptionsLink } from './features/subscribe/subscriptions-link.tsx';
import { DeliveriesPage } from './views/subscriptions/deliveries-page.tsx';
import { SubscriptionsPage } from './views/subscriptions/subscriptions-page.tsx';
import { SurveyPage } from './views/report/survey-page.tsx';
import { WeekPage } from './views/week/week-page.tsx';
import { WeekPicker } from './features/choose-week/week-picker.tsx';

interface LayoutProps {
  readonly settings: Settings;
  readonly announcement: LiveMessage;
  /** Whether the first view takes the focus, because the sign-in form that had it is gone. */
  readonly takesFocus: boolean;
  readonly onSignOut: () => void;
}

export function Layout({
  settings,
  announcement,
  takesFocus,
  onSignOut,
}: LayoutProps): JSX.Element {
  const { view, weeks } = useAppContext();
  const { page } = useLocalization();
  const [isNavOpen, setNavOpen] = useState(false);
  const [hasShortcut, setShortcut] = useState(true);
  const isOnline = useOnline();
  useViewFocus(viewKey(view, shownWeek(view, weeks)), takesFocus);
  useEffect(() => {
    setNavOpen(false);
  }, [view]);
  const focusSearch = useCallback(() => {
    setNavOpen(true);
    // The field may be hidden until the navigation is open.
    requestAnimationFrame(() => {
      document.getElementById(SEARCH_FIELD_ID)?.focus();
    });
  }, []);
  useSearchKey(hasShortcut, focusSearch);
  return (
    <div class="shell">
      {/* Moves the focus past the header and the navigation. */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The hash is reserved for views.
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        {page.shell.skip}
      </a>
      <header class="head">
        {/* Shows and hides the folders on narrow screens. */}
        <button
          type="button"
          class="nav-toggle icon-button"
          aria-expanded={isNavOpen}
          aria-controls="places"
          aria-label={isNavOpen ? page.shell.hidePlaces : page.shell.showPlaces}
          onClick={() => {
            setNavOpen(!isNavOpen);
          }}
        >
          <Icon name="menu" />
        </button>
        <p class="brand">
          <ViewLink view={LATEST_WEEK}>{page.product}</ViewLink>
        </p>
        <WeekPicker />
        <SubscriptionsLink />
        <SettingsMenu
          settings={settings}
          hasShortcut={hasShortcut}
          onShortcut={setShortcut}
          onSignOut={onSignOut}
        />
      </header>
      {!isOnline && (
        <p class="banner" role="status">
          {page.errors.offlineBanner}
        </p>
      )}
      <WeekOverviewProvider>
        <nav
          id="places"
          class={isNavOpen ? 'places is-open' : 'places'}
          aria-label={page.shell.places}
        >
          <SearchBox />
          <FolderTree />
        </nav>
        <main id="main" tabIndex={-1}>
          <ErrorBoundary resetKey={viewHref(view)}>
            <CurrentView view={view} />
          </ErrorBoundary>
        </main>
      </WeekOverviewProvider>
      <p class="unseen" role="status" key={announcement.id}>
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
    case 'subscriptions':
      return <SubscriptionsPage key={String(view.all)} view={view} />;
    case 'deliveries':
      return <DeliveriesPage key={view.week} view={view} />;
    case 'notFound':
      return <NotFoundPage />;
  }
}

/**
 * Moves the focus to the view after navigation, so that screen readers announce it, and restores its scroll position.
 * Browsers do this themselves for the first view.
 */
function useViewFocus(viewKey: string, focusesFirstView: boolean): void {
  const isFirst = useRef(!focusesFirstView);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    // Keeps the focus in the week picker while stepping through weeks.
    if (!(document.activeElement?.closest('.week-picker') instanceof Element)) focusView();
    return restoreScrollPosition(document.querySelector('#main'));
  }, [viewKey]);
}

/** Identifies what a view shows; sorting and filters do not change it. */
function viewKey(view: View, week: string): string {
  switch (view.name) {
    case 'week':
    case 'deliveries':
      return `${view.name} ${week}`;
    case 'report':
      return `${view.name} ${week} ${view.folder}`;
    case 'survey':
      return `${view.name} ${week} ${view.folder} ${view.survey}`;
    case 'subscriptions':
      return `${view.name} ${String(view.all)}`;
    case 'notFound':
      return view.name;
  }
}

/** "/" focuses the search field, except while typing in another field. */
function useSearchKey(isEnabled: boolean, focusSearch: () => void): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) {
        return;
      }
      event.preventDefault();
      focusSearch();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isEnabled, focusSearch]);
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const update = (): void => {
      setOnline(navigator.onLine);
    };
    // It can have changed since the first rendering.
    update();
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return isOnline;
}
