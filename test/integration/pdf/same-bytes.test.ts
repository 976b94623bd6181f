// The same report has the same bytes on both Node versions, in any time zone and locale, and after other reports.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Report } from '../../../lib/domain/report.ts';
import { node22 } from '../../support/node-22.ts';
import {
  createUnusualNamesReport,
  createAllKindsReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { renderPdf } from '../../unit/adapters/pdf/rendered.ts';

const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Casablanca',
] as const;
const LANGUAGES = ['C', 'ar_EG.UTF-8', 'tr_TR.UTF-8'] as const;

const node22Path = node22();
const needsNode22 = { skip: node22Path === null ? 'needs npm ci in test/node-22' : false };
const script = fileURLToPath(new URL('print-digest.ts', import.meta.url));
const run = promisify(execFile);
const printed = z.strictObject({ digest: z.string(), fonts: z.array(z.string()) });

async function digestOf(report: Report): Promise<string> {
  return createHash('sha256')
    .update((await renderPdf(report)).bytes)
    .digest('hex');
}

async function runInProcess(
  node: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<z.infer<typeof printed>> {
  const { stdout } = await run(node, [script, ...args], { env: { ...process.env, ...env } });
  return printed.parse(JSON.parse(stdout));
}

/** The distinct digests of one report over all time zones and locales. */
async function digestsInAllEnvironments(node: string): Promise<readonly string[]> {
  const limit = pLimit(2);
  const digests = await Promise.all(
    ZONES.map((zone, i) =>
      limit(async () => {
        const language = LANGUAGES[i % LANGUAGES.length] ?? 'C';
        const env = { TZ: zone, LANG: language, LC_ALL: language };
        return (await runInProcess(node, ['store'], env)).digest;
      }),
    ),
  );
  return [...new Set(digests)];
}

describe('the bytes of a report', () => {
  it('are the same in five time zones and three system locales', async () => {
    assert.deepEqual(await digestsInAllEnvironments(process.execPath), [
      await digestOf(createStoreReport(1)),
    ]);
  });

  it('are the same on Node 22 in these time zones and locales', needsNode22, async () => {
    assert.deepEqual(await digestsInAllEnvironments(node22Path ?? ''), [
      await digestOf(createStoreReport(1)),
    ]);
  });

  for (const [name, locale] of [
    ['hard', 'en'],
    ['region', 'ar'],
  ] as const) {
    it(`are the same on Node 22: ${name} for ${locale}`, needsNode22, async () => {
      const [current, older] = await Promise.all(
        [process.execPath, node22Path ?? ''].map((node) => runInProcess(node, [name, locale])),
      );
      assert.deepEqual(current, older);
    });
  }

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
    const separate = await runInProcess(process.execPath, ['hard']);
    assert.equal(before.get(reports[2] ?? createUnusualNamesReport()), separate.digest);
  });

  it('differ for another asOf', async () => {
    const report = createStoreReport(1);
    const later = { ...report, asOf: '2026-11-17T06:00:00Z' };
    assert.notEqual(await digestOf(report), await digestOf(later));
  });
});

describe('the fonts of a report', () => {
  it('are only the base family when all text is Latin', async () => {
    const { fonts } = await runInProcess(process.execPath, ['store', 'en']);
    assert.deepEqual([...fonts].sort(), ['sans bold', 'sans regular']);
  });

  it('are opened only for the scripts in the report', async () => {
    const { fonts } = await runInProcess(process.execPath, ['store', 'ar']);
    assert.deepEqual([...fonts].sort(), [
      'arabic bold',
      'arabic regular',
      'sans bold',
      'sans regular',
    ]);
  });
});
