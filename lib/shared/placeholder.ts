// What people leave in a form or a template where a secret belongs.

const PLACEHOLDER =
  /change[-_ ]?me|replace[-_ ]?me|place[-_ ]?holder|your[-_ ]|^<.*>$|^\*+$|^x+$|^todo$/i;

/** A secret that everybody knows. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

const MIN_SIGNING_KEY_LENGTH = 32;

/** Whether a key can sign links or webhooks: long enough, no placeholder and not one character repeated. */
export function isSigningKey(key: string): boolean {
  return key.length >= MIN_SIGNING_KEY_LENGTH && !isPlaceholder(key) && !/^(.)\1*$/s.test(key);
}

/** What a link names its key by. */
export function isLinkKeyId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,16}$/.test(id);
}
