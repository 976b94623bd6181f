// The scroll position of each entry of the session history. The browser would restore it while the page still shows, and has
// the height of, the previous view.

/** In CSS pixels, by entry; entries of earlier documents are not known. */
const positions = new Map<string, number>();
let currentEntry = '';
let entryCount = 0;

/** Called when the address has changed, before its view is rendered: keeps the position of the entry that is left. */
export function enterHistoryEntry(): void {
  history.scrollRestoration = 'manual';
  positions.set(currentEntry, window.scrollY);
  const state: unknown = history.state;
  if (typeof state === 'string') currentEntry = state;
  else {
    entryCount += 1;
    // Entries of earlier documents have other numbers.
    currentEntry = `${performance.timeOrigin} ${entryCount}`;
    history.replaceState(currentEntry, '');
  }
}

/**
 * Scrolls to where the reader left the current entry, and to the top of a new one. Until the reader acts, the position is
 * restored again when the view grows. Returns a function that ends this.
 */
export function restoreScrollPosition(view: Element | null): () => void {
  const top = positions.get(currentEntry) ?? 0;
  const restore = (): void => {
    window.scrollTo(0, top);
  };
  restore();
  if (view === null || top === 0) return () => undefined;
  const observer = new ResizeObserver(restore);
  const stop = (): void => {
    observer.disconnect();
    for (const type of READER_ACTIONS) window.removeEventListener(type, stop);
  };
  observer.observe(view);
  for (const type of READER_ACTIONS) window.addEventListener(type, stop, { passive: true });
  return stop;
}

const READER_ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
