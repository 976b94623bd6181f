// The view of a report over HTTP: worded in a language, with a tag that follows from what it is made of.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { Caller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { addNote } from '../../../lib/reports/place-notes.ts';
import { compareRevisions } from '../../../lib/domain/report-changes.ts';
import { openArchive, commitTestReport } from '../../support/archive.ts';
import { createReport } from '../../support/test-reports.ts';
import { shop, SHOP } from '../../support/http/company-week.ts';
import type {
  ReportsApiTestContext,
  TestResponse,
} from '../../support/http/reports-api-context.ts';
import { createTestApi } from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const VIEW = `/v1/reports/${WEEK}/21/view`;
const FIRST = shop(SHOP, { week: WEEK, asOf: '2026-11-17T08:00:00.000Z' });

const folderView = z.object({
  sections: z.array(z.object({ state: z.string(), rows: z.array(z.unknown()) })),
  counts: z.array(z.object({ state: z.string(), count: z.number() })),
  heat: z.object({ groups: z.array(z.unknown()) }),
});

async function withReport(test: TestContext): Promise<ReportsApiTestContext> {
  const testApi = await createTestApi(test);
  await commitTestReport(openArchive(testApi.store), FIRST);
  return testApi;
}

async function tagOf(answer: Promise<TestResponse>): Promise<string> {
  const { status, headers, text } = await answer;
  assert.equal(status, 200, text);
  return headers.get('ETag') ?? '';
}

describe('the view of a report', () => {
  it('is worded in the requested language', async (t) => {
    const testApi = await withReport(t);
    const english = await testApi.ask('GET', `${VIEW}?language=en`);
    const finnish = await testApi.ask('GET', `${VIEW}?language=fi`);
    assert.equal(english.status, 200, english.text);
    assert.deepEqual(
      [
        english.body['kind'],
        english.body['folder'],
        english.body['week'],
        english.body['language'],
      ],
      ['place', 21, WEEK, 'en-GB'],
    );
    assert.equal(english.headers.get('Content-Language'), 'en');
    assert.equal(finnish.body['weekName'], 'Viikko 46');
  });

  it('can leave out the rows of places as usual among more than 100', async (t) => {
    const testApi = await createTestApi(t);
    const folders = Array.from({ length: 101 }, (_, i) => ({
      key: 200 + i,
      name: `Place ${i}`,
      surveys: [{ key: 2_000 + i, name: 'How was it?', ...(i === 0 ? { shift: -0.3 } : {}) }],
    }));
    const report = createReport({ key: 1, name: 'Northwind', folders }, { week: WEEK });
    await commitTestReport(openArchive(testApi.store), report);
    const rowsOf = async (query: string) => {
      const path = `/v1/reports/${WEEK}/1/view?language=en${query}`;
      const { status, headers, text } = await testApi.ask('GET', path);
      assert.equal(status, 200, text);
      const { sections, counts, heat } = folderView.parse(JSON.parse(text));
      const rows = sections.map(({ state, rows: { length } }) => [state, length]);
      return { rows, counts, groups: heat.groups.length, tag: headers.get('ETag') };
    };
    const all = await rowsOf('');
    const first = await rowsOf('&part=first');
    assert.deepEqual(
      [all.rows, first.rows],
      [
        [
          ['new', 1],
          ['usual', 100],
        ],
        [
          ['new', 1],
          ['usual', 0],
        ],
      ],
    );
    assert.deepEqual(first.counts, all.counts);
    assert.deepEqual([all.groups > 0, first.groups], [true, 0]);
    assert.notEqual(first.tag, all.tag);
    assert.deepEqual(await rowsOf('&part=all'), all);
  });

  it('is in the language that the request prefers, or in the one of the server', async (t) => {
    const testApi = await withReport(t);
    const preferred = await testApi.ask('GET', VIEW, {
      headers: { 'Accept-Language': 'de-CH, fi;q=0.5' },
    });
    const other = await testApi.ask('GET', VIEW, { headers: { 'Accept-Language': 'tlh' } });
    assert.equal(preferred.headers.get('Content-Language'), 'de');
    assert.match(preferred.headers.get('Vary') ?? '', /Accept-Language/);
    assert.equal(other.headers.get('Content-Language'), 'sv');
  });

  it('fails with FIELD_INVALID for a language without texts', async (t) => {
    const testApi = await withReport(t);
    const { status, body } = await testApi.ask('GET', `${VIEW}?language=tlh`);
    assert.deepEqual([status, body['code']], [400, 'FIELD_INVALID']);
  });

  it('has numbers with at most three decimals', async (t) => {
    const testApi = await withReport(t);
    const { text } = await testApi.ask('GET', VIEW);
    assert.match(text, /[:[,]\d+\.\d{3}[,}]/);
    assert.doesNotMatch(text, /[:[,]-?\d+\.\d{4,}[,}\]]/);
  });

  it('is answered with 304 to who has it', async (t) => {
    const testApi = await withReport(t);
    const tag = await tagOf(testApi.ask('GET', `${VIEW}?language=en`));
    const headers = { 'If-None-Match': tag };
    const again = await testApi.ask('GET', `${VIEW}?language=en`, { headers });
    const german = await testApi.ask('GET', `${VIEW}?language=de`, { headers });
    assert.deepEqual([again.status, again.text, german.status], [304, '', 200]);
  });

  it('has another tag with another note, another revision or another language', async (t) => {
    const testApi = await withReport(t);
    const { api, store } = testApi;
    const tags = [
      await tagOf(testApi.ask('GET', `${VIEW}?language=en`)),
      await tagOf(testApi.ask('GET', `${VIEW}?language=de`)),
    ];
    const note = { by: 'a', name: 'M. Virtanen', week: WEEK, text: 'Lane closed', at: FIRST.asOf };
    await addNote(api.repository, 21, note);
    const noted = await testApi.ask('GET', `${VIEW}?language=en`);
    assert.match(noted.text, /Lane closed/);
    tags.push(noted.headers.get('ETag') ?? '');
    const next = {
      ...shop(SHOP, { week: WEEK, seed: 2, asOf: '2026-11-18T08:00:00.000Z' }),
      revision: 2,
    };
    await commitTestReport(openArchive(store), { ...next, changes: compareRevisions(FIRST, next) });
    tags.push(await tagOf(testApi.ask('GET', `${VIEW}?language=en`)));
    assert.equal(new Set(tags).size, 4);
    const first = await testApi.ask('GET', `${VIEW}?language=en&revision=1`);
    assert.deepEqual([first.status, first.body['revision']], [200, 1]);
  });

  it('does not show notes that count from a later week on', async (t) => {
    const testApi = await withReport(t);
    const { api } = testApi;
    const note = { by: 'a', name: 'M', week: '2026-W47', text: 'Later', at: FIRST.asOf };
    await addNote(api.repository, 21, note);
    assert.doesNotMatch((await testApi.ask('GET', `${VIEW}?language=en`)).text, /Later/);
  });

  it('does not show the notes of a place that has left the folders of the caller', async (t) => {
    const testApi = await withReport(t);
    // In the week the place was below folder 3; now it is below folder 2.
    await testApi.plan(WEEK, [
      [1, null],
      [3, 1],
      [21, 3],
    ]);
    const note = { by: 'a', name: 'M', week: WEEK, text: 'Two lanes closed', at: FIRST.asOf };
    await addNote(testApi.api.repository, 21, note);
    const viewFor = async (caller: Caller): Promise<string> => {
      const { status, text } = await testApi.ask('GET', `${VIEW}?language=en`, { caller });
      assert.equal(status, 200, text);
      return text;
    };
    assert.doesNotMatch(await viewFor({ folders: [3] }), /Two lanes closed/);
    assert.match(await viewFor(WHOLE_COMPANY), /Two lanes closed/);
  });

  it('is there while the reporting API is not, with the notes of the folders that the caller was given', async (t) => {
    const testApi = await withReport(t);
    await testApi.plan(WEEK, [
      [1, null],
      [2, 1],
      [21, 2],
    ]);
    const note = { by: 'a', name: 'M', week: WEEK, text: 'Two lanes closed', at: FIRST.asOf };
    await addNote(testApi.api.repository, 21, note);
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    const notedFor = async (...folders: readonly number[]): Promise<boolean> => {
      const { status, text } = await testApi.ask('GET', VIEW, { caller: { folders } });
      assert.equal(status, 200, text);
      return text.includes('Two lanes closed');
    };
    assert.deepEqual([await notedFor(21), await notedFor(2)], [true, false]);
  });

  it('is REPORT_NOT_FOUND for a folder that the caller does not see', async (t) => {
    const testApi = await withReport(t);
    const seen = await testApi.ask('GET', VIEW, { caller: WHOLE_COMPANY });
    const unseen = await testApi.ask('GET', VIEW, { caller: { folders: [3] } });
    assert.deepEqual([seen.status, unseen.status], [200, 404]);
    assert.equal(unseen.body['code'], 'REPORT_NOT_FOUND');
  });
});
