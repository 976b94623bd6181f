// The codes and facts of failures, and what the client does with responses at the limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectByOffset, feedbackPages } from '../../../lib/adapters/feedback-api/paging.ts';
import type { Failure } from '../../../lib/shared/failure.ts';
import { respondAlways, startScriptedApi, type Responder } from './scripted-server.ts';
import { openClientContext, type ClientContext } from './client-context.ts';
import { catchFailure } from '../../support/outcomes.ts';

const RANGE = { start: Date.UTC(2026, 10, 9), end: Date.UTC(2026, 10, 16) };

async function withServer<T>(
  responder: Responder,
  work: (context: ClientContext, requests: () => number) => Promise<T>,
): Promise<T> {
  await using server = await startScriptedApi(responder);
  await using context = openClientContext({ baseUrl: server.url });
  return await work(context, () => server.requests.length);
}

function codeAndFacts({ code, facts }: Failure): unknown {
  return [code, facts];
}

describe('a failure', () => {
  it('states the path, the status and the place of an invalid field', async () => {
    const failure = await withServer(respondAlways({ key: 0 }), ({ api }) =>
      catchFailure(api.client.question(5)),
    );
    assert.deepEqual(codeAndFacts(failure), [
      'KEY_INVALID',
      { path: '/v1/questions/5', status: 200, where: '/key' },
    ]);
  });

  it('states the status and the attempts of a body that is not JSON', async () => {
    const failure = await withServer(
      (response) => {
        response.end('x');
      },
      ({ api }) => catchFailure(api.client.question(5)),
    );
    assert.deepEqual(codeAndFacts(failure), [
      'UPSTREAM_NOT_JSON',
      { path: '/v1/questions/5', status: 200, attempts: 4 },
    ]);
  });

  it('states the status of a body that is too large', async () => {
    await using server = await startScriptedApi(respondAlways({ text: 'x'.repeat(1_000) }));
    await using context = openClientContext({ baseUrl: server.url, maxBodyBytes: 100 });
    assert.deepEqual(codeAndFacts(await catchFailure(context.api.client.question(5))), [
      'RESPONSE_TOO_LARGE',
      { path: '/v1/questions/5', status: 200, attempts: 1 },
    ]);
  });

  it('has the code of a timeout when a request times out', { timeout: 30_000 }, async () => {
    await using server = await startScriptedApi(() => undefined);
    // No retry fits before the deadline, which never ends by itself.
    const timeouts = { headersMs: 60, totalMs: 100 };
    await using context = openClientContext({ baseUrl: server.url, timeouts });
    assert.deepEqual(codeAndFacts(await catchFailure(context.api.client.question(5))), [
      'UPSTREAM_TIMEOUT',
      { path: '/v1/questions/5', reason: 'UND_ERR_HEADERS_TIMEOUT', attempts: 1 },
    ]);
  });

  it('names no other key when a folder has no key or does not exist', async () => {
    const readFolder = ({ api }: ClientContext) =>
      catchFailure(api.source.readFolders(12, { surveys: true }));
    assert.deepEqual(codeAndFacts(await withServer(respondAlways({ key: 0 }), readFolder)), [
      'KEY_INVALID',
      { where: '/key' },
    ]);
    const missing: Responder = (response) => {
      response.writeHead(404).end();
    };
    assert.deepEqual(codeAndFacts(await withServer(missing, readFolder)), [
      'UPSTREAM_NOT_FOUND',
      { path: '/v1/folders/12', status: 404, attempts: 1 },
    ]);
  });

  it('states the limit of JSON levels for a folder response that is too deep', async () => {
    const nested = (levels: number): string =>
      `${'{"key":1,"folders":['.repeat(levels)}${']}'.repeat(levels)}`;
    const readTree = (levels: number) =>
      withServer(
        (response) => {
          response.end(nested(levels));
        },
        ({ api }) => catchFailure(api.source.readFolders(null, { surveys: true })),
      );
    assert.notEqual((await readTree(66)).code, 'TOO_DEEP');
    assert.deepEqual(codeAndFacts(await readTree(69)), [
      'TOO_DEEP',
      { path: '/v1/folders', status: 200, limit: 136 },
    ]);
  });
});

describe('alerts of a subtree', () => {
  it('requests alerts once when the response is an error', async () => {
    await withServer(
      (response) => {
        response.writeHead(403).end();
      },
      async ({ api }, requests) => {
        const failure = await catchFailure(api.source.readAlerts(1, RANGE, { childFolders: true }));
        assert.deepEqual([failure.code, requests()], ['UPSTREAM_REJECTED', 1]);
      },
    );
  });

  it('treats alerts without meta as complete below the documented limit', async () => {
    const alert = {
      key: 1,
      alertType: 'negative',
      survey: { key: 1 },
      alertSpecification: { key: 1 },
      beginTime: '2026-11-09T10:00:00Z',
    };
    const alerts = await withServer(respondAlways({ data: [alert] }), ({ api }) =>
      api.source.readAlerts(1, RANGE, { childFolders: false }),
    );
    assert.equal(alerts.length, 1);
  });
});

describe('lists', () => {
  const meta = (total: number) => ({ offset: 0, limit: 100, total });

  it('accepts several folders, questions and surveys of a question, also without keys', async () => {
    const folders = [{ key: 2 }, { key: 3 }, { name: 'a' }, { name: 'b' }];
    const children = await withServer(respondAlways({ meta: meta(4), data: folders }), ({ api }) =>
      api.client.folderChildren(1, { surveys: false }),
    );
    assert.deepEqual(
      children.map(({ key }) => key),
      [2, 3, null, null],
    );
    const surveys = [12, 13].map((key) => ({ key, folder: { key: 1, name: 'x' } }));
    const periods = await withServer(respondAlways({ meta: meta(2), data: surveys }), ({ api }) =>
      api.source.readActivePeriods([5]),
    );
    assert.deepEqual(
      [...periods],
      [
        [12, []],
        [13, []],
      ],
    );
  });

  it('rejects lists that repeat a key as inconsistent', async () => {
    const failure = await withServer(
      respondAlways({ meta: meta(2), data: [{ key: 2 }, { key: 2 }] }),
      ({ api }) => catchFailure(api.client.folderChildren(1, { surveys: false })),
    );
    assert.deepEqual(codeAndFacts(failure), [
      'PAGING_INCONSISTENT',
      { path: '/v1/folders/1/children' },
    ]);
    const offsetList = collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset) => Promise.resolve({ meta: { offset, total: 3 }, data: [] }),
    });
    assert.deepEqual((await catchFailure(offsetList)).facts, { path: '/list' });
  });
});

describe('pages of feedback', () => {
  const timestamp = (at: number) => ({ at, offsetMinutes: 0, localDay: 0, hour: 0 });

  function list(next: (start: number) => number | null) {
    let pages = 0;
    return {
      path: '/list',
      cap: 10,
      timeOf: timestamp,
      pages: () => pages,
      read: ({ start }: { readonly start: number }) => {
        pages += 1;
        assert.ok(pages <= 1_001, 'too many pages');
        const at = next(start);
        const moreResultsAfter = at === null ? null : timestamp(at);
        return Promise.resolve({ meta: { moreResultsAfter }, data: [start - 1, start] });
      },
    };
  }

  it('fail after a thousand pages', async () => {
    const endless = list((start) => start + 1);
    const readAll = async (): Promise<void> => {
      for await (const page of feedbackPages(endless, RANGE)) assert.ok(page.length > 0);
    };
    assert.deepEqual(codeAndFacts(await catchFailure(readAll())), [
      'PAGING_STALLED',
      { path: '/list', pages: 1_000 },
    ]);
    assert.equal(endless.pages(), 1_000);
  });

  it('include an item of the first page from before the range', async () => {
    const pages: (readonly number[])[] = [];
    for await (const page of feedbackPages(
      list(() => null),
      RANGE,
    )) {
      pages.push(page);
    }
    assert.deepEqual(pages, [[RANGE.start - 1, RANGE.start]]);
  });

  it('rejects pages that point backwards, with the path', async () => {
    const pages = feedbackPages(
      list((start) => start),
      RANGE,
    );
    assert.deepEqual(codeAndFacts(await catchFailure(pages.next())), [
      'PAGING_STALLED',
      { path: '/list' },
    ]);
  });
});

describe('survey details', () => {
  it('name a folder without a name by its key', async () => {
    const survey = {
      key: 12,
      question: { key: 5 },
      folder: { key: 3 },
      surveyType: 'TERMINAL',
      indexType: 'HAPPY',
      feedbackScale: 'FOUR',
    };
    const { folder } = await withServer(respondAlways(survey), ({ api }) =>
      api.source.readSurvey(12),
    );
    assert.deepEqual(folder, { key: 3, name: 'Folder 3' });
  });
});
