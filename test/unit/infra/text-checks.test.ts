// The checks of the texts find each kind of mistake, and say the file, the key and the character.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeProblem, readCatalogue } from '../../../infra/texts/catalogue-file.ts';
import { checkCatalogue } from '../../../infra/texts/check-catalogue.ts';
import { checkTexts } from '../../../infra/texts/check-texts.ts';
import { staleFiles } from '../../../infra/texts/generate.ts';
import { declaredTexts } from '../../../infra/texts/parameters.ts';

const ENGLISH = {
  '@@locale': 'en',
  title: 'The report',
  columns_name: 'Name',
  '@columns_name': { maxLength: 8 },
  places: '{n, plural, one {{n, number} place in {area}} other {{n, number} places in {area}}}',
  share: '{n, number} of {area}',
  since: 'since {day}',
  '@since': {
    placeholders: { weekday: { values: ['mon', 'tue'], insteadOf: 'day' } },
  },
  verdict: '{verdict, select, better {Better} worse {Worse} other {As usual}}',
  '@verdict': { placeholders: { verdict: { values: ['better', 'worse', 'usual'] } } },
};
const GERMAN = {
  '@@locale': 'de',
  title: 'Der Bericht',
  columns_name: 'Bezeich.',
  places: '{n, plural, one {{n, number} Ort in {area}} other {{n, number} Orte in {area}}}',
  share: '{n, number} von {area}',
  since: 'seit {day}',
  verdict: '{verdict, select, better {Besser} worse {Schlechter} other {Wie üblich}}',
};

/** The problems of a German file next to the English one. */
function problemsOf(german: object | string, english: object = ENGLISH, code = 'de'): string {
  const source = typeof german === 'string' ? german : JSON.stringify(german, null, 2);
  const read = readCatalogue('de/page.json', source);
  const base = readCatalogue('en/page.json', JSON.stringify(english, null, 2));
  const declared = declaredTexts(base.catalogue);
  const language = { code, isComplete: true };
  return [
    ...read.problems,
    ...base.problems,
    ...declared.problems,
    ...checkCatalogue(read.catalogue, base.catalogue, declared, language),
  ]
    .map(describeProblem)
    .join('\n');
}

const PLANTED: readonly (readonly [
  what: string,
  german: Readonly<Record<string, unknown>>,
  problem: RegExp,
])[] = [
  ['a missing text', { title: undefined }, /^de\/page\.json: the file: lacks the text title$/],
  ['a text that English has not', { heading: 'X' }, /heading at line 9.*English has no such text/],
  ['a value that is no text', { title: 5 }, /title.*must be a text/],
  ['another locale', { '@@locale': 'fr' }, /"@@locale" must be "de"/],
  ['a brace that is not closed', { since: 'seit {day' }, /since at line 7, character \d+: expect/],
  ['an unknown parameter', { since: 'seit {day} {time}' }, /unknown parameter \{time\}/],
  ['a missing parameter', { since: 'seit gestern' }, /lacks the parameter \{day\}/],
  [
    'a case without a parameter',
    { places: '{n, plural, one {{n, number} Ort in {area}} other {{n, number} Orte}}' },
    /lacks the parameter \{area\} in the case other/,
  ],
  ['a count that is not formatted', { share: '{n} von {area}' }, /\{n\} is a number: write/],
  ['a name as a number', { share: '{n, number} von {area, number}' }, /\{area\} is a text/],
  [
    'a missing plural form',
    { places: '{n, plural, other {{n, number} Orte in {area}}}' },
    /lacks the plural form one/,
  ],
  [
    'a plural form of another language',
    {
      places:
        '{n, plural, one {{n, number} {area}} few {{n, number} {area}} other {{n, number} {area}}}',
    },
    /has the plural form few/,
  ],
  [
    'a plural within a sentence',
    { share: '{n, plural, one {{n, number}} other {{n, number}}} von {area}' },
    /must enclose the whole text/,
  ],
  [
    'a value that a choice has not',
    { verdict: '{verdict, select, good {Gut} other {Wie üblich}}' },
    /verdict has no value good/,
  ],
  [
    'a choice without other',
    { verdict: '{verdict, select, better {Besser}}' },
    /verdict.*missing other clause/,
  ],
  [
    'a # for the number',
    { places: '{n, plural, one {# Ort in {area}} other {{n, number} Orte in {area}}}' },
    /# instead of the number/,
  ],
  ['a date', { since: 'seit {day, date}' }, /a date or time/],
  ['a number with a style', { share: '{n, number, percent} von {area}' }, /with a style/],
  [
    'a plural with an offset',
    {
      places:
        '{n, plural, offset:1 one {{n, number} Ort in {area}} other {{n, number} Orte in {area}}}',
    },
    /an offset/,
  ],
  ['markup', { title: 'Der <b>Bericht' }, /title at line 3, character 17: has markup/],
  ['an address', { title: 'Siehe https://example.com' }, /has an address/],
  ['a straight quotation mark', { title: "Der 'Bericht" }, /has a straight quotation mark/],
  ['two spaces', { title: 'Der  Bericht' }, /has a space that is not between words/],
  ['a direction character', { title: '\u2066Der Bericht' }, /has a control or direction character/],
  ['a text that is not translated', { title: 'The report' }, /is the same as in English/],
  ['a heading that is too long', { columns_name: 'Bezeichnung' }, /has 11 characters, over 8/],
];

describe('the checks of texts', () => {
  it('pass files without mistakes', () => {
    assert.equal(problemsOf(GERMAN), '');
    const within = {
      ...ENGLISH,
      verdict: '{verdict, select, better {Better} worse {Worse} other {As usual}} since {day}',
    };
    const german = {
      ...GERMAN,
      verdict:
        'Seit {day} {verdict, select, better {besser} worse {schlechter} other {wie üblich}}',
    };
    assert.equal(problemsOf(german, within), '');
    const incomplete = {
      ...GERMAN,
      verdict:
        '{verdict, select, better {Seit {day} besser} worse {Schlechter} other {Seit {day} wie üblich}}',
    };
    assert.match(problemsOf(incomplete, within), /lacks the parameter \{day\} in the case worse/);
    // A single number may be a word, a language may inflect the day, and comments of tools are passed over.
    const other = {
      ...GERMAN,
      places: '{n, plural, one {ein Ort in {area}} other {{n, number} Orte in {area}}}',
      since: '{weekday, select, mon {seit Montag} tue {seit Dienstag} other {seit {day}}}',
      '@title': { description: 'Of a tool.' },
    };
    assert.equal(problemsOf(other), '');
  });

  for (const [what, changes, problem] of PLANTED) {
    it(`find ${what}`, () => {
      assert.match(problemsOf({ ...GERMAN, ...changes }), problem);
    });
  }

  it('find a key that is there twice, and JSON that is not valid, at its character', () => {
    const [head = ''] = JSON.stringify(GERMAN, null, 2).split('\n}');
    assert.match(
      problemsOf(`${head},\n  "title": "X"\n}`),
      /title at line 9, character 3: is there twice/,
    );
    assert.match(
      problemsOf(`${head}\n  "title": "X"\n}`),
      /the file at line 9, character 3: not valid JSON/,
    );
    assert.match(problemsOf('[]'), /must be an object/);
  });

  it('find a text for one number that is also for others, such as 0 in French', () => {
    const places = '{n, plural, one {un lieu à {area}} other {{n, number} lieux à {area}}}';
    const french = { ...GERMAN, '@@locale': 'fr', places };
    assert.match(problemsOf(french, ENGLISH, 'fr'), /lacks the parameter \{n\} in the case one/);
  });

  it('find a listed text that is no longer the same as in English', () => {
    const german = { ...GERMAN, '@@x-sameAsEnglish': ['title'] };
    assert.match(problemsOf(german), /title is not the same as in English/);
    assert.equal(problemsOf({ ...german, title: 'The report' }), '');
  });

  it('find the punctuation of another language', () => {
    const inLanguage = (code: string, title: string): string =>
      problemsOf({ ...GERMAN, '@@locale': code, title }, ENGLISH, code);
    assert.match(inLanguage('fr', 'Le rapport : ici'), /must not break/);
    assert.match(inLanguage('ja', '報告, 週'), /has Latin punctuation/);
    assert.match(inLanguage('ar', 'تقرير, أسبوع'), /has Latin punctuation/);
  });

  it('find mistakes in the comments of the English file', () => {
    const problemsIn = (changes: object): string => problemsOf(GERMAN, { ...ENGLISH, ...changes });
    assert.match(problemsIn({ '@nothing': {} }), /there is no text nothing/);
    assert.match(problemsIn({ '@title': { descripton: 'X' } }), /Unrecognized key/);
    assert.match(problemsIn({ '@verdict': {} }), /values of verdict must be declared/);
    assert.match(problemsIn({ share: '{n, number} of {n}' }), /uses n in several ways/);
  });

  it('find a key that is not one', () => {
    const english = { ...ENGLISH, 'a.b': 'X' };
    assert.match(problemsOf({ ...GERMAN, 'a.b': 'Y' }, english), /is not a key such as/);
  });

  it('find nothing in the texts of the product, whose generated files are current', async () => {
    const folder = new URL('../../../lib/i18n/', import.meta.url).pathname;
    const { problems, missing, generated } = await checkTexts(`${folder}locales`);
    assert.deepEqual(problems, []);
    assert.equal(missing.size, 0);
    assert.deepEqual(await staleFiles(`${folder}generated`, generated), []);
    const changed = new Map([...generated, ['texts.ts', ''], ['other.ts', '']]);
    assert.deepEqual(await staleFiles(`${folder}generated`, changed), ['texts.ts', 'other.ts']);
    const fewer = new Map([...generated].filter(([path]) => path !== 'page/fi.ts'));
    assert.deepEqual(await staleFiles(`${folder}generated`, fewer), ['page/fi.ts']);
  });
});
