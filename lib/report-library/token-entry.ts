// A token as people enter it: with the blanks, line ends and words around it that copying brings along.

/** Null for nothing. */
export function tokenIn(entered: string): string | null {
  const [, afterHash] = /#token=(.+)$/.exec(entered.trim()) ?? [];
  const token = (afterHash === undefined ? entered : decoded(afterHash))
    .replace(/^\s*(?:authorization:\s*)?bearer\s+/i, '')
    .replaceAll(/[\s\u200b\ufeff]+/g, '')
    .replaceAll(/^["'`<]+|["'`>]+$/g, '');
  return token === '' ? null : token;
}

/** Whether it can be sent at all: a header has no other characters. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
