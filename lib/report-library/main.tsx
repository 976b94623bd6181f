// Where the page begins: what it has of the browser, and a token that may have come with the address.
import { render } from 'preact';
import { App } from './app.tsx';
import type { Storages } from './preferences.ts';
import { keepToken } from './preferences.ts';

const storages: Storages = {
  lasting: opened(() => localStorage),
  tab: opened(() => sessionStorage),
};
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

/** From `#token=…`, which a program prints for its own reader: out of the address before anybody copies it. */
function takeToken(): string | null {
  const spelt = /^#token=(.*)$/.exec(location.hash)?.[1];
  if (spelt === undefined) return null;
  history.replaceState(null, '', '#/');
  const taken = decoded(spelt);
  if (taken !== null) keepToken(storages, taken);
  return taken;
}

/** Half an encoded character is no token; the person is asked for one. */
function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Browsers may refuse a page its storages. */
function opened(open: () => Storage): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}
