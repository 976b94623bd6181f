// Makes the texts of a language from its files: keys such as 'silence_since' become nested objects, and texts with parameters
// become functions of their values.
import { IntlMessageFormat } from 'intl-messageformat';
import { formatsFor } from './formats.ts';
import type { Messages, TextsByFile } from './generated/texts.ts';

/** Texts by key. Entries that begin with @ are for translators. */
type TextFile = Readonly<Record<string, unknown>>;
export type TextFiles<Name extends string> = Readonly<Record<Name, TextFile>>;

/** The page's texts with parameters are parsed when it is built. */
type Source = ConstructorParameters<typeof IntlMessageFormat>[0];
type Values = Readonly<Record<string, string | number>>;
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
  const createText = textFactory(locale);
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

/** A text with parameters is parsed at its first use. */
function textFactory(locale: string): (text: Source) => Text {
  const { locale: ownLocale } = formatsFor(locale);
  const number = new Intl.NumberFormat(ownLocale, { maximumFractionDigits: 0 });
  const plurals = new Intl.PluralRules(ownLocale);
  const ordinals = new Intl.PluralRules(ownLocale, { type: 'ordinal' });
  const options = {
    ignoreTag: true,
    formatters: {
      getNumberFormat: () => number,
      getPluralRules: (_: unknown, { type }: Intl.PluralRulesOptions = {}) =>
        type === 'ordinal' ? ordinals : plurals,
      getDateTimeFormat: () => new Intl.DateTimeFormat(ownLocale),
    },
  };
  return (text) => {
    if (typeof text === 'string' && !text.includes('{')) return text;
    let parsed: IntlMessageFormat | null = null;
    return (values) => {
      parsed ??= new IntlMessageFormat(text, ownLocale, undefined, options);
      return String(parsed.format(values));
    };
  };
}
