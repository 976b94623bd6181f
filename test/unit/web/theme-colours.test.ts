// The page's style sheet defines every colour of the charts, in light and in dark mode.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  buttonShades,
  colours,
  compareColours,
  darkColours,
  heatShades,
} from '../../../lib/charts/theme.ts';

const STYLES = readFileSync(new URL('../../../lib/web/styles.css', import.meta.url), 'utf8');

type Variable = readonly [name: string, light: string, dark: string];

function missing(variables: readonly Variable[]): readonly Variable[] {
  return variables.filter(
    ([name, light, dark]) => !STYLES.includes(`  --${name}: light-dark(${light}, ${dark});\n`),
  );
}

describe('the style sheet of the page', () => {
  it('has a variable for every colour of the charts', () => {
    const dark = new Map(Object.entries(darkColours));
    const variables = Object.entries(colours).map(
      ([name, light]) => [name, light, dark.get(name) ?? ''] as const,
    );
    assert.deepEqual(missing(variables), []);
  });

  it('has two variables for every shade: its own and that of text on it', () => {
    const shades = [...Object.entries(buttonShades), ...Object.entries(heatShades)];
    const variables = shades.flatMap(([name, { fill, text, darkFill, darkText }]): Variable[] => [
      [name, fill, darkFill],
      [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, text, darkText],
    ]);
    assert.deepEqual(missing(variables), []);
  });

  it('has a variable for every line of places that are compared', () => {
    const variables = compareColours.map(([light, dark], i): Variable => [
      `compare${i + 1}`,
      light,
      dark,
    ]);
    assert.deepEqual(missing(variables), []);
  });
});
