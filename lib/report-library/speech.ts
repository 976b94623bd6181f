// In which language the page speaks: the reader's words, the report's and the page's own, loaded one language at a time.
import type { Formats } from '../presentation/formats.ts';
import { formatsFor } from '../presentation/formats.ts';
import type { Direction } from '../presentation/direction.ts';
import type { Language, Messages } from '../presentation/words/messages.ts';
import { completed, directionOf, languageOf } from '../presentation/words/messages.ts';
import type { LibraryWords } from '../presentation/words/library/en.ts';
import { en } from '../presentation/words/library/en.ts';

export interface Speech {
  readonly language: Language;
  readonly direction: Direction;
  /** The report's words. */
  readonly words: Messages;
  /** The page's own. */
  readonly page: LibraryWords;
  readonly formats: Formats;
}

/** The first of the wanted languages that there is; English else. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languageOf(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/** `locale`: how the reader writes numbers and dates in that language, e.g. en-US; else the language's usual way. */
export async function loadSpeech(language: Language, locales: readonly string[]): Promise<Speech> {
  const [words, page] = await catalogueOf(language);
  const locale = locales.find((tag) => languageOf(tag) === language) ?? language;
  return {
    language,
    direction: directionOf(language),
    words: completed(words),
    page: { ...en, ...page },
    formats: formatsFor(locale),
  };
}

type Catalogue = readonly [Partial<Messages>, Partial<LibraryWords>];

/** Each is a file of its own, so that nobody waits for seven others. */
async function catalogueOf(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return [{}, {}];
    case 'fi':
      return [
        (await import('../presentation/words/fi.ts')).fi,
        (await import('../presentation/words/library/fi.ts')).fi,
      ];
    case 'sv':
      return [
        (await import('../presentation/words/sv.ts')).sv,
        (await import('../presentation/words/library/sv.ts')).sv,
      ];
    case 'de':
      return [
        (await import('../presentation/words/de.ts')).de,
        (await import('../presentation/words/library/de.ts')).de,
      ];
    case 'fr':
      return [
        (await import('../presentation/words/fr.ts')).fr,
        (await import('../presentation/words/library/fr.ts')).fr,
      ];
    case 'es':
      return [
        (await import('../presentation/words/es.ts')).es,
        (await import('../presentation/words/library/es.ts')).es,
      ];
    case 'ja':
      return [
        (await import('../presentation/words/ja.ts')).ja,
        (await import('../presentation/words/library/ja.ts')).ja,
      ];
    case 'ar':
      return [
        (await import('../presentation/words/ar.ts')).ar,
        (await import('../presentation/words/library/ar.ts')).ar,
      ];
  }
}
