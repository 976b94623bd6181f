// Validates secrets: rejects placeholders of forms and templates, and weak signing keys.

const PLACEHOLDER =
  /change[-_ ]?me|replace[-_ ]?me|place[-_ ]?holder|your[-_ ]|^<.*>$|^\*+$|^x+$|^todo$/i;

/** Whether a secret is a placeholder such as "change-me". */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

const MIN_SIGNING_KEY_LENGTH = 32;

/** Whether a key can sign links or webhooks: long enough, not a placeholder, not one repeated character. */
export function isSigningKey(key: string): boolean {
  return key.length >= MIN_SIGNING_KEY_LENGTH && !isPlaceholder(key) && !/^(.)\1*$/s.test(key);
}

/** Whether a text is valid as the id of a link key. */
export function isLinkKeyId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,16}$/.test(id);
}
