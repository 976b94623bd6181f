// What the API may send and should not: for each number of the catalogue what becomes of it, by the real client on a
// real socket, with its code, its place in the body and whether it is asked for again; and no word of it in a log.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gaps, UPSTREAM } from '../../support/bad-input/catalogue.ts';
import { BODIES, STATUS } from './upstream-bodies.ts';
import { FOLDERS } from './upstream-folders.ts';
import { LISTS } from './upstream-lists.ts';
import { SURVEYS } from './upstream-surveys.ts';
import { TEXTS } from './upstream-texts.ts';
import { openStage, type UpstreamStage } from './upstream-company.ts';

const ENTRIES = [...BODIES, ...FOLDERS, ...TEXTS, ...SURVEYS, ...LISTS, ...STATUS].toSorted(
  (a, b) => Number(a.of) - Number(b.of),
);

describe('bad input from the API', () => {
  let stage: UpstreamStage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  it('is spoken of, each of its 60 kinds once', () => {
    assert.deepEqual(gaps(UPSTREAM, ENTRIES), []);
  });

  for (const { of, what, cases } of ENTRIES) {
    it(`${of}: ${what}`, async () => {
      for (const one of cases) await stage.play(one);
    });
  }
});
