// The checks of printed pages find what they look for.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { block } from '../../../lib/adapters/pdf/block.ts';
import type { Page } from '../../../lib/adapters/pdf/page-elements.ts';
import { element } from '../../../lib/adapters/pdf/page-elements.ts';
import { contentBoxOf } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { lineAt } from '../../../lib/adapters/pdf/text/typesetter.ts';
import type { Operation } from '../../../lib/charts/draw-operations.ts';
import { filledRectangle } from '../../../lib/charts/draw-operations.ts';
import { colours, style } from '../../../lib/charts/theme.ts';
import { assertPrintedPages, MISSING_POPPLER } from './printed-pages.ts';
import { drawPages } from './sample-pages.ts';

const { width, height, left, bottom } = contentBoxOf('A4');
const BODY = style('regular', 9, 12);

async function check(...operations: readonly Operation[]): Promise<void> {
  const page: Page = {
    width,
    height,
    direction: 'ltr',
    parts: block(element('P'), 0, operations).parts,
  };
  assertPrintedPages(await drawPages([page]));
}

describe('a printed page', { skip: MISSING_POPPLER }, () => {
  const line = lineAt('A line of text', BODY, left, 100);

  it('is accepted with a text below another and on a filled area', async () => {
    await check(
      ...line,
      ...lineAt('Below it', BODY, left, 110),
      filledRectangle(left, 120, 100, 20, colours.ink),
      ...lineAt('Inverse', { ...BODY, colour: colours.paper }, left, 135),
      ...lineAt('At the end', BODY, left, bottom - 3),
    );
  });

  it('is refused with a text over another', async () => {
    await assert.rejects(check(...line, ...lineAt('Beside', BODY, left + 20, 103)), /is over/);
  });

  it('is refused with a text outside the content box', async () => {
    await assert.rejects(check(...lineAt('Outside', BODY, left - 3, 100)), /outside/);
    await assert.rejects(check(...lineAt('Outside', BODY, left, bottom + 9)), /outside/);
  });

  it('is refused with a text that is too small', async () => {
    await assert.rejects(check(...lineAt('Tiny', style('regular', 6.5, 8), left, 100)), /6\.5 pt/);
  });

  it('is refused with a text that is pale on what is below it', async () => {
    await assert.rejects(check(...lineAt('Pale', { ...BODY, colour: colours.faint }, left, 100)));
    await assert.rejects(check(filledRectangle(left, 90, 80, 20, colours.ink), ...line), / on #14/);
  });
});
