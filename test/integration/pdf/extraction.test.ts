// The text that four PDF readers extract: it is found, copied and read aloud. What a reader can't extract is listed, and must
// fail: lines of both directions, mirrored brackets, and signs that readers replace.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { lineUnits } from '../../../lib/adapters/pdf/text/line.ts';
import { visualLine } from '../../../lib/adapters/pdf/text/visual-line.ts';
import type { Direction } from '../../../lib/i18n/text-direction.ts';
import { READERS } from '../../support/pdf-readers/extract-text.ts';
import { EXTRACTED_TEXTS } from '../../support/pdf-readers/extracted-texts.ts';
import { comparable, drawTexts } from '../../support/pdf-readers/text-pages.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

function glyphCount(text: string): number {
  return lineUnits(text, 'regular')
    .flatMap(({ clusters }) => clusters)
    .flatMap(({ glyphs }) => glyphs)
    .reduce((sum, { outline }) => sum + (outline?.components.length ?? 0), 0);
}

function codeCount(text: string, direction: Direction): number {
  return visualLine(text, 'regular', direction).reduce((sum, { glyphs }) => sum + glyphs.length, 0);
}

describe('a text of a PDF', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const rows = EXTRACTED_TEXTS[direction];

    for (const [letter, read] of Object.entries(READERS)) {
      const skip = letter === 'O' && !hasPoppler ? 'needs poppler-utils' : false;
      it(
        `is extracted by reader ${letter} from a page in direction ${direction}`,
        { skip },
        async () => {
          const pages = await read(
            await drawTexts(
              rows.map(([, , , text]) => text),
              direction,
            ),
          );
          assert.equal(pages.length, rows.length);
          const failing = rows.flatMap(([, , , text], i) =>
            comparable(pages[i] ?? '') === comparable(text) ? [] : [text],
          );
          assert.deepEqual(
            failing,
            rows.filter(([, , readers]) => readers.includes(letter)).map(([, , , text]) => text),
          );
        },
      );
    }

    it(`has the glyphs of HarfBuzz, and codes for its characters, in direction ${direction}`, () => {
      assert.deepEqual(
        rows.map(([, , , text]) => [glyphCount(text), codeCount(text, direction), text]),
        rows.map(([glyphs, codes, , text]) => [glyphs, codes, text]),
      );
    });
  }
});
