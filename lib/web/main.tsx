// Where the page begins: what it has of the browser, and a token that may have come with the address.
import { render } from 'preact';
import { App, showTheme } from './app.tsx';
import type { Storages } from './preferences.ts';
import { keepToken, readPreferences } from './preferences.ts';
import { hasToken, tokenInAddress } from './views/sign-in/token-entry.ts';

const storages: Storages = {
  lasting: opened(() => localStorage),
  tab: opened(() => sessionStorage),
};
showTheme(readPreferences(storages).theme);
const token = takeToken();
const root = document.querySelector('#app');
if (root !== null) {
  const surroundings = {
    base: document.querySelector<HTMLMetaElement>('meta[name=reports-api]')?.content ?? '',
    fetch: window.fetch.bind(window),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    storages,
    locales: navigator.languages,
    token,
  };
  render(<App surroundings={surroundings} />, root);
}

// The address of another token, opened in a tab that has the page already.
window.addEventListener('hashchange', () => {
  if (takeToken() !== null) location.reload();
});

/** Out of the address before anybody copies it, whether it is taken or not. */
function takeToken(): string | null {
  const { hash, hostname } = location;
  if (!hasToken(hash)) return null;
  history.replaceState(null, '', '#/');
  const taken = tokenInAddress({ hash, hostname });
  if (taken !== null) keepToken(storages, taken);
  return taken;
}

/** Browsers may refuse a page its storages. */
function opened(open: () => Storage): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}
