// Rendering on a thread of its own: the same files, the same errors, and a new thread for one that ran out of memory.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { backgroundPdfRenderer } from '../../../lib/adapters/pdf/background-renderer.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { createPartialReport, createRegionReport } from '../../support/test-reports.ts';
import {
  linksFor,
  PUBLIC_URL,
  renderPdf,
  renderPdfWithLinks,
} from '../../unit/adapters/pdf/rendered.ts';

const A4 = { locale: 'en', paper: 'A4' } as const;
const REPORTS: readonly Report[] = [createRegionReport(), createPartialReport()];
const json = jsonRenderer();

describe('a PDF rendered in the background', () => {
  it('has the bytes of one rendered by the caller, however many are rendered at a time', async () => {
    const renderers = [
      backgroundPdfRenderer(A4),
      backgroundPdfRenderer({ locale: 'ar', paper: 'Letter' }),
    ];
    const files = await Promise.all(
      renderers.flatMap((renderer) =>
        REPORTS.map(async (report) => renderer.render(report, await json.render(report))),
      ),
    );
    const expected = [
      ...(await Promise.all(REPORTS.map((report) => renderPdf(report)))),
      ...(await Promise.all(
        REPORTS.map((report) => renderPdf(report, { locale: 'ar', paper: 'Letter' })),
      )),
    ];
    files.forEach((file, i) => {
      assert.equal(file.contentType, 'application/pdf');
      assert.ok(Buffer.from(file.bytes).equals(expected[i]?.bytes ?? new Uint8Array()), String(i));
    });
  });

  it('has the links of its report, and fails for any other address', async () => {
    const [region] = REPORTS;
    assert.ok(region !== undefined);
    const file = await json.render(region);
    const renderer = backgroundPdfRenderer({ ...A4, publicUrl: PUBLIC_URL });
    const { bytes } = await renderer.render(region, file, linksFor(region));
    assert.ok(Buffer.from(bytes).equals((await renderPdfWithLinks(region)).bytes));
    await assert.rejects(
      renderer.render(region, file, new Map([[7, 'https://other.example/d/1']])),
      new TypeError('the link to folder 7 is not one of ours'),
    );
    assert.deepEqual((await renderer.render(region, file, linksFor(region))).bytes, bytes);
  });

  it('fails alone when memory runs out, and the next one is rendered', () => {
    const lib = new URL('../../../lib/', import.meta.url).href;
    const reports = new URL('../../support/test-reports.ts', import.meta.url).href;
    const program = `
      import { backgroundPdfRenderer } from '${lib}adapters/pdf/background-renderer.ts';
      import { jsonRenderer } from '${lib}adapters/json/index.ts';
      import { createStoreReport } from '${reports}';
      const store = createStoreReport(1);
      const surveys = Array.from({ length: 500 }, (_, key) => ({ ...store.surveys[0], key: key + 1 }));
      const renderer = backgroundPdfRenderer({ locale: 'en', paper: 'A4' });
      for (const report of [{ ...store, surveys }, store]) {
        const result = await jsonRenderer().render(report).then((json) => renderer.render(report, json))
          .then(({ extension }) => extension, ({ code }) => code);
        console.log(result);
      }`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=40'], {
      input: program,
      encoding: 'utf8',
    });
    assert.equal(stdout, 'ERR_WORKER_OUT_OF_MEMORY\npdf\n', stderr);
  });
});
