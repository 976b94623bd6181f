// Stores tokens, theme, language and the name of who writes in the browser, and parses a token as users paste it. Without
// storage access, choices last until the page is closed.

export const THEMES = ['system', 'light', 'dark'] as const;
export type ColourTheme = (typeof THEMES)[number];

export interface BrowserStorages {
  /** Survives closing the tab. */
  readonly local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Limited to the tab. */
  readonly session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export interface Preferences {
  /** Of this tab; otherwise that of the access link that was opened last. */
  readonly token: string | null;
  readonly theme: ColourTheme;
  /** A supported language; null for the browser's. */
  readonly language: string | null;
}

const TOKEN = 'feedback-reports.token';
const ACCESS_TOKEN = 'feedback-reports.access';
const THEME = 'feedback-reports.theme';
const LANGUAGE = 'feedback-reports.language';
const WRITER = 'feedback-reports.writer';

export function readPreferences({ local, session }: BrowserStorages): Preferences {
  const theme = THEMES.find((candidate) => candidate === readItem(local, THEME)) ?? 'system';
  const token = readItem(session, TOKEN) ?? readItem(local, ACCESS_TOKEN);
  return { token, theme, language: readItem(local, LANGUAGE) };
}

/** Stores the token of an access link for this tab and for tabs that are opened later. */
export function storeAccessToken(storages: BrowserStorages, token: string): void {
  storeToken(storages, token);
  storeItem(storages.local, ACCESS_TOKEN, token);
}

export function storeToken({ session }: BrowserStorages, token: string | null): void {
  storeItem(session, TOKEN, token);
}

/** Whether a token is that of the access link that was opened last. */
export function isAccessToken({ local }: BrowserStorages, token: string | null): boolean {
  return token !== null && readItem(local, ACCESS_TOKEN) === token;
}

/** Removes a token from all places where it is stored. */
export function forgetToken(storages: BrowserStorages, token: string | null): void {
  storeToken(storages, null);
  if (isAccessToken(storages, token)) storeItem(storages.local, ACCESS_TOKEN, null);
}

export function storeTheme({ local }: BrowserStorages, theme: ColourTheme): void {
  storeItem(local, THEME, theme === 'system' ? null : theme);
}

export function storeLanguage({ local }: BrowserStorages, language: string): void {
  storeItem(local, LANGUAGE, language);
}

/** The name that was last given for a note; null before the first. */
export function readWriterName({ local }: BrowserStorages): string | null {
  return readItem(local, WRITER);
}

export function storeWriterName({ local }: BrowserStorages, name: string): void {
  storeItem(local, WRITER, name);
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

/** Null when nothing is left. */
export function parseToken(entered: string): string | null {
  const [, afterHash] = /#token=(.+)$/.exec(entered.trim()) ?? [];
  const token = (afterHash === undefined ? entered : (decodeOrNull(afterHash) ?? afterHash))
    .replace(/^\s*(?:authorization:\s*)?bearer\s+/i, '')
    .replaceAll(/[\s\u200b\ufeff]+/g, '')
    .replaceAll(/^["'`<]+|["'`>]+$/g, '');
  return token === '' ? null : token;
}

/** Whether an HTTP header can carry the token. */
export function isValidHeaderValue(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

const TOKEN_HASH = /^#token=/;

/** Whether the hash contains a token. */
export function hasTokenHash(hash: string): boolean {
  return TOKEN_HASH.test(hash);
}

/**
 * The token of a `#token=…` address, which the local server prints for its user; null when invalid. Ignored on
 * other hosts, where a link could otherwise sign its reader in with a foreign token.
 */
export function tokenFromLocation({
  hash,
  hostname,
}: {
  readonly hash: string;
  readonly hostname: string;
}): string | null {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const token = isLocal && hasTokenHash(hash) ? decodeOrNull(hash.replace(TOKEN_HASH, '')) : null;
  return token !== null && isValidHeaderValue(token) ? token : null;
}

/**
 * The token of an access link, "#/2026-W46/41?access=TOKEN", which mails contain, and the address without it; null without
 * one.
 */
export function takeAccessToken(
  hash: string,
): { readonly token: string; readonly hash: string } | null {
  const [path = '', query = ''] = hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  const token = parameters.get('access');
  if (token === null || !isValidHeaderValue(token)) return null;
  parameters.delete('access');
  const remaining = parameters.toString();
  return { token, hash: remaining === '' ? path : `${path}?${remaining}` };
}

/** Null for an incomplete escape sequence. */
function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
