// Written by npm run texts.
import type { TextFiles } from '../texts.ts';
import type { Language } from './languages.ts';

/** Each language is a file of its own, so that a reader downloads one. */
export async function loadPageFiles(language: Language): Promise<TextFiles<'page'>> {
  switch (language) {
    case 'en':
      return (await import('./page/en.ts')).default;
    case 'fi':
      return (await import('./page/fi.ts')).default;
    case 'sv':
      return (await import('./page/sv.ts')).default;
    case 'de':
      return (await import('./page/de.ts')).default;
    case 'fr':
      return (await import('./page/fr.ts')).default;
    case 'es':
      return (await import('./page/es.ts')).default;
    case 'ja':
      return (await import('./page/ja.ts')).default;
    case 'ar':
      return (await import('./page/ar.ts')).default;
  }
}
