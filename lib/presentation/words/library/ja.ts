// The report library's words in this language.
import type { LibraryWords } from './en.ts';

export const ja: Partial<LibraryWords> = {};
