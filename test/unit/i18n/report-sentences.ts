// Lists the messages of a catalogue and renders them with the markers {0}, {1} … as parameters.

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** All messages by path, such as 'textAlternatives.trend': a text, or a function of texts. */
export function messagesIn(catalogue: object, path = ''): ReadonlyMap<string, unknown> {
  const messages = new Map<string, unknown>();
  for (const [key, value] of Object.entries<unknown>({ ...catalogue })) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, message] of messagesIn(value, name)) messages.set(inner, message);
    } else messages.set(name, value);
  }
  return messages;
}

/** The number of parameters of a message; 0 for a plain text. */
export function parametersOf(message: unknown): number {
  return typeof message === 'function' ? message.length : 0;
}

/** The positions of plural parameters: those that the English text does not show. */
export function pluralPositions(english: unknown): readonly number[] {
  if (typeof english !== 'function') return [];
  const markers = Array.from({ length: english.length }, (_, i) => marker(i));
  const text = String(Reflect.apply(english, undefined, markers));
  return markers.flatMap((shown, i) => (text.includes(shown) ? [] : [i]));
}

/** The markers of the parameters that a message shows. */
export function shownBy(english: unknown): readonly string[] {
  const plurals = pluralPositions(english);
  return Array.from({ length: parametersOf(english) }, (_, i) => i)
    .filter((i) => !plurals.includes(i))
    .map(marker);
}

/**
 * The text of a message for each plural form, or a single text when it does not depend on a plural. A missing plural
 * form gives 'undefined'. `english` is the English message, whose parameters are passed.
 */
export function textsOf(
  message: unknown,
  english: unknown,
  plurals: readonly Intl.LDMLPluralRule[] = PLURALS,
): readonly string[] {
  if (typeof message === 'string') return [message];
  if (typeof message !== 'function') return [];
  const positions = pluralPositions(english);
  return (positions.length === 0 ? PLURALS.slice(-1) : plurals).map((plural) =>
    String(
      Reflect.apply(
        message,
        undefined,
        Array.from({ length: parametersOf(english) }, (_, i) =>
          positions.includes(i) ? plural : marker(i),
        ),
      ),
    ),
  );
}

function marker(i: number): string {
  return `{${String(i)}}`;
}
