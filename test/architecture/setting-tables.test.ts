// The tables of settings in the documents are those of the definition.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parametersOfSettings } from '../../infra/function-settings.ts';
import { PARAMETERS } from '../../infra/parameters.ts';
import { SETTINGS, type Setting } from '../../lib/composition/settings.ts';

const settings: readonly (readonly [name: string, setting: Setting])[] = Object.entries(SETTINGS);

function defaultText({ default: text, otherwise = '' }: Setting): string {
  return text === null ? otherwise : `\`${text}\``;
}

/** Settings that a person sets. */
const OF_COMMANDS = [
  '| variable | meaning | default |',
  '|---|---|---|',
  ...settings
    .filter(([, { group }]) => group !== 'aws')
    .map(([name, setting]) => `| \`${name}\` | ${setting.means} | ${defaultText(setting)} |`),
].join('\n');

const parameters = parametersOfSettings();

function parameterText(name: string): string {
  const parameter = parameters.get(name);
  return parameter !== undefined && Object.hasOwn(PARAMETERS, parameter) ? `\`${parameter}\`` : '';
}

/** Settings that the template sets, with the parameter that each comes from. */
const OF_FUNCTIONS = [
  '| variable | parameter | meaning |',
  '|---|---|---|',
  ...settings
    .filter(([name, { group }]) => group === 'aws' || parameters.has(name))
    .map(([name, { means }]) => `| \`${name}\` | ${parameterText(name)} | ${means} |`),
].join('\n');

describe('the documents', () => {
  for (const [document, heading, table] of [
    ['commands.md', 'settings', OF_COMMANDS],
    ['operations.md', 'settings of the functions', OF_FUNCTIONS],
  ] as const) {
    it(`have the table of ${heading} in docs/${document} (UPDATE_GOLDEN=1 writes it)`, () => {
      const file = new URL(`../../docs/${document}`, import.meta.url);
      const [before = '', rest = ''] = readFileSync(file, 'utf8').split(`<!-- ${heading} -->\n`);
      const after = rest.slice(rest.indexOf('<!-- end -->'));
      const expected = `${before}<!-- ${heading} -->\n${table}\n${after}`;
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, expected);
      assert.equal(readFileSync(file, 'utf8'), expected);
    });
  }
});
