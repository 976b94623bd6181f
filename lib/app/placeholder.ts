// What people leave in a form or a template where a secret belongs.

const PLACEHOLDER =
  /change[-_ ]?me|replace[-_ ]?me|place[-_ ]?holder|your[-_ ]|^<.*>$|^\*+$|^x+$|^todo$/i;

/** A secret that everybody knows. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
