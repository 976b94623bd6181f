// Every text is formatted as by the reference library for ICU MessageFormat.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import { shapeOf, parametersOf } from '../../../infra/texts/message-shape.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { messageFactory } from '../../../lib/i18n/message-format.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';

const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 42, 99, 100, 101, 103, 1204, 100_000] as const;
const FILES = ['report', 'signals', 'page', 'server'] as const;
const Texts = z.record(z.string(), z.unknown());

function textsIn(language: string): readonly string[] {
  return FILES.flatMap((file) => {
    const path = new URL(`../../../lib/i18n/locales/${language}/${file}.json`, import.meta.url);
    const entries = Object.entries(Texts.parse(JSON.parse(readFileSync(path, 'utf8'))));
    return entries.flatMap(([key, text]) =>
      !key.startsWith('@') && typeof text === 'string' ? [text] : [],
    );
  });
}

/** The values of each choice in a text, and one that it does not know. */
function choicesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const choices = new Map<string, readonly string[]>();
  for (const [, name = '', cases = ''] of text.matchAll(/\{(\w+), select, (.*)/g)) {
    const values = [...cases.matchAll(/(\w+) \{/g)].map(([, value = '']) => value);
    choices.set(name, [...values, 'unknown']);
  }
  return choices;
}

describe('a text', () => {
  for (const language of LANGUAGES) {
    it(`is formatted as by the reference library: ${language}`, () => {
      const create = messageFactory(language);
      const { locale } = formatsFor(language);
      for (const text of textsIn(language)) {
        const format = create(text);
        if (typeof format === 'string') {
          assert.equal(format, text);
          continue;
        }
        const reference = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
        const uses = [...parametersOf(shapeOf(text))];
        const choices = choicesIn(text);
        for (const [i, n] of NUMBERS.entries()) {
          const values = Object.fromEntries(
            uses.map(([name, kinds]): readonly [string, string | number] => {
              if (kinds.has('number')) return [name, n];
              const options = choices.get(name) ?? [`{${name}} <b>'`];
              return [name, options[i % options.length] ?? ''];
            }),
          );
          assert.equal(format(values), reference.format(values), text);
        }
      }
    });
  }
});
