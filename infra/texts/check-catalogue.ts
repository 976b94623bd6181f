// Checks the texts of a language against the English ones.
import type { CatalogueFile, TextProblem } from './catalogue-file.ts';
import type { Choice, Shape } from './message-shape.ts';
import { parametersOf, shapeOf, SyntaxProblem } from './message-shape.ts';
import type { DeclaredTexts, Parameters } from './parameters.ts';
import { typographyProblems } from './typography.ts';

/** Choices within each other that a translator can still read. */
const MAX_DEPTH = 2;

export interface CheckedLanguage {
  readonly code: string;
  readonly isComplete: boolean;
}

/** The problems of a file, and how many English texts it lacks. */
export function checkCatalogue(
  catalogue: CatalogueFile,
  english: CatalogueFile,
  declared: DeclaredTexts,
  language: CheckedLanguage,
): readonly TextProblem[] {
  const { texts } = catalogue;
  const missing = [...english.texts.keys()].filter((key) => !texts.has(key));
  return [
    ...localeProblems(catalogue, language.code),
    ...(language.isComplete ? missing : []).map((key) =>
      catalogue.problemAt(null, `lacks the text ${key}`),
    ),
    ...[...texts].flatMap(([key, text]) => {
      const parameters = declared.parameters.get(key);
      if (!KEY.test(key)) return [catalogue.problemAt(key, 'is not a key such as place_usual')];
      if (!english.texts.has(key)) return [catalogue.problemAt(key, 'English has no such text')];
      const problems = textProblems(text, parameters ?? new Map(), language.code);
      return [
        ...problems.map(({ message, offset }) => catalogue.problemAt(key, message, offset)),
        ...lengthProblems(text, declared.attributes.get(key)?.maxLength).map((message) =>
          catalogue.problemAt(key, message),
        ),
      ];
    }),
    ...(catalogue === english ? [] : sameTextProblems(catalogue, english)),
  ];
}

/** Groups and a name, or a value of the API in capitals. */
const KEY = /^[a-z][a-zA-Z0-9]*(?:_(?:[a-z][a-zA-Z0-9]*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*))*$/;

function localeProblems(catalogue: CatalogueFile, code: string): readonly TextProblem[] {
  return catalogue.attributes.get('@@locale') === code
    ? []
    : [catalogue.problemAt(null, `"@@locale" must be "${code}"`)];
}

interface Problem {
  readonly message: string;
  readonly offset: number;
}

function textProblems(text: string, parameters: Parameters, language: string): readonly Problem[] {
  try {
    const shape = shapeOf(text);
    const messages = [
      ...kindProblems(shape, parameters),
      ...choiceProblems(shape, parameters, language),
      ...caseProblems(shape, parameters, language),
    ];
    return [
      ...messages.map((message) => ({ message, offset: 0 })),
      ...casesOf(shape).flatMap((inner) =>
        typographyProblems(inner.text, language).map(({ message, found }) => ({
          message,
          offset: Math.max(0, text.indexOf(found)),
        })),
      ),
    ];
  } catch (error) {
    if (error instanceof SyntaxProblem) return [{ message: error.message, offset: error.offset }];
    throw error;
  }
}

/** A text and all of its cases. */
function casesOf(shape: Shape): readonly Shape[] {
  const inner = shape.choices.flatMap(({ cases }) => [...cases.values()].flatMap(casesOf));
  return [shape, ...inner];
}

/** Every parameter is one of English, in the same way; a choice may also be passed over. */
function kindProblems(shape: Shape, parameters: Parameters): readonly string[] {
  return [...parametersOf(shape)].flatMap(([name, kinds]) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) return [`has the unknown parameter {${name}}`];
    return [...kinds]
      .filter((kind) => kind !== parameter.kind)
      .map(() =>
        parameter.kind === 'number'
          ? `{${name}} is a number: write {${name}, number} or a plural`
          : `{${name}} is a ${parameter.kind}`,
      );
  });
}

function choiceProblems(
  shape: Shape,
  parameters: Parameters,
  language: string,
  depth = 0,
): readonly string[] {
  if (shape.choices.length > 0 && depth === MAX_DEPTH) {
    return [`has more than ${MAX_DEPTH} choices within each other`];
  }
  return shape.choices.flatMap((choice) => [
    ...(choice.isWhole || choice.type === 'select'
      ? []
      : [`{${choice.parameter}, ${choice.type}} must enclose the whole text`]),
    ...(choice.type === 'select'
      ? selectProblems(choice, parameters)
      : pluralProblems(choice, language)),
    ...[...choice.cases.values()].flatMap((inner) =>
      choiceProblems(inner, parameters, language, depth + 1),
    ),
  ]);
}

function selectProblems({ parameter, cases }: Choice, parameters: Parameters): readonly string[] {
  const declared = parameters.get(parameter);
  if (declared?.kind !== 'choice') return [];
  const unknown = [...cases.keys()].filter(
    (name) => name !== 'other' && !declared.values.includes(name),
  );
  return unknown.map((name) => `${parameter} has no value ${name}`);
}

/**
 * Every case shows each parameter. It may leave out a number that only it is for, and the parameter that its choice replaces.
 */
function caseProblems(
  shape: Shape,
  parameters: Parameters,
  language: string,
  known: ReadonlySet<string> = new Set(),
  place = '',
): readonly string[] {
  if (shape.choices.length === 0) {
    return [...parameters]
      .filter(([name, parameter]) => {
        const isOptional = parameter.kind === 'choice' && parameter.insteadOf !== null;
        return !isOptional && !known.has(name) && !shape.ownUses.has(name);
      })
      .map(([name]) => `lacks the parameter {${name}}${place}`);
  }
  return shape.choices.flatMap((choice) =>
    [...choice.cases].flatMap(([name, inner]) =>
      caseProblems(
        inner,
        parameters,
        language,
        new Set([
          ...known,
          ...shape.ownUses.keys(),
          ...shape.choices.filter((other) => other !== choice).flatMap(usedInEveryCase),
          ...saidBy(choice, name, parameters, language),
        ]),
        `${place} in the case ${name}`,
      ),
    ),
  );
}

function usedInEveryCase({ parameter, cases }: Choice): readonly string[] {
  const [first = [], ...others] = [...cases.values()].map((inner) => [
    ...parametersOf(inner).keys(),
  ]);
  return [parameter, ...first.filter((name) => others.every((names) => names.includes(name)))];
}

/** The parameters that a case needs not show. */
function saidBy(
  { parameter, type }: Choice,
  name: string,
  parameters: Parameters,
  language: string,
): readonly string[] {
  const declared = parameters.get(parameter);
  if (declared?.kind === 'choice') {
    const { insteadOf } = declared;
    return insteadOf === null || name === 'other' ? [parameter] : [parameter, insteadOf];
  }
  const forms = pluralForms(language, type === 'selectordinal' ? 'ordinal' : 'cardinal');
  return name.startsWith('=') || forms.get(name)?.length === 1 ? [parameter] : [];
}

const COUNTED_NUMBERS = 1_000;

/** By language and type. */
const formsOfPlurals = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The numbers below a thousand of each plural form; larger ones have no other forms. */
function pluralForms(
  language: string,
  type: Intl.PluralRuleType = 'cardinal',
): ReadonlyMap<string, readonly number[]> {
  const key = `${language} ${type}`;
  const known = formsOfPlurals.get(key);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(language, { type });
  const numbers = Array.from({ length: COUNTED_NUMBERS }, (_, n) => n);
  const forms = Map.groupBy(numbers, (n) => rules.select(n));
  formsOfPlurals.set(key, forms);
  return forms;
}

function pluralProblems({ type, cases }: Choice, language: string): readonly string[] {
  const expected = pluralForms(language, type === 'plural' ? 'cardinal' : 'ordinal');
  const names = [...cases.keys()].filter((name) => !name.startsWith('='));
  return [
    ...[...expected.keys()]
      .filter((form) => !names.includes(form))
      .map((form) => `lacks the plural form ${form}`),
    ...names
      .filter((form) => !expected.has(form))
      .map((form) => `has the plural form ${form}, which the language has not`),
  ];
}

function lengthProblems(text: string, maxLength: number | undefined): readonly string[] {
  const isTooLong = maxLength !== undefined && text.length > maxLength;
  return isTooLong ? [`has ${text.length} characters, over ${maxLength}`] : [];
}

/** A text is the same as in English only where the file says so. */
function sameTextProblems(
  catalogue: CatalogueFile,
  english: CatalogueFile,
): readonly TextProblem[] {
  const declared = catalogue.attributes.get('@@x-sameAsEnglish') ?? [];
  const listed: readonly unknown[] = Array.isArray(declared) ? declared : [];
  const same = [...catalogue.texts].flatMap(([key, text]) => {
    const letters = lettersOf(text);
    return letters !== '' && letters === lettersOf(english.texts.get(key) ?? '') ? [key] : [];
  });
  return [
    ...same
      .filter((key) => !listed.includes(key))
      .map((key) =>
        catalogue.problemAt(
          key,
          'is the same as in English; if it should be, add it to "@@x-sameAsEnglish"',
        ),
      ),
    ...listed
      .filter((key) => !same.some((other) => other === key))
      .map((key) =>
        catalogue.problemAt('@@x-sameAsEnglish', `${String(key)} is not the same as in English`),
      ),
  ];
}

function lettersOf(text: string): string {
  return text
    .replaceAll(/\{\w+(?:, number)?\}/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
}
