// What callers of the HTTP API may send and should not: for each phrase of the catalogue the status and the stable
// code, or why the API has no such thing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { reportsWorldIn } from '../../support/http/reports-api-context.ts';
import { gaps, HTTP } from '../../support/bad-input/catalogue.ts';
import { WEEK } from './http-cases.ts';
import { REQUESTS } from './http-entries.ts';

describe('a bad request', () => {
  const root = mkdtempSync(join(tmpdir(), 'bad-input-'));
  const world = reportsWorldIn(root);
  before(() => world.put(WEEK, 21));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('is spoken of, each kind once', () => {
    assert.deepEqual(gaps(HTTP, REQUESTS), []);
  });

  for (const { of, what, cases } of REQUESTS) {
    it(`${of}: ${what}`, async () => {
      for (const one of cases) await one.check(world);
    });
  }
});
