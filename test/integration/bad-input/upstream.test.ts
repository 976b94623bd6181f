// Invalid responses of the reporting API: for each item of the catalogue the outcome with the real client on a real
// socket: the code, the place in the body and the number of requests. No log line contains any of the response.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { catalogueGaps, UPSTREAM } from '../../support/bad-input/catalogue.ts';
import { BODIES, STATUS } from './upstream-bodies.ts';
import { FOLDERS } from './upstream-folders.ts';
import { LISTS } from './upstream-lists.ts';
import { SURVEYS } from './upstream-surveys.ts';
import { TEXTS } from './upstream-texts.ts';
import { startUpstreamServer, type UpstreamServer } from './bad-input-company.ts';

const ENTRIES = [...BODIES, ...FOLDERS, ...TEXTS, ...SURVEYS, ...LISTS, ...STATUS].toSorted(
  (a, b) => Number(a.of) - Number(b.of),
);

describe('an invalid API response', () => {
  let server: UpstreamServer;
  before(async () => {
    server = await startUpstreamServer();
  });
  after(() => server[Symbol.asyncDispose]());

  it('has an entry for each of the 60 items of the catalogue', () => {
    assert.deepEqual(catalogueGaps(UPSTREAM, ENTRIES), []);
  });

  for (const { of, what, cases } of ENTRIES) {
    it(`${of}: ${what}`, async () => {
      for (const testCase of cases) await server.check(testCase);
    });
  }
});
