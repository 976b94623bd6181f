// The campaigns of campaign.ts, each a moment long and with a seed of its own that is always the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodiesTarget } from '../../campaigns/fuzz/bodies/bodies-target.ts';
import { eventsTarget } from '../../campaigns/fuzz/events/events-target.ts';
import { hunt, type Target } from '../../campaigns/fuzz/fuzz-runner.ts';
import { pagesTarget } from '../../campaigns/fuzz/pages/pages-target.ts';
import { pdfsTarget } from '../../campaigns/fuzz/pdfs/pdfs-target.ts';
import { secretsTarget } from '../../campaigns/fuzz/secrets/secrets-target.ts';

/** These take a second or more each time. */
const SLOW = [
  'moves by a millisecond',
  'no answer',
  'a stall',
  'length too long',
  'when the page and the functions are built',
];

interface Short {
  readonly open: () => Promise<Target>;
  readonly runs: number;
  /** Kinds that must have been tried; all that are not slow where it is not told. */
  readonly only?: readonly string[];
}

async function shortened({ open, runs, only }: Short): Promise<ReadonlyMap<string, number>> {
  const target = await open();
  const kinds = [...new Set(only ?? target.kinds)].filter((kind) => !SLOW.includes(kind));
  const { found, kinds: tried, outcomes } = await hunt({ ...target, kinds }, { seed: 7, runs });
  await target.close();
  assert.equal(found, null, found === null ? '' : `${found.fault}\nthe input is in ${found.file}`);
  const untried = kinds.filter((kind) => (tried.get(kind) ?? 0) === 0);
  assert.deepEqual(untried, [], 'kinds that were never tried');
  return outcomes;
}

describe('whatever the reporting API answers', () => {
  it('a valid report or a typed failure comes of it, and nothing is lost or doubled', async () => {
    const outcomes = await shortened({ open: bodiesTarget, runs: 150 });
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

describe('whatever is asked of the HTTP API', () => {
  it('the answer is one that its description has, and never an error of ours', async () => {
    const outcomes = await shortened({ open: eventsTarget, runs: 400 });
    for (const outcome of ['200', '302', '400', '401', '404', '405', '422', '503', 'no event']) {
      assert.ok(outcomes.has(outcome), outcome);
    }
  });
});

describe('however a server pages', () => {
  it('its list is read item for item, or the failure names paging', async () => {
    const outcomes = await shortened({ open: pagesTarget, runs: 400 });
    assert.ok((outcomes.get('exact, exact, exact') ?? 0) > 200);
  });
});

describe('whatever a report holds', () => {
  it('its PDF keeps the law of the pages and is the same bytes twice', async () => {
    const only = ['names of 1,000 characters', 'odd names', 'huge figures', 'unknown kinds'];
    await shortened({ open: pdfsTarget, runs: 4, only });
  });
});

describe('whatever a secret looks like', () => {
  it('it is in nothing that is written', async () => {
    const only = [
      'when reports are made',
      'when the configuration is wrong',
      'when links and answers',
      'when webhooks are told',
      'quotes',
      'what expressions mean',
    ];
    await shortened({ open: secretsTarget, runs: 6, only });
  });
});
