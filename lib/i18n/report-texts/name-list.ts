// Names of places one after another.
import type { Formats } from '../formats.ts';
import type { Localization } from '../localization.ts';

type Texts = Pick<Localization, 'words' | 'formats'>;

const MAX_NAMES = 5;
const COMMAS = /[,،、，]/u;

/** The first five, and how many more there are. */
export function cutList(items: readonly string[], { words, formats }: Texts): string {
  const shown = items.slice(0, MAX_NAMES);
  const more = items.length - shown.length;
  return formats.list(more === 0 ? shown : [...shown, words.signals.folder.more({ n: more })]);
}

/** The names for a list: those that have a comma or an "and" of their own are quoted. */
export function listedNames(
  names: readonly string[],
  { words, formats }: Texts,
): readonly string[] {
  return quoteNames(names, formats, words.view.quoted);
}

export function quoteNames(
  names: readonly string[],
  { list }: Pick<Formats, 'list'>,
  quoted: (values: { readonly text: string }) => string,
): readonly string[] {
  if (names.length < 2) return names;
  const and = list(['', '']);
  return names.map((name) =>
    COMMAS.test(name) || name.includes(and) ? quoted({ text: name }) : name,
  );
}
