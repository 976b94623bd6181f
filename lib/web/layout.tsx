// Page frame: the bar with company, search, week and menu, and the current view.
import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withIsolates } from '../i18n/text-direction.ts';
import type { View } from './routes.ts';
import { viewHref } from './routes.ts';
import { ErrorBoundary, NotFoundPage } from './ui/error-note.tsx';
import type { LiveMessage, Settings } from './app-context.tsx';
import { useAppContext, useLocalization } from './app-context.tsx';
import { AppMenu } from './features/app-menu/app-menu.tsx';
import { CompareView } from './features/compare/compare-view.tsx';
import { CompanyMenu } from './features/folders/company-menu.tsx';
import { SearchBox, SEARCH_FIELD_ID } from './features/folders/search-box.tsx';
import { KeyboardHelp } from './features/keyboard/keyboard-help.tsx';
import { useShortcuts } from './features/keyboard/use-shortcuts.ts';
import { shownWeek, WeekPicker } from './features/choose-week/week-picker.tsx';
import { restoreScrollPosition } from './scroll-position.ts';
import { Icon } from './ui/icons.tsx';
import { focusView } from './ui/panel.tsx';
import { LandingPage } from './views/landing/landing-page.tsx';
import { DeliveriesPage } from './views/subscriptions/deliveries-page.tsx';
import { SubscriptionsPage } from './views/subscriptions/subscriptions-page.tsx';

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
  const [isSearchOpen, setSearchOpen] = useState(false);
  const [hasShortcuts, setShortcuts] = useState(true);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isOnline = useOnline();
  useViewFocus(viewKey(view, shownWeek(view, weeks)), takesFocus);
  // A layout effect, so that it does not close what the next key opens.
  useLayoutEffect(() => {
    setSearchOpen(false);
    setHelpOpen(false);
  }, [view]);
  const focusSearch = useCallback(() => {
    setSearchOpen(true);
    // The field may be hidden until then.
    requestAnimationFrame(() => {
      document.getElementById(SEARCH_FIELD_ID)?.focus();
    });
  }, []);
  const openHelp = useCallback(() => {
    setHelpOpen(true);
  }, []);
  useShortcuts(hasShortcuts, { '/': focusSearch, '?': openHelp });
  return (
    <div class="shell">
      {/* Moves the focus past the bar. */}
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
      <header class={isSearchOpen ? 'bar is-searching' : 'bar'}>
        <CompanyMenu />
        <SearchBox />
        <WeekPicker />
        {/* Narrow screens show the search field on request. */}
        <button
          type="button"
          class="icon-button search-toggle"
          aria-expanded={isSearchOpen}
          aria-label={page.browse.search}
          onClick={() => {
            if (isSearchOpen) setSearchOpen(false);
            else focusSearch();
          }}
        >
          <Icon name="search" />
        </button>
        <AppMenu
          settings={settings}
          hasShortcuts={hasShortcuts}
          onShortcuts={setShortcuts}
          onHelp={openHelp}
          onSignOut={onSignOut}
        />
      </header>
      <ReaderNote />
      {!isOnline && (
        <p class="banner" role="status">
          {page.errors.offlineBanner}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <ErrorBoundary resetKey={viewHref(view)}>
          <CurrentView view={view} />
        </ErrorBoundary>
      </main>
      {isHelpOpen && (
        <KeyboardHelp
          onClose={() => {
            setHelpOpen(false);
          }}
        />
      )}
      <p class="unseen" role="status" key={announcement.id}>
        {announcement.text}
      </p>
    </div>
  );
}

/** Says as whom a reader with an access link reads; nothing for others. */
function ReaderNote(): JSX.Element | null {
  const { reader } = useAppContext();
  const { page, direction } = useLocalization();
  if (reader === null) return null;
  const address = withIsolates(reader.address, direction);
  return <aside class="reader">{page.access.readingAs({ address })}</aside>;
}

function CurrentView({ view }: { readonly view: View }): JSX.Element {
  switch (view.name) {
    case 'report':
      return <LandingPage route={view} />;
    case 'compare':
      return <CompareView route={view} />;
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
 * Browsers do this themselves for the first view. A layout effect, so that the focus is not taken from a field that the
 * reader has gone to since.
 */
function useViewFocus(viewKey: string, focusesFirstView: boolean): void {
  const isFirst = useRef(!focusesFirstView);
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    // Keeps the focus in the week picker while stepping through weeks, and in what a view has focused itself.
    const focused = document.activeElement?.closest('.week-picker, .place-panel, .place-list');
    if (!(focused instanceof Element)) focusView();
    return restoreScrollPosition(document.querySelector('#main'));
  }, [viewKey]);
}

/** Identifies what a view shows; filters do not change it. */
function viewKey(view: View, week: string): string {
  switch (view.name) {
    case 'report':
      return `${view.name} ${week} ${view.folder ?? ''}`;
    case 'compare':
    case 'deliveries':
      return `${view.name} ${week}`;
    case 'subscriptions':
      return `${view.name} ${String(view.all)}`;
    case 'notFound':
      return view.name;
  }
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
