// The same report has the same bytes on every Node version, in another time zone and locale, and after other reports; it
// opens the fonts of its scripts only.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Report } from '../../../lib/domain/report.ts';
import { missingNodeVersions, NODE_22, NODE_26 } from '../../support/node-versions.ts';
import {
  createUnusualNamesReport,
  createAllKindsReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { renderPdf } from '../../unit/adapters/pdf/rendered.ts';

const BASE_FONTS = ['sans bold', 'sans regular'];
const ARABIC_FONTS = ['arabic bold', 'arabic regular'];

const script = fileURLToPath(new URL('print-digest.ts', import.meta.url));
const run = promisify(execFile);
const printed = z.strictObject({ digest: z.string(), fonts: z.array(z.string()) });

async function digestOf(report: Report, locale = 'en'): Promise<string> {
  return createHash('sha256')
    .update((await renderPdf(report, { locale, paper: 'A4' })).bytes)
    .digest('hex');
}

/** In a process of its own, in another time zone and locale than this one's. */
async function printDigests(node: string, reports: readonly string[]) {
  const locale = 'ar_EG.UTF-8';
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: locale, LC_ALL: locale };
  const { stdout } = await run(node, [script, ...reports], { env });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => printed.parse(JSON.parse(line)));
}

describe('the bytes of a report', () => {
  it(
    'are the same on Node 22, 24 and 26, in another time zone and locale',
    { skip: missingNodeVersions },
    async () => {
      const expected = [
        await digestOf(createStoreReport(1)),
        await digestOf(createRegionReport(5), 'ar'),
        await digestOf(createUnusualNamesReport()),
      ];
      for (const node of [NODE_22, NODE_26]) {
        const reports = await printDigests(node, ['store.en', 'region.ar', 'hard.en']);
        assert.deepEqual(
          reports.map(({ digest }) => digest),
          expected,
        );
      }
    },
  );

  it('do not depend on reports rendered earlier in the process', async () => {
    const reports = [
      createStoreReport(1),
      createRegionReport(4),
      createUnusualNamesReport(),
      createAllKindsReport(),
    ];
    const before = new Map<Report, string>();
    for (const report of reports) before.set(report, await digestOf(report));
    for (const report of reports.toReversed()) {
      assert.equal(await digestOf(report), before.get(report));
    }
  });

  it('differ for another asOf', async () => {
    const report = createStoreReport(1);
    const later = { ...report, asOf: '2026-11-17T06:00:00Z' };
    assert.notEqual(await digestOf(report), await digestOf(later));
  });
});

describe('a process that renders reports', () => {
  it('has the bytes of other processes, and opens only the fonts of the scripts in its reports', async () => {
    const reports = await printDigests(process.execPath, ['store.en', 'store.ar', 'hard.en']);
    assert.deepEqual(
      reports.map(({ digest }) => digest),
      [
        await digestOf(createStoreReport(1)),
        await digestOf(createStoreReport(1), 'ar'),
        await digestOf(createUnusualNamesReport()),
      ],
    );
    assert.deepEqual(
      reports.slice(0, 2).map(({ fonts }) => fonts.toSorted()),
      [BASE_FONTS, [...ARABIC_FONTS, ...BASE_FONTS]],
    );
  });
});
