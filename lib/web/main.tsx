// Entry point of the page: reads the token and preferences, and renders the app.
import { render } from 'preact';
import { App, applyTheme } from './app.tsx';
import type { BrowserStorages } from './preferences.ts';
import { storeToken, readPreferences, hasTokenHash, tokenFromLocation } from './preferences.ts';

const storages: BrowserStorages = {
  local: openStorage(() => localStorage),
  session: openStorage(() => sessionStorage),
};
applyTheme(readPreferences(storages).theme);
const token = takeToken();
const root = document.querySelector('#app');
if (root !== null) {
  const environment = {
    base: document.querySelector<HTMLMetaElement>('meta[name=reports-api]')?.content ?? '',
    fetch: window.fetch.bind(window),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    storages,
    locales: navigator.languages,
    token,
  };
  render(<App environment={environment} />, root);
}

// An address with another token was opened in this tab.
window.addEventListener('hashchange', () => {
  if (takeToken() !== null) location.reload();
});

/** Removes the token from the address, so that it is not copied with it, and stores it when it is valid. */
function takeToken(): string | null {
  const { hash, hostname } = location;
  if (!hasTokenHash(hash)) return null;
  history.replaceState(null, '', '#/');
  const token = tokenFromLocation({ hash, hostname });
  if (token !== null) storeToken(storages, token);
  return token;
}

/** Browsers may deny access to storage. */
function openStorage(open: () => Storage): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}
