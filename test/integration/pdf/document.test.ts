// The PDF file: valid, reproducible, and without active content.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../lib/domain/report.ts';
import {
  linkAddresses,
  attachedFiles,
  pdfObjects,
  pdfStreams,
  unicodeMaps,
} from '../../support/pdf-file.ts';
import {
  createEmptyReport,
  createUnusualNamesReport,
  createUnusualRegionReport,
  createAllKindsReport,
  createManySurveysReport,
  createPartialReport,
  createRegionReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import {
  renderJson,
  linksFor,
  renderPdf,
  renderPdfWithLinks,
} from '../../unit/adapters/pdf/rendered.ts';

async function bytesOf(report: Report): Promise<Buffer> {
  return Buffer.from((await renderPdf(report)).bytes);
}

async function objectsOf(report: Report): Promise<string> {
  return pdfObjects(await bytesOf(report));
}

/** The Latin letters for which the file has glyphs. */
function embeddedLetters(file: Buffer): string {
  const letters = unicodeMaps(file)
    .flatMap((map) => map.match(/(?<=beginbfchar)[^]*?(?=endbfchar)/g) ?? [])
    .flatMap((block) => [...block.matchAll(/ <(\w+)>/g)])
    .map(([, text = '']) => Buffer.from(text, 'hex').swap16().toString('utf16le'));
  return addLetters(letters.join(''), '');
}

function addLetters(letters: string, more: string): string {
  return [...new Set(letters + more)].sort().join('');
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const qpdf = spawnSync('qpdf', ['--version']).status === 0;
const needsQpdf = { skip: qpdf ? false : 'needs qpdf' };

describe('the PDF', () => {
  it('has its content type and file header', async () => {
    const { contentType, extension, bytes } = await renderPdf(createStoreReport(1));
    assert.equal(contentType, 'application/pdf');
    assert.equal(extension, 'pdf');
    assert.equal(Buffer.from(bytes.subarray(0, 8)).toString('latin1'), '%PDF-1.7');
  });

  it('has the same bytes for the same report', async () => {
    const first = digest(await bytesOf(createStoreReport(2)));
    await bytesOf(createAllKindsReport());
    assert.equal(digest(await bytesOf(createStoreReport(2))), first);
  });

  it('has its title, language and dates, and only the two embedded fonts', async () => {
    const objects = await objectsOf(
      createReport({ key: 7, name: 'Kiosk\u202e 7', surveys: [{ key: 1, name: 'Q' }] }),
    );
    const title = Buffer.from('\ufeffKiosk 7 – week 46, 2026', 'utf16le')
      .swap16()
      .toString('latin1');
    assert.ok(objects.includes(title) || objects.includes('Kiosk 7'));
    assert.match(objects, /\/Lang \(en-GB\)/);
    assert.match(objects, /\/DisplayDocTitle true/);
    assert.match(objects, /D:20261116180000Z/);
    const fonts = objects.match(/(?<=\/BaseFont *\/[A-Z]{6}\+)[\w-]+/g);
    assert.deepEqual([...new Set(fonts)].sort(), ['NotoSans-Regular', 'NotoSans-SemiBold']);
    assert.doesNotMatch(objects, /Helvetica/);
  });

  it('has no active content for any names', async () => {
    const name =
      ')>> /OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA /URI (https://evil.test) \\';
    const surveys = [
      { key: 3, name, followUps: { painPoints: [name], highlights: ['javascript:alert(1)'] } },
    ];
    const hostile = { key: 1, name, path: [{ key: 2, name }], surveys };
    const region = { key: 4, name, folders: [hostile] };
    const ACTING =
      /\/(?:JavaScript|JS|Launch|OpenAction|AA|AcroForm|RichMedia|GoToE|GoToR|SubmitForm)\b/;
    const withoutTexts = (objects: string): string =>
      objects.replaceAll(/\((?:\\[\s\S]|[^\\)])*\)/g, '()');
    for (const report of [
      createReport(hostile),
      createReport(region),
      createStoreReport(3),
      createUnusualNamesReport(),
    ]) {
      const objects = withoutTexts(await objectsOf(report));
      assert.doesNotMatch(objects, ACTING);
      assert.doesNotMatch(objects, /\/(?:URI|Annots?)\b/);
    }
    // Links to the reports of children are the only actions.
    for (const report of [createReport(region), createUnusualRegionReport()]) {
      const file = Buffer.from((await renderPdfWithLinks(report)).bytes);
      const objects = withoutTexts(pdfObjects(file));
      assert.doesNotMatch(objects, ACTING);
      const addresses = linkAddresses(file);
      assert.deepEqual(new Set(addresses), new Set(linksFor(report).values()));
      assert.equal(objects.match(/\/Annot\b/g)?.length ?? 0, addresses.length);
      assert.equal(objects.match(/\/URI/g)?.length ?? 0, 2 * addresses.length);
    }
  });

  it('embeds only the letters it shows, and other fonts only for other letters', async () => {
    const embeddedFor = async (name: string): Promise<readonly [string, string]> => {
      const file = await bytesOf(createReport({ key: 7, name, surveys: [{ key: 1, name: 'Q' }] }));
      const fonts = pdfObjects(file).match(/(?<=\/BaseFont *\/[A-Z]{6}\+)[\w-]+/g);
      return [[...new Set(fonts)].sort().join(' '), embeddedLetters(file)];
    };
    const [fonts, letters] = await embeddedFor('Kiosk');
    assert.equal(fonts, 'NotoSans-Regular NotoSans-SemiBold');
    assert.doesNotMatch(letters, /[éŁźК]/);
    assert.deepEqual(await embeddedFor('Kiośk'), [fonts, addLetters(letters, 'ś')]);
    const [cyrillicFonts, cyrillicLetters] = await embeddedFor('Киоск K');
    assert.equal(cyrillicFonts, 'NotoSans-Regular NotoSans-SemiBold');
    assert.equal(cyrillicLetters, addLetters(letters, 'Киоск'));
    const [georgianFonts] = await embeddedFor('კიოსკი');
    assert.match(georgianFonts, /NotoSansGeorgian/);
  });

  it('contains the exact bytes of the report’s JSON', async () => {
    for (const report of [createStoreReport(1), createEmptyReport()]) {
      const file = await bytesOf(report);
      const json = await renderJson(report);
      assert.deepEqual(attachedFiles(file), [json]);
      const objects = await objectsOf(report);
      assert.match(
        objects,
        new RegExp(`/UF \\(report-${String(report.folder.key)}-2026-W46\\.json\\)`),
      );
      assert.match(objects, /\/AFRelationship \/Data/);
      assert.match(objects, /\/Subtype \/application#2Fjson/);
      const md5 = createHash('md5').update(json).digest('hex');
      assert.match(objects, new RegExp(`/CheckSum <${md5}>`));
      assert.match(objects, new RegExp(`/Size ${String(json.length)}\\b`));
    }
  });

  it('has valid XMP metadata for any name', async () => {
    const report = createReport({ key: 7, name: 'A & B </rdf:li> ]]>', surveys: [] });
    const [xmp] = pdfStreams(await bytesOf(report), 'Metadata');
    const text = xmp?.toString('utf8') ?? '';
    assert.match(text, /x-default">A &amp; B &lt;\/rdf:li&gt; \]\]&gt; – week 46, 2026<\/rdf:li>/);
    assert.match(text, /<pdfaid:part>3<.*\n<pdfaid:conformance>A<.*\n<pdfuaid:part>1</);
    assert.equal(text.match(/2026-11-16T18:00:00Z/g)?.length, 2);
  });

  it('has a bookmark with the full text of every heading, closed below the surveys', async () => {
    const name = `How ${'very '.repeat(30)}clean?`;
    const report = createReport({
      key: 7,
      name: 'Kiosk',
      surveys: [
        { key: 1, name: `${name} (1)` },
        { key: 2, name: 'How was it?' },
      ],
    });
    const objects = await objectsOf(report);
    const titles = [...objects.matchAll(/\/Title\(((?:\\.|[^\\)])*)\)/g)].map(([, title]) => title);
    const levels = layoutPages(report, createLayoutContext(report, { locale: 'en', paper: 'A4' }))
      .flatMap((page) => page.parts)
      .flatMap(({ element }) => element?.title ?? []);
    assert.deepEqual(
      [...titles].sort(),
      levels
        .map((title) => title.replaceAll(/[()]/g, '\\$&'))
        // Quotation marks in the encoding of PDF.
        .map((title) => title.replace('“', '\u008d').replace('”', '\u008e'))
        .sort(),
    );
    assert.ok(titles.some((title = '') => title.includes(`${name} \\(1\\)`)));
    assert.match(objects, /How very [^>]*\/Count -\d/);
    assert.match(objects, /\/Title\(Kiosk\)[^>]*\/Count [1-9]/);
  });

  it('stays small', async () => {
    const attached = deflateSync(await renderJson(createStoreReport(2)), { level: 3 });
    const sizeWithoutJson = (await bytesOf(createStoreReport(2))).length - attached.length;
    assert.ok(sizeWithoutJson < 60_000, String(sizeWithoutJson));
  });

  it('is valid according to qpdf', needsQpdf, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
    try {
      const reports = [
        createStoreReport(3),
        createAllKindsReport(),
        createRegionReport(12),
        createEmptyReport(),
        createPartialReport(),
        createUnusualNamesReport(),
        createManySurveysReport(6),
      ];
      for (const [i, report] of reports.entries()) {
        const path = join(folder, `${String(i)}.pdf`);
        writeFileSync(path, await bytesOf(report));
        const checked = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
        assert.equal(checked.status, 0, checked.stdout + checked.stderr);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
