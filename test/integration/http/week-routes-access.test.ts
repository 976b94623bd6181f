// Access control of the report library in a process with caches, which all callers share.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import type { Caller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { compareRevisions } from '../../../lib/domain/report-changes.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { openArchive, commitTestReport } from '../../support/archive.ts';
import { commitWeek, PLANNED_FOLDERS, shop } from '../../support/http/company-week.ts';
import {
  createTestApiIn,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const NOW = '2026-W46';
const BEFORE = '2026-W45';
const PARENTS = new Map<number, number | null>(PLANNED_FOLDERS);
const NAMES = new Map([
  [1, 'Acme'],
  [2, 'North'],
  [21, 'Store Å'],
  [22, 'Store B'],
  [3, 'South'],
  [31, 'Store C'],
]);
/** 31 was below North the week before. */
const PARENTS_BEFORE = new Map(PARENTS).set(31, 2);

/** Both weeks, with two revisions of the moved folder; another process reads the same store. */
async function company(
  t: TestContext,
): Promise<{ testApi: ReportsApiTestContext; another: () => ReportsApiTestContext }> {
  const root = await temporaryFolder(t);
  const testApi = createTestApiIn(root);
  await testApi.plan(NOW, [...PARENTS]);
  await testApi.plan(BEFORE, [...PARENTS_BEFORE]);
  await commitWeek(testApi, NOW);
  const north = [
    { key: 1, name: 'Acme' },
    { key: 2, name: 'North' },
  ];
  const movedReport = shop({ key: 31, name: 'Store C', path: north }, { week: BEFORE });
  await commitTestReport(openArchive(testApi.store), movedReport);
  const later = { ...movedReport, revision: 2, asOf: '2026-11-18T08:00:00.000Z' };
  await commitTestReport(openArchive(testApi.store), {
    ...later,
    changes: compareRevisions(movedReport, later),
  });
  return { testApi, another: () => createTestApiIn(root) };
}

function sees({ folders }: Caller, parents: ReadonlyMap<number, number | null>, folder: number) {
  if (folders === null) return true;
  for (let at: number | null = folder; at !== null; at = parents.get(at) ?? null) {
    if (folders.includes(at)) return true;
  }
  return false;
}

const overviewSchema = z.object({ folders: z.array(z.object({ key: z.number() })) });

describe('the report library in a process with cached data', () => {
  it('shows each caller the same as a new process, and nothing of other folders', async (t) => {
    const { testApi, another } = await company(t);
    const callers = [[1], [2], [3], [21, 3], [31], [99], []].map((folders) => ({ folders }));
    for (const caller of [WHOLE_COMPANY, ...callers, ...callers.toReversed()]) {
      const callerText = JSON.stringify(caller);
      const freshApi = another();
      for (const [week, parents] of [
        [NOW, PARENTS],
        [BEFORE, PARENTS_BEFORE],
      ] as const) {
        const path = `/v1/weeks/${week}`;
        const { text } = await testApi.ask('GET', path, { caller });
        assert.equal(
          text,
          (await freshApi.ask('GET', path, { caller })).text,
          `${callerText} ${week}`,
        );
        const { folders } = overviewSchema.parse(JSON.parse(text));
        const visibleKeys = [...parents.keys()].filter((key) => sees(caller, parents, key));
        assert.deepEqual(
          folders.map(({ key }) => key).toSorted(),
          visibleKeys.toSorted(),
          callerText,
        );
        for (const [key, name] of NAMES) {
          if (!visibleKeys.includes(key))
            assert.ok(!text.includes(name), `${callerText} ${week} ${name}`);
        }
      }
      for (const path of ['/v1/weeks', '/v1/folders']) {
        const { text } = await testApi.ask('GET', path, { caller });
        assert.equal(text, (await freshApi.ask('GET', path, { caller })).text, callerText);
      }
    }
  });

  it('reveals nothing of a folder that the caller doesn’t see in that week, not even that it is unchanged', async (t) => {
    const { testApi } = await company(t);
    const content = `/v1/reports/${BEFORE}/31/content`;
    const tag = (await testApi.ask('GET', content)).headers.get('etag') ?? '';
    const before = { caller: { folders: [2] } };
    const now = { caller: { folders: [3] } };
    const absent = (await testApi.ask('GET', `/v1/reports/${BEFORE}/99/content`, now)).text;
    for (const resource of ['content', 'content?revision=1', 'revisions', 'files']) {
      const path = `/v1/reports/${BEFORE}/31/${resource}`;
      assert.equal((await testApi.ask('GET', path, before)).status, 200, path);
      for (const headers of [{}, { 'If-None-Match': tag }, { 'If-None-Match': '*' }] as const) {
        const { status, text } = await testApi.ask('GET', path, { ...now, headers });
        assert.equal(status, 404, path);
        assert.equal(text, absent.replaceAll('99', '31'), path);
      }
    }
    const notModified = await testApi.ask('GET', content, {
      ...before,
      headers: { 'If-None-Match': tag },
    });
    assert.equal(notModified.status, 304);
  });
});
