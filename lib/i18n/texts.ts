// Makes the texts of a language from its files: keys such as 'silence_since' become nested objects, and texts with parameters
// become functions of their values.
import type { Messages, TextsByFile } from './generated/texts.ts';
import type { Source, Values } from './message-format.ts';
import { messageFactory } from './message-format.ts';

/** Texts by key. Entries that begin with @ are for translators. */
type TextFile = Readonly<Record<string, unknown>>;
export type TextFiles<Name extends string> = Readonly<Record<Name, TextFile>>;

type Text = string | ((values: Values) => string);

interface Group {
  [name: string]: Text | Group;
}

/** The groups of a text and its name: 'problems_TZ_DRIFT' is TZ_DRIFT of the problems. */
export function pathOf(key: string): readonly string[] {
  return key.split(/(?<![A-Z])_|_(?![A-Z])/);
}

/**
 * Each text is taken from the last of the files that has it. The types are generated from the English files, and a check
 * compares all other files with them.
 */
export function textsOf<Name extends keyof TextsByFile>(
  name: Name,
  files: readonly TextFiles<Name>[],
  locale: string,
): TextsByFile[Name];
export function textsOf(
  name: string,
  files: readonly TextFiles<string>[],
  locale: string,
): unknown {
  const entries = new Map(files.flatMap((file) => Object.entries(file[name] ?? {})));
  const texts: Group = {};
  const createText = messageFactory(locale);
  for (const [key, text] of entries) {
    if (!key.startsWith('@') && isSource(text)) put(texts, key, createText(text));
  }
  return texts;
}

/** The texts of reports. */
export function messagesOf(
  files: readonly TextFiles<'report' | 'signals'>[],
  locale: string,
): Messages {
  return { ...textsOf('report', files, locale), signals: textsOf('signals', files, locale) };
}

/** The page's texts with parameters are parsed when it is built. */
function isSource(text: unknown): text is Source {
  return typeof text === 'string' || Array.isArray(text);
}

function put(texts: Group, key: string, text: Text): void {
  const names = pathOf(key);
  let group = texts;
  for (const name of names.slice(0, -1)) {
    const inner = group[name] ?? {};
    // A check finds a key that is also a group.
    if (typeof inner !== 'object') return;
    group[name] = inner;
    group = inner;
  }
  group[names.at(-1) ?? key] = text;
}
