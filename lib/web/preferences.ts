// What a person has chosen for this browser (language, colours), and for this tab (the token). It hides the storages,
// which may be closed to the page: then nothing is remembered, and everything works.

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Storages {
  /** Outlives the tab. */
  readonly lasting: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Of the tab alone. */
  readonly tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export interface Preferences {
  readonly token: string | null;
  readonly theme: Theme;
  /** One of our languages; null for the browser's. */
  readonly language: string | null;
}

const TOKEN = 'feedback-reports.token';
const THEME = 'feedback-reports.theme';
const LANGUAGE = 'feedback-reports.language';

export function readPreferences({ lasting, tab }: Storages): Preferences {
  const theme = THEMES.find((one) => one === kept(lasting, THEME)) ?? 'system';
  return { token: kept(tab, TOKEN), theme, language: kept(lasting, LANGUAGE) };
}

export function keepToken({ tab }: Storages, token: string | null): void {
  keep(tab, TOKEN, token);
}

export function keepTheme({ lasting }: Storages, theme: Theme): void {
  keep(lasting, THEME, theme === 'system' ? null : theme);
}

export function keepLanguage({ lasting }: Storages, language: string): void {
  keep(lasting, LANGUAGE, language);
}

function kept(storage: Storages['tab'], name: string): string | null {
  try {
    return storage?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

function keep(storage: Storages['tab'], name: string, value: string | null): void {
  try {
    if (value === null) storage?.removeItem(name);
    else storage?.setItem(name, value);
  } catch {
    // A full or closed storage: the choice holds until the page is left.
  }
}
