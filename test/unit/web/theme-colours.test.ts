// The page's style sheet defines every colour of the charts, in light and in dark mode.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { colours } from '../../../lib/charts/theme.ts';

const STYLES = readFileSync(new URL('../../../lib/web/styles.css', import.meta.url), 'utf8');

describe('the style sheet of the page', () => {
  it('has a variable for every colour of the charts, whose light value is that of the PDF', () => {
    const missing = Object.entries(colours).filter(
      ([name, colour]) => !STYLES.includes(`--${name}: light-dark(${colour},`),
    );
    assert.deepEqual(missing, []);
  });
});
