// PDF files of every kind of report, in every language, according to veraPDF.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { EXTRACTED_TEXTS } from '../../support/pdf-readers/extracted-texts.ts';
import { drawPages, pageOf } from '../../support/pdf-readers/text-pages.ts';
import {
  createEmptyReport,
  createUnusualNamesReport,
  createUnusualRegionReport,
  createAllKindsReport,
  createManySurveysReport,
  createPartialReport,
  createRegionReport,
  createStoreReport,
  createAllScriptsReport,
} from '../../support/test-reports.ts';
import { missingForVeraPdf, validatePdfs } from '../../support/verapdf.ts';
import { renderPdf, renderPdfWithLinks } from '../../unit/adapters/pdf/rendered.ts';

const needsVeraPdf = { skip: missingForVeraPdf() ?? false };

describe('the PDF', () => {
  it('conforms to PDF/A-3a and PDF/UA-1 according to veraPDF', needsVeraPdf, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
    try {
      const reports = [
        createStoreReport(3),
        createAllKindsReport(),
        createRegionReport(5),
        createRegionReport(40),
        createEmptyReport(),
        createPartialReport(),
        createUnusualNamesReport(),
        createManySurveysReport(9),
      ];
      const works = [
        ...reports.map((report) => ({ report, locale: 'en', paper: 'A4' as const })),
        { report: createRegionReport(12), locale: 'en', paper: 'Letter' as const },
        ...LANGUAGES.map((locale) => ({
          report: locale === 'ar' ? createAllScriptsReport() : createStoreReport(1),
          locale,
          paper: 'A4' as const,
        })),
      ];
      const files: string[] = [];
      for (const { report, locale, paper } of works) {
        const path = join(folder, `${String(files.length)}-${locale}.pdf`);
        writeFileSync(path, (await renderPdf(report, { locale, paper })).bytes);
        files.push(path);
      }
      for (const locale of ['en', 'ar']) {
        const report = locale === 'ar' ? createUnusualRegionReport() : createRegionReport(40);
        const path = join(folder, `links-${locale}.pdf`);
        writeFileSync(path, (await renderPdfWithLinks(report, { locale, paper: 'A4' })).bytes);
        files.push(path);
      }
      const texts = join(folder, 'texts.pdf');
      const directions = ['ltr', 'rtl'] as const;
      const textPages = directions.map((direction) =>
        pageOf(
          EXTRACTED_TEXTS[direction].map(([, , , text]) => text),
          direction,
        ),
      );
      writeFileSync(texts, await drawPages(textPages));
      files.push(texts);
      const verdicts = await validatePdfs(files);
      assert.equal(verdicts.length, 2 * files.length);
      assert.deepEqual(
        verdicts.filter(({ isCompliant }) => !isCompliant),
        [],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
