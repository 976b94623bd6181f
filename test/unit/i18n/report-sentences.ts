// What a catalogue says: its messages by name, and the texts of each, with {0}, {1} … in the places of what it shows.

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** 'alts.trend' and what it is: a text, or a function of so many texts. */
export function messagesIn(catalogue: object, path = ''): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries<unknown>({ ...catalogue })) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of messagesIn(value, name)) found.set(inner, one);
    } else found.set(name, value);
  }
  return found;
}

/** How many texts and plurals a message is given; none for one that is a text. */
export function parametersOf(message: unknown): number {
  return typeof message === 'function' ? message.length : 0;
}

/** The places of the plurals among a message's parameters: a plural is what English doesn't show. */
export function pluralsOf(english: unknown): readonly number[] {
  if (typeof english !== 'function') return [];
  const markers = Array.from({ length: english.length }, (_, i) => marker(i));
  const text = String(Reflect.apply(english, undefined, markers));
  return markers.flatMap((shown, i) => (text.includes(shown) ? [] : [i]));
}

/** The markers of what a message shows. */
export function shownBy(english: unknown): readonly string[] {
  const plurals = pluralsOf(english);
  return Array.from({ length: parametersOf(english) }, (_, i) => i)
    .filter((i) => !plurals.includes(i))
    .map(marker);
}

/**
 * A message's text for each of the plurals, in their order; a single one where it depends on none. A text that is
 * missing for a plural is 'undefined'.
 * `english`: what English has in its place, whose parameters it is given.
 */
export function textsOf(
  message: unknown,
  english: unknown,
  plurals: readonly Intl.LDMLPluralRule[] = PLURALS,
): readonly string[] {
  if (typeof message === 'string') return [message];
  if (typeof message !== 'function') return [];
  const places = pluralsOf(english);
  return (places.length === 0 ? PLURALS.slice(-1) : plurals).map((plural) =>
    String(
      Reflect.apply(
        message,
        undefined,
        Array.from({ length: parametersOf(english) }, (_, i) =>
          places.includes(i) ? plural : marker(i),
        ),
      ),
    ),
  );
}

function marker(i: number): string {
  return `{${String(i)}}`;
}
