// The same report has the same bytes: on both runtimes, in any zone and language, whatever was rendered before.
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
  hardNamesReport,
  kindsReport,
  regionReport,
  storeReport,
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

const older = node22();
const needsNode22 = { skip: older === null ? 'needs npm ci in test/node-22' : false };
const script = fileURLToPath(new URL('print-digest.ts', import.meta.url));
const run = promisify(execFile);
const printed = z.strictObject({ digest: z.string(), fonts: z.array(z.string()) });

async function digestOf(report: Report): Promise<string> {
  return createHash('sha256')
    .update((await renderPdf(report)).bytes)
    .digest('hex');
}

async function elsewhere(
  node: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<z.infer<typeof printed>> {
  const { stdout } = await run(node, [script, ...args], { env: { ...process.env, ...env } });
  return printed.parse(JSON.parse(stdout));
}

/** The digests of one report in every zone and every language, without repetition. */
async function digestsEverywhere(node: string): Promise<readonly string[]> {
  const inTurn = pLimit(2);
  const found = await Promise.all(
    ZONES.map((zone, i) =>
      inTurn(async () => {
        const language = LANGUAGES[i % LANGUAGES.length] ?? 'C';
        const env = { TZ: zone, LANG: language, LC_ALL: language };
        return (await elsewhere(node, ['store'], env)).digest;
      }),
    ),
  );
  return [...new Set(found)];
}

describe('the bytes of a report', () => {
  it('are the same in five zones and three languages of the machine', async () => {
    assert.deepEqual(await digestsEverywhere(process.execPath), [await digestOf(storeReport(1))]);
  });

  it('are the same on Node 22, there too', needsNode22, async () => {
    assert.deepEqual(await digestsEverywhere(older ?? ''), [await digestOf(storeReport(1))]);
  });

  for (const [name, locale] of [
    ['hard', 'en'],
    ['region', 'ar'],
  ] as const) {
    it(`are the same on Node 22: ${name} for ${locale}`, needsNode22, async () => {
      const [here, there] = await Promise.all(
        [process.execPath, older ?? ''].map((node) => elsewhere(node, [name, locale])),
      );
      assert.deepEqual(here, there);
    });
  }

  it('are the same whatever was rendered before in the process', async () => {
    const reports = [storeReport(1), regionReport(4), hardNamesReport(), kindsReport()];
    const before = new Map<Report, string>();
    for (const report of reports) before.set(report, await digestOf(report));
    for (const report of reports.toReversed()) {
      assert.equal(await digestOf(report), before.get(report));
    }
    const alone = await elsewhere(process.execPath, ['hard']);
    assert.equal(before.get(reports[2] ?? hardNamesReport()), alone.digest);
  });

  it('are others for another asOf', async () => {
    const report = storeReport(1);
    const later = { ...report, asOf: '2026-11-17T06:00:00Z' };
    assert.notEqual(await digestOf(report), await digestOf(later));
  });
});

describe('the fonts of a report', () => {
  it('are the base family alone when everything is Latin', async () => {
    const { fonts } = await elsewhere(process.execPath, ['store', 'en']);
    assert.deepEqual([...fonts].sort(), ['sans bold', 'sans regular']);
  });

  it('are opened for the writings that are there, and no others', async () => {
    const { fonts } = await elsewhere(process.execPath, ['store', 'ar']);
    assert.deepEqual([...fonts].sort(), [
      'arabic bold',
      'arabic regular',
      'sans bold',
      'sans regular',
    ]);
  });
});
