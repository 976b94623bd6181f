/** Accepts only the canonical encoding: no padding, no stray bits, no skipped characters. Null for any other text. */
export function fromBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return text !== '' && bytes.toString('base64url') === text ? bytes : null;
}
