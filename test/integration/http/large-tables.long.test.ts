// GET /v1/figures of more reports than an answer or an ETag covers.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import {
  deliveryCodecs,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
} from '../../../lib/composition/compose.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { WHOLE_COMPANY, wholeCompanyCaller } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES, manifestKey } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { commitTestReport, openArchive, replaceBytes } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { shop, SHOP } from '../../support/http/company-week.ts';
import {
  createTestApi,
  createTestApiOn,
  objectIn,
} from '../../support/http/reports-api-context.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { canary } from '../../support/secret-markers.ts';
import { RULES } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';

const WEEK = '2026-W46';
const NOW = Date.parse('2026-11-19T08:00:00Z');
const files = parquetFiles();

/** A week of 1,200 folders, with its tables. */
async function manyFolders(): Promise<{ readonly store: MemoryStore; readonly keys: number[] }> {
  const store = memoryStore();
  const report = shop(SHOP, { week: WEEK });
  const keys = Array.from({ length: 1200 }, (_, i) => 1000 + i);
  for (const key of keys) {
    await commitTestReport(openArchive(store), { ...report, folder: { ...report.folder, key } });
  }
  await writeWeekTables({ repository: openArchive(store), files }, WEEK, { now: NOW });
  return { store, keys };
}

describe('a large table', () => {
  // The tests share it, and the last one damages a report.
  let largeWeek: Awaited<ReturnType<typeof manyFolders>>;
  before(async () => {
    largeWeek = await manyFolders();
  });

  it('is refused where it can’t be sent while it is made', async () => {
    const { store } = largeWeek;
    store.resetCalls();
    const testApi = createTestApiOn(store);
    const routes = createReportsApi(testApi.api);
    const ask = (more: string) =>
      routes.fetch(new Request(`http://host.example/v1/figures?from=2026-W46${more}`), {
        caller: WHOLE_COMPANY,
      });
    const refusedResponse = await ask('&grain=hour');
    assert.equal(refusedResponse.status, 422);
    const { code, detail } = objectIn(await refusedResponse.text());
    assert.equal(code, 'ANSWER_TOO_LARGE');
    assert.match(String(detail), /fewer weeks.*below.*coarser grain.*export/);
    // Reading ended with the refusal.
    assert.ok(store.calls.read < 1200);
  });

  it('is sent while it is made, stops when the caller goes away, and breaks off where a report is damaged', async (t) => {
    const { store, keys } = largeWeek;
    const repository = {
      ...openArchive(store),
      childLinks: null,
      renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
    };
    const token = canary('caller token');
    const problems: unknown[] = [];
    const server = await serveReports({
      making: {
        source: memoryCompany({ key: 1, folders: [] }).source,
        repository,
        clock: () => Date.parse('2026-11-19T08:00:00Z'),
        rules: RULES,
        concurrency: 1,
      },
      port: 0,
      token,
      tokenCaller: wholeCompanyCaller(null),
      publicUrl: null,
      locale: 'en',
      page: () => Promise.reject(new TypeError('no page')),
      factFiles: files,
      openDelivery: null,
      revocations: revocationCodec,
      tokenCodecs,
      jobRecords: jobRecordCodec,
      codecs: deliveryCodecs,
      linkKeys: () => Promise.resolve([]),
      onError: (error) => problems.push(error),
    });
    t.after(() => server.close());
    const ask = (grain: string, encoding: string, signal?: AbortSignal) =>
      fetch(`${server.url}/v1/figures?from=2026-W46&grain=${grain}`, {
        headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding },
        ...(signal === undefined ? {} : { signal }),
      });

    const response = await ask('week', 'gzip');
    assert.deepEqual([response.status, response.headers.get('ETag')], [200, null]);
    assert.equal(response.headers.get('Transfer-Encoding'), 'chunked');
    const lines = (await response.text()).split('\r\n');
    // With the header and the end of the last line.
    assert.equal(lines.length, keys.length + 2);

    store.resetCalls();
    for (const encoding of ['gzip', 'identity']) {
      const caller = new AbortController();
      await (await ask('hour', encoding, caller.signal)).body?.getReader().read();
      caller.abort();
    }
    const countSettledReads = async (): Promise<number> => {
      const { read } = store.calls;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return read === store.calls.read ? read : countSettledReads();
    };
    // Either table needs a read for each folder; connections have buffers of megabytes.
    assert.ok((await countSettledReads()) < keys.length);

    await replaceBytes(store, manifestKey({ week: WEEK, folder: 1100 }), Buffer.from('{'));
    await assert.rejects(
      async () => (await ask('week', 'identity')).text(),
      /terminated|fetch failed/,
    );
    assert.deepEqual(
      problems.map((problem) => problem instanceof Failure && [problem.code, problem.facts]),
      [['REPORT_DAMAGED', { week: WEEK, folder: 1100, what: 'manifest' }]],
    );
  });
});

describe('figures of more than a thousand reports', () => {
  it('have every row, and no ETag', async (t) => {
    const testApi = await createTestApi(t);
    const folders = Array.from({ length: 1001 }, (_, i) => 21 + i);
    await testApi.plan(
      WEEK,
      folders.map((folder) => [folder, folder === 21 ? null : 21]),
    );
    const surveys = [210, 211, 212].map((key) => ({ key, name: `Question ${key}`, volume: 60 }));
    const report = createReport({ ...SHOP, path: [], surveys }, { week: WEEK });
    await commitTestReport(openArchive(testApi.store), report);
    const manifest = await testApi.store.read(manifestKey({ week: WEEK, folder: 21 }));
    assert.ok(manifest !== null);
    const ask = () => testApi.ask('GET', `/v1/figures?from=${WEEK}&to=${WEEK}&format=ndjson`);
    // Folders with objects of a week, but without a report.
    for (const folder of folders.slice(1, 1000))
      await testApi.store.create(
        `weeks/${WEEK}/folders/${folder}/other.json`,
        manifest.bytes,
        JSON_ATTRIBUTES,
      );
    const thousand = await ask();
    assert.match(thousand.headers.get('etag') ?? '', /^"/);
    await testApi.store.create(
      `weeks/${WEEK}/folders/1021/other.json`,
      manifest.bytes,
      JSON_ATTRIBUTES,
    );
    const more = await ask();
    assert.equal(more.status, 200, more.text);
    assert.equal(more.headers.get('etag'), null);
    assert.equal(more.text.split('\n').length, 4);
    assert.equal(more.text, thousand.text);
  });
});
