// A token as people enter it: with the blanks, line ends and words around it that copying brings along.

/** Null for nothing. */
export function tokenIn(entered: string): string | null {
  const [, afterHash] = /#token=(.+)$/.exec(entered.trim()) ?? [];
  const token = (afterHash === undefined ? entered : (decoded(afterHash) ?? afterHash))
    .replace(/^\s*(?:authorization:\s*)?bearer\s+/i, '')
    .replaceAll(/[\s\u200b\ufeff]+/g, '')
    .replaceAll(/^["'`<]+|["'`>]+$/g, '');
  return token === '' ? null : token;
}

/** Whether it can be sent at all: a header has no other characters. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

const IN_ADDRESS = /^#token=/;

/** Whether an address brings a token along. */
export function hasToken(hash: string): boolean {
  return IN_ADDRESS.test(hash);
}

/**
 * The token of `#token=…`, which a program on this machine prints for its own reader; null for one that can't be sent.
 * Elsewhere nobody's address signs in: whoever sent the link would choose what its reader sees, and end what is open.
 */
export function tokenInAddress({
  hash,
  hostname,
}: {
  readonly hash: string;
  readonly hostname: string;
}): string | null {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const token = isHere && hasToken(hash) ? decoded(hash.replace(IN_ADDRESS, '')) : null;
  return token !== null && isSendable(token) ? token : null;
}

/** Null for half an encoded character. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
