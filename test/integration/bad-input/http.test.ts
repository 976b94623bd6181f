// Invalid requests to the HTTP API: for each item of the catalogue the status and problem code, or why it cannot occur.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createTestApiIn } from '../../support/http/reports-api-context.ts';
import { catalogueGaps, HTTP } from '../../support/bad-input/catalogue.ts';
import { WEEK } from './http-cases.ts';
import { REQUESTS } from './http-entries.ts';

describe('an invalid request', () => {
  const root = mkdtempSync(join(tmpdir(), 'bad-input-'));
  const context = createTestApiIn(root);
  before(() => context.put(WEEK, 21));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('has an entry for each item of the catalogue', () => {
    assert.deepEqual(catalogueGaps(HTTP, REQUESTS), []);
  });

  for (const { of, what, cases } of REQUESTS) {
    it(`${of}: ${what}`, async () => {
      for (const testCase of cases) await testCase.check(context);
    });
  }
});
