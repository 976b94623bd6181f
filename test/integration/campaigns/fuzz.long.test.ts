// Short runs of the fuzz campaigns with a fixed seed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodiesTarget } from '../../campaigns/fuzz/bodies/bodies-target.ts';
import { eventsTarget } from '../../campaigns/fuzz/events/events-target.ts';
import { runFuzz, type FuzzTarget } from '../../campaigns/fuzz/fuzz-runner.ts';
import { pagesTarget } from '../../campaigns/fuzz/pages/pages-target.ts';
import { pdfsTarget } from '../../campaigns/fuzz/pdfs/pdfs-target.ts';
import { secretsTarget } from '../../campaigns/fuzz/secrets/secrets-target.ts';

/** Kinds that take a second or more per run. */
const SLOW = [
  'moves by a millisecond',
  'no answer',
  'a stall',
  'length too long',
  'when the page and the functions are built',
];

interface ShortRun {
  readonly open: () => Promise<FuzzTarget>;
  readonly runs: number;
  /** Kinds that must occur; default: all but the slow ones. */
  readonly only?: readonly string[];
}

async function runShortened({ open, runs, only }: ShortRun): Promise<ReadonlyMap<string, number>> {
  const target = await open();
  const kinds = [...new Set(only ?? target.kinds)].filter((kind) => !SLOW.includes(kind));
  const {
    failure,
    kinds: runsByKind,
    outcomes,
  } = await runFuzz({ ...target, kinds }, { seed: 7, runs });
  await target.close();
  assert.equal(failure, null, failure === null ? '' : `${failure.fault}\ninput: ${failure.file}`);
  const untriedKinds = kinds.filter((kind) => (runsByKind.get(kind) ?? 0) === 0);
  assert.deepEqual(untriedKinds, [], 'kinds that never occurred');
  return outcomes;
}

describe('the client of the reporting API', () => {
  it('turns any answer into valid reports without lost or duplicate data, or a typed failure', async () => {
    const outcomes = await runShortened({ open: bodiesTarget, runs: 120 });
    for (const outcome of [
      'complete',
      'partial',
      'answer',
      'SHAPE_MISMATCH',
      'UPSTREAM_NOT_JSON',
    ]) {
      assert.ok(outcomes.has(outcome), outcome);
    }
  });
});

describe('the HTTP API', () => {
  it('answers any request as described, without an internal error', async () => {
    const outcomes = await runShortened({ open: eventsTarget, runs: 400 });
    for (const outcome of [
      '200',
      '302',
      '400',
      '401',
      '404',
      '405',
      '422',
      '503',
      'invalid event',
    ]) {
      assert.ok(outcomes.has(outcome), outcome);
    }
  });
});

describe('the reader of paged lists', () => {
  it('reads every item once for any paging, or fails with a paging error', async () => {
    const outcomes = await runShortened({ open: pagesTarget, runs: 400 });
    assert.ok((outcomes.get('exact, exact, exact') ?? 0) > 200);
  });
});

describe('the PDF renderer', () => {
  it('draws any report inside the page rules, with the same bytes each time', async () => {
    const only = ['names of 1,000 characters', 'odd names', 'huge figures', 'unknown kinds'];
    await runShortened({ open: pdfsTarget, runs: 4, only });
  });
});

describe('the output of commands and functions', () => {
  it('never contains a secret with special characters', async () => {
    const only = [
      'when reports are made',
      'when the configuration is invalid',
      'when links are opened',
      'when webhooks are sent',
      'quotes',
      'expression characters',
    ];
    await runShortened({ open: secretsTarget, runs: 6, only });
  });
});
