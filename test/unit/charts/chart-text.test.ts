// Text placement with a fake font whose characters are half as wide as the font size.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChartTypesetter } from '../../../lib/charts/chart-text.ts';
import { mirrorOperation } from '../../../lib/charts/mirror-drawing.ts';
import { textStyles } from '../../../lib/charts/theme.ts';

const style = { ...textStyles.body, size: 10 };
const { baselineIn, fitted, lineAt, prefix } = createChartTypesetter({
  widthOf: (text, { size }) => (text.length * size) / 2,
  capHeight: () => 700,
});

describe('a line of text', () => {
  it('is aligned left, right or centred', () => {
    const lefts = (['left', 'right', 'centre'] as const).map(
      (align) => lineAt('abcd', style, 100, 20, align)[0]?.x,
    );
    assert.deepEqual(lefts, [100, 80, 90]);
    assert.equal(lineAt('abcd ', style, 100, 20, 'right')[0]?.width, 20);
    assert.deepEqual(lineAt('', style, 100, 20), []);
  });

  it('has its capitals vertically centred', () => {
    assert.equal(baselineIn(10, 20, style), 10 + 20 / 2 + 7 / 2);
  });

  it('ends in an ellipsis when it is too wide, and is empty when the ellipsis is too wide', () => {
    assert.equal(fitted('abcdef', style, 30), 'abcdef');
    assert.equal(fitted('abcdef', style, 29), 'abcd…');
    assert.equal(fitted('ab def', style, 22), 'ab…');
    assert.equal(fitted('abcdef', style, 5), '…');
    assert.equal(fitted('abcdef', style, 4), '');
  });

  it('is cut between graphemes', () => {
    assert.equal(prefix('a👩‍👩‍👧b', style, 20), 'a');
    assert.equal(prefix('e\u0301e\u0301', style, 15), 'e\u0301');
  });
});

describe('a mirrored drawing', () => {
  it('has every text at the same distance from the opposite side', () => {
    const [run] = lineAt('abcd', style, 100, 20);
    assert.ok(run !== undefined);
    assert.deepEqual(mirrorOperation(run, 300), { ...run, x: 300 - 100 - 20 });
    assert.deepEqual(mirrorOperation(mirrorOperation(run, 300), 300), run);
  });
});
