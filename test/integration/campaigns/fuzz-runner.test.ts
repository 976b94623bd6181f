// The fuzz runner finds, shrinks and repeats failures; its checks find untyped errors and secrets.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { Failure } from '../../../lib/shared/failure.ts';
import { findErrorFault } from '../../campaigns/fuzz/bodies/check-outcome.ts';
import { TOKEN } from '../../campaigns/fuzz/bodies/fuzzed-company.ts';
import { runFuzz, type FuzzInput, type FuzzTarget } from '../../campaigns/fuzz/fuzz-runner.ts';
import { MARKER } from '../../campaigns/fuzz/odd-texts.ts';
import { encodeSecret } from '../../campaigns/fuzz/secrets/secret-search.ts';
import { findLeak } from '../../campaigns/fuzz/secrets/secrets-target.ts';

/** Fails for inputs with two kinds of steps. */
const failingTarget: FuzzTarget = {
  kinds: ['a', 'b', 'c', 'never'],
  maxExtraSteps: 5,
  run: ({ steps }) => {
    const applied = steps.map(({ kind }) => kind).filter((kind) => kind !== 'never');
    const isBroken = applied.includes('a') && applied.includes('c');
    return Promise.resolve({ applied, outcome: 'x', fault: isBroken ? 'a with c' : null });
  },
  describe: ({ seed }: FuzzInput) => `seed ${seed}`,
  close: () => Promise.resolve(),
};

describe('a fuzz run', () => {
  it('shrinks a failing input and writes it to a file', async () => {
    const { failure: fuzzFailure } = await runFuzz(failingTarget, { seed: 1, runs: 500 });
    assert.ok(fuzzFailure !== null);
    assert.deepEqual(fuzzFailure.input.steps.map(({ kind }) => kind).toSorted(), ['a', 'c']);
    assert.match(await readFile(fuzzFailure.file, 'utf8'), /^a with c\n\n\{"seed":\d+,/);
  });

  it('repeats a failure from its seed and run number', async () => {
    const { failure: fuzzFailure } = await runFuzz(failingTarget, { seed: 3, runs: 500 });
    assert.ok(fuzzFailure !== null);
    const repeatedRun = await runFuzz(failingTarget, { seed: 3, runs: 1, from: fuzzFailure.run });
    assert.deepEqual(repeatedRun.failure?.input, fuzzFailure.input);
  });

  it('counts the runs of each kind, including kinds without a run', async () => {
    const { kinds } = await runFuzz(failingTarget, { seed: 1, runs: 4 });
    assert.equal(kinds.get('never'), 0);
  });
});

describe('the check of errors', () => {
  it('rejects untyped errors and failures with a secret or a text of the API', () => {
    assert.equal(findErrorFault(new Failure('TS_INVALID', { where: '/data/0/ts' })), null);
    for (const error of [
      new TypeError('x'),
      'text',
      new Failure('TS_INVALID', { value: MARKER }),
      new Failure('UPSTREAM_REJECTED', { header: TOKEN }),
      new Failure('UPSTREAM_REJECTED', {}, new Error(TOKEN)),
    ]) {
      assert.notEqual(findErrorFault(error), null);
    }
  });
});

describe('the search for leaks', () => {
  const secret = `tok-"q'\\.*+?/ü漢😀`;
  const find = (bytes: Buffer): string | null =>
    findLeak([{ name: 'artefact', bytes }], { token: secret });

  it('finds a secret in every encoding at any position', () => {
    for (const { name, bytes } of encodeSecret(secret)) {
      const around = Buffer.concat([Buffer.from('before '), bytes, Buffer.from(' behind')]);
      assert.notEqual(find(around), null, name);
    }
    for (const before of ['', 'x', 'xy']) {
      const text = Buffer.from(`${before}${secret} and more`).toString('base64');
      assert.notEqual(find(Buffer.from(text)), null, `base64 behind ${before}`);
    }
    assert.equal(find(Buffer.from('tok and nothing else')), null);
  });

  it('finds a secret in gzip and in a stream of a PDF', () => {
    assert.notEqual(find(gzipSync(secret)), null);
    const stream = deflateSync(`(${secret})`);
    const head = Buffer.from('%PDF-1.7\n1 0 obj\n<</Length 9>>\nstream\n');
    assert.notEqual(find(Buffer.concat([head, stream, Buffer.from('\nendstream')])), null);
  });
});
