// Stores language, theme and token in the browser. Without storage access, choices last until the page is closed.

export const THEMES = ['system', 'light', 'dark'] as const;
export type ColourTheme = (typeof THEMES)[number];

export interface BrowserStorages {
  /** Survives closing the tab. */
  readonly local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Limited to the tab. */
  readonly session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export interface Preferences {
  readonly token: string | null;
  readonly theme: ColourTheme;
  /** A supported language; null for the browser's. */
  readonly language: string | null;
}

const TOKEN = 'feedback-reports.token';
const THEME = 'feedback-reports.theme';
const LANGUAGE = 'feedback-reports.language';

export function readPreferences({ local, session }: BrowserStorages): Preferences {
  const theme = THEMES.find((candidate) => candidate === readItem(local, THEME)) ?? 'system';
  return { token: readItem(session, TOKEN), theme, language: readItem(local, LANGUAGE) };
}

export function storeToken({ session }: BrowserStorages, token: string | null): void {
  storeItem(session, TOKEN, token);
}

export function storeTheme({ local }: BrowserStorages, theme: ColourTheme): void {
  storeItem(local, THEME, theme === 'system' ? null : theme);
}

export function storeLanguage({ local }: BrowserStorages, language: string): void {
  storeItem(local, LANGUAGE, language);
}

function readItem(storage: BrowserStorages['session'], name: string): string | null {
  try {
    return storage?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

function storeItem(storage: BrowserStorages['session'], name: string, value: string | null): void {
  try {
    if (value === null) storage?.removeItem(name);
    else storage?.setItem(name, value);
  } catch {
    // Storage is full or disabled: the choice lasts until the page is closed.
  }
}
