// Characters that a text may not contain, in every language and in some.
interface Rule {
  readonly pattern: RegExp;
  readonly message: string;
}

const EVERY_LANGUAGE: readonly Rule[] = [
  {
    pattern: /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    message: 'a control or direction character',
  },
  { pattern: /[<>`*]|&#?\w+;|\]\(|__/, message: 'markup' },
  { pattern: /https?:|www\.|@/, message: 'an address, which must be a parameter' },
  { pattern: /['"]/, message: 'a straight quotation mark' },
  { pattern: /\s{2}|^\s|\s$/, message: 'a space that is not between words' },
  { pattern: /\.\.|。。|[,;:]\./, message: 'repeated punctuation' },
];

const BY_LANGUAGE: Readonly<Record<string, readonly Rule[]>> = {
  fr: [
    { pattern: / [:;!?»%]|« /, message: 'a normal space next to punctuation; it must not break' },
    { pattern: /[^\s\u00a0\u202f\d][;!?»]/u, message: 'no space before punctuation' },
  ],
  ar: [{ pattern: /[,;?]/, message: 'Latin punctuation' }],
  ja: [{ pattern: /[,;?]|:(?!\d)|\. /, message: 'Latin punctuation' }],
};

/** What is wrong with a text without choices, and the characters. */
export function typographyProblems(
  text: string,
  language: string,
): readonly { readonly message: string; readonly found: string }[] {
  return [...EVERY_LANGUAGE, ...(BY_LANGUAGE[language] ?? [])].flatMap(({ pattern, message }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ message: `has ${message}`, found }];
  });
}
