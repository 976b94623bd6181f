// Parses a token as users paste it, with surrounding whitespace, quotes and header names.

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

/** Null for an incomplete escape sequence. */
function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
