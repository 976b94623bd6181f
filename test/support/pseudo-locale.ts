// Texts as a longer language would have them: accents on every letter, and each text longer. A plain word of a page is then not from
// the texts, and a cut one shows where a translation would not fit.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { isPluralElement, isSelectElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { z } from 'zod';

/** By how much texts grow where nothing else is asked for. */
const GROWTH = 0.35;
const ACCENTED = 'àƀćđéƒǵħíĵķĺɱńóƥʠŕšťúṽŵẋýž';
const PADDING = 'é';

/** What the English formats of dates, lists and durations write. */
export const FORMATTED_WORD =
  /^(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|Oct(?:ober)?|Nov(?:ember)?|UTC|at|and|hours)$/;

/** Whether a text has letters of the pseudo-locale. */
export function isPseudo(text: string): boolean {
  return Array.from(text.toLowerCase()).some((letter) => ACCENTED.includes(letter));
}

/** The texts of a file, as they are or parsed; longer by `growth` of their length at least. */
export function pseudoFile(
  file: Readonly<Record<string, unknown>>,
  growth = GROWTH,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(file).map(([key, text]) => [
      key,
      typeof text === 'string' && !key.startsWith('@')
        ? pseudoText(text, growth, maxLengthOf(file[`@${key}`]))
        : text,
    ]),
  );
}

const Limit = z.object({ maxLength: z.number() });

function maxLengthOf(attributes: unknown): number {
  return Limit.safeParse(attributes).data?.maxLength ?? Infinity;
}

/** A text with a limit grows to it at most. */
function pseudoText(
  text: string,
  growth: number,
  maxLength: number,
): string | MessageFormatElement[] {
  return text.includes('{')
    ? parse(text, { ignoreTag: true }).map((element) => pseudoElement(element, growth))
    : pseudo(text, growth).slice(0, Math.max(text.length, maxLength));
}

function pseudoElement(element: MessageFormatElement, growth: number): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: pseudo(element.value, growth) };
  if (!isPluralElement(element) && !isSelectElement(element)) return element;
  const options = Object.entries(element.options).map(
    ([name, { value, ...option }]) =>
      [name, { ...option, value: value.map((part) => pseudoElement(part, growth)) }] as const,
  );
  return { ...element, options: Object.fromEntries(options) };
}

function pseudo(text: string, growth: number): string {
  let padding = 0;
  return text.replaceAll(/\p{L}+/gu, (word, start: number) => {
    const accented = Array.from(word, (letter) => {
      const accent = ACCENTED[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
      return letter === letter.toLowerCase() ? accent : accent.toUpperCase();
    });
    const grown = Math.max(padding, Math.ceil((start + word.length) * growth));
    const ofWord = PADDING.repeat(grown - padding);
    padding = grown;
    return accented.join('') + ofWord;
  });
}
