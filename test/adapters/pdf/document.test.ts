// The file itself: sound, the same every time, and with nothing in it that acts.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import type { Report } from '../../../lib/domain/report.ts';
import {
  emptyReport,
  hardNamesReport,
  kindsReport,
  manySurveysReport,
  partialReport,
  regionReport,
  reportOf,
  storeReport,
} from '../../support/reports.ts';

const renderer = pdfRenderer({ locale: 'en', paper: 'A4' });

async function bytesOf(report: Report): Promise<Buffer> {
  return Buffer.from((await renderer.render(report)).bytes);
}

/** The file's objects without the contents of its streams. */
async function objectsOf(report: Report): Promise<string> {
  const text = (await bytesOf(report)).toString('latin1');
  return text.replaceAll(/\nstream\n[\s\S]*?\nendstream/g, '');
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const qpdf = spawnSync('qpdf', ['--version']).status === 0;
const needsQpdf = { skip: qpdf ? false : 'needs qpdf' };

describe('the PDF', () => {
  it('says what it is', async () => {
    const { contentType, extension, bytes } = await renderer.render(storeReport(1));
    assert.equal(contentType, 'application/pdf');
    assert.equal(extension, 'pdf');
    assert.equal(Buffer.from(bytes.subarray(0, 8)).toString('latin1'), '%PDF-1.7');
  });

  it('has the same bytes for the same report', async () => {
    const first = digest(await bytesOf(storeReport(2)));
    await bytesOf(kindsReport());
    assert.equal(digest(await bytesOf(storeReport(2))), first);
  });

  it('has the same bytes in another process, zone and language', async () => {
    const here = digest(await bytesOf(hardNamesReport()));
    const script = fileURLToPath(new URL('print-digest.ts', import.meta.url));
    for (const [zone, language] of [
      ['Pacific/Kiritimati', 'ar_EG.UTF-8'],
      ['America/St_Johns', 'tr_TR.UTF-8'],
    ]) {
      const env = { ...process.env, TZ: zone, LANG: language, LC_ALL: language };
      assert.equal(execFileSync(process.execPath, [script], { env, encoding: 'utf8' }), here);
    }
  });

  it('has other bytes for another asOf', async () => {
    const report = storeReport(1);
    const later = { ...report, asOf: '2026-11-17T06:00:00Z' };
    assert.notEqual(digest(await bytesOf(report)), digest(await bytesOf(later)));
  });

  it('carries its title, language and dates, and only the two fonts it embeds', async () => {
    const objects = await objectsOf(
      reportOf({ key: 7, name: 'Kiosk\u202e 7', surveys: [{ key: 1, name: 'Q' }] }),
    );
    const title = Buffer.from('\ufeffKiosk 7 – week 46, 2026', 'utf16le')
      .swap16()
      .toString('latin1');
    assert.ok(objects.includes(title) || objects.includes('Kiosk 7'));
    assert.match(objects, /\/Lang \(en-GB\)/);
    assert.match(objects, /\/DisplayDocTitle true/);
    assert.match(objects, /D:20261116180000Z/);
    assert.deepEqual([...new Set(objects.match(/\/BaseFont \/\S+/g))].sort(), [
      '/BaseFont /COMMON+NotoSans-Regular',
      '/BaseFont /COMMON+NotoSans-SemiBold',
    ]);
    assert.doesNotMatch(objects, /Helvetica/);
  });

  it('has nothing that acts, whatever the names say', async () => {
    const name =
      ')>> /OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA /URI (https://evil.test) \\';
    const hostile = reportOf({
      key: 1,
      name,
      path: [{ key: 2, name }],
      surveys: [
        { key: 3, name, followUps: { painPoints: [name], highlights: ['javascript:alert(1)'] } },
      ],
    });
    for (const report of [hostile, storeReport(3), hardNamesReport()]) {
      const objects = (await objectsOf(report)).replaceAll(/\((?:\\[\s\S]|[^\\)])*\)/g, '()');
      assert.doesNotMatch(
        objects,
        /\/(?:JavaScript|JS|Launch|OpenAction|AA|URI|Annots|AcroForm|EmbeddedFiles?)\b/,
      );
    }
  });

  it('has the same bytes whatever was rendered before in the process', async () => {
    const before = new Map<Report, string>();
    const reports = [storeReport(1), regionReport(4), hardNamesReport(), kindsReport()];
    for (const report of reports) before.set(report, digest(await bytesOf(report)));
    for (const report of reports.toReversed()) {
      assert.equal(digest(await bytesOf(report)), before.get(report));
    }
    const script = fileURLToPath(new URL('print-digest.ts', import.meta.url));
    const alone = execFileSync(process.execPath, [script], { encoding: 'utf8' });
    assert.equal(before.get(reports[2] ?? hardNamesReport()), alone);
  });

  it('has fonts only for the letters it shows', async () => {
    const named = async (name: string): Promise<readonly string[]> => {
      const objects = await objectsOf(reportOf({ key: 7, name, surveys: [{ key: 1, name: 'Q' }] }));
      return [...new Set(objects.match(/(?<=\/BaseFont \/)\w+\+/g))].sort();
    };
    assert.deepEqual(await named('Kiosk'), ['COMMON+']);
    assert.deepEqual(await named('Café'), ['COMMON+', 'WESTER+']);
    assert.deepEqual(await named('Łódź'), ['COMMON+', 'EUROPE+', 'WESTER+']);
    assert.deepEqual(await named('Кафе'), ['BZZZZZ+', 'COMMON+', 'CZZZZZ+']);
  });

  it('stays small', async () => {
    const { length } = await bytesOf(storeReport(2));
    assert.ok(length < 60_000, String(length));
  });

  it('is sound to qpdf', needsQpdf, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
    try {
      const reports = [
        storeReport(3),
        kindsReport(),
        regionReport(12),
        emptyReport(),
        partialReport(),
        hardNamesReport(),
        manySurveysReport(6),
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
