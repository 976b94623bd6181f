// The texts of all languages. Only the server imports this file; a browser loads one language.
import { memoize } from '../domain/memoize.ts';
import { SERVER_FILES } from './generated/server-files.ts';
import type { Messages, ServerTexts } from './generated/texts.ts';
import type { Language } from './messages.ts';
import { languageOf } from './messages.ts';
import { messagesOf, textsOf } from './texts.ts';

/** Of the locales, in characters; far more than there are languages with their regions. */
const CACHE_SIZE = 1_000;

/** English for a locale without texts, and for each text that is not translated. */
export const messagesFor: (locale: string) => Messages = memoize(CACHE_SIZE, (locale) =>
  messagesOf(...filesFor(locale)),
);

/** English for a locale without texts, and for each text that is not translated. */
export const serverTextsFor: (locale: string) => ServerTexts = memoize(CACHE_SIZE, (locale) =>
  textsOf('server', ...filesFor(locale)),
);

type ServerFiles = (typeof SERVER_FILES)[Language];

function filesFor(locale: string): [files: readonly ServerFiles[], locale: string] {
  const language = languageOf(locale);
  if (language === null) return [[SERVER_FILES.en], 'en'];
  return [[SERVER_FILES.en, SERVER_FILES[language]], locale];
}
