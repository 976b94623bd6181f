// Formats texts in ICU MessageFormat: parameters, numbers, plurals and choices. The parser is a library's; formatting with one
// took a tenth of the time of a PDF.
import type {
  MessageFormatElement,
  PluralOrSelectOption,
} from '@formatjs/icu-messageformat-parser';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { memoizeByNumber, once } from '../domain/memoize.ts';
import type { Formats } from './formats.ts';
import { formatsFor } from './formats.ts';

export type Values = Readonly<Record<string, string | number>>;
type Format = (values: Values) => string;

/** A text, or a text with parameters that is already parsed. */
export type Source = string | readonly MessageFormatElement[];

/** Numbers and plural forms of a locale. */
interface Rules {
  readonly formats: Pick<Formats, 'count'>;
  readonly cardinal: (n: number) => string;
  readonly ordinal: (n: number) => string;
}

const CACHE_SIZE = 2_000;

/** A text without parameters stays as it is; another one is parsed at its first use. */
export function messageFactory(locale: string): (source: Source) => string | Format {
  const formats = formatsFor(locale);
  const rulesOf = (type: Intl.PluralRuleType): ((n: number) => string) => {
    const rules = once(() => new Intl.PluralRules(formats.locale, { type }));
    return memoizeByNumber(CACHE_SIZE, (n) => rules().select(n));
  };
  const rules = { formats, cardinal: rulesOf('cardinal'), ordinal: rulesOf('ordinal') };
  return (source) => {
    if (typeof source === 'string' && !source.includes('{')) return source;
    let format: Format | null = null;
    return (values) => {
      format ??= sequence(
        typeof source === 'string' ? parse(source, { ignoreTag: true }) : source,
        rules,
      );
      return format(values);
    };
  };
}

function sequence(elements: readonly MessageFormatElement[], rules: Rules): Format {
  const parts = elements.map((element) => partOf(element, rules));
  return (values) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part(values);
    return text;
  };
}

/** An unknown value takes the case `other`; elements that no text may have are left out. */
function partOf(element: MessageFormatElement, rules: Rules): string | Format {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.argument:
      return (values) => String(values[element.value] ?? '');
    case TYPE.number:
      return (values) => rules.formats.count(Number(values[element.value]));
    case TYPE.select: {
      const cases = casesOf(element.options, rules);
      return (values) => caseOf(cases, String(values[element.value]), values);
    }
    case TYPE.plural: {
      const cases = casesOf(element.options, rules);
      const hasExact = [...cases.keys()].some((name) => name.startsWith('='));
      const form = element.pluralType === 'ordinal' ? rules.ordinal : rules.cardinal;
      return (values) => {
        const n = Number(values[element.value]);
        const exact = `=${n}`;
        return caseOf(cases, hasExact && cases.has(exact) ? exact : form(n), values);
      };
    }
    default:
      return '';
  }
}

function casesOf(
  options: Readonly<Record<string, PluralOrSelectOption>>,
  rules: Rules,
): ReadonlyMap<string, Format> {
  return new Map(
    Object.entries(options).map(([name, { value }]) => [name, sequence(value, rules)]),
  );
}

function caseOf(cases: ReadonlyMap<string, Format>, name: string, values: Values): string {
  return (cases.get(name) ?? cases.get('other'))?.(values) ?? '';
}
