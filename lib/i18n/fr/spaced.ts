// French spacing: spaces before punctuation are typed as plain spaces and made no-break, so that no line starts with a colon.

/** The text with no-break spaces before punctuation; inserted values are not changed. */
export function spaced(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const raw = parts.map((part) =>
    part
      .replaceAll(/ (?=[;!?])/g, '\u202f')
      .replaceAll(/ (?=[:%»])/g, '\u00a0')
      .replaceAll('« ', '«\u00a0'),
  );
  return String.raw({ raw }, ...values);
}
