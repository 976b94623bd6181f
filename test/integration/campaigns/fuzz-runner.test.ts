// The hunters themselves: what they look for, they find; what they find, they make small and can repeat.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { Failure } from '../../../lib/shared/failure.ts';
import { faultOfError } from '../../campaigns/fuzz/bodies/check-outcome.ts';
import { TOKEN } from '../../campaigns/fuzz/bodies/fuzzed-company.ts';
import { hunt, type Input, type Target } from '../../campaigns/fuzz/fuzz-runner.ts';
import { MARK } from '../../campaigns/fuzz/odd-texts.ts';
import { formsOf, leakIn } from '../../campaigns/fuzz/secrets/leaks.ts';

/** Breaks when two kinds of steps come together. */
const brittle: Target = {
  kinds: ['a', 'b', 'c', 'never'],
  moreSteps: 5,
  judge: ({ steps }) => {
    const applied = steps.map(({ kind }) => kind).filter((kind) => kind !== 'never');
    const isBroken = applied.includes('a') && applied.includes('c');
    return Promise.resolve({ applied, outcome: 'x', fault: isBroken ? 'a with c' : null });
  },
  show: ({ seed }: Input) => `seed ${seed}`,
  close: () => Promise.resolve(),
};

describe('a hunt', () => {
  it('leaves out of what it finds all that does not matter, and tells it', async () => {
    const { found } = await hunt(brittle, { seed: 1, runs: 500 });
    assert.ok(found !== null);
    assert.deepEqual(found.input.steps.map(({ kind }) => kind).toSorted(), ['a', 'c']);
    assert.match(await readFile(found.file, 'utf8'), /^a with c\n\n\{"seed":\d+,/);
  });

  it('finds the same again from its seed and the number of the run', async () => {
    const { found } = await hunt(brittle, { seed: 3, runs: 500 });
    assert.ok(found !== null);
    const again = await hunt(brittle, { seed: 3, runs: 1, from: found.run });
    assert.deepEqual(again.found?.input, found.input);
  });

  it('counts how often each kind did anything, those that never did too', async () => {
    const { kinds } = await hunt(brittle, { seed: 1, runs: 4 });
    assert.equal(kinds.get('never'), 0);
  });
});

describe('the judge of failures', () => {
  it('refuses what has no type, and a secret or a text of the API in one', () => {
    assert.equal(faultOfError(new Failure('TS_INVALID', { where: '/data/0/ts' })), null);
    for (const error of [
      new TypeError('x'),
      'text',
      new Failure('TS_INVALID', { value: MARK }),
      new Failure('UPSTREAM_REJECTED', { header: TOKEN }),
      new Failure('UPSTREAM_REJECTED', {}, new Error(TOKEN)),
    ]) {
      assert.notEqual(faultOfError(error), null);
    }
  });
});

describe('the watch for secrets', () => {
  const secret = `tok-"q'\\.*+?/ü漢😀`;
  const found = (bytes: Buffer): string | null =>
    leakIn([{ name: 'it', bytes }], { token: secret });

  it('finds one in every form, wherever it stands', () => {
    for (const { form, bytes } of formsOf(secret)) {
      const around = Buffer.concat([Buffer.from('before '), bytes, Buffer.from(' behind')]);
      assert.notEqual(found(around), null, form);
    }
    for (const before of ['', 'x', 'xy']) {
      const text = Buffer.from(`${before}${secret} and more`).toString('base64');
      assert.notEqual(found(Buffer.from(text)), null, `base64 behind ${before}`);
    }
    assert.equal(found(Buffer.from('tok and nothing else')), null);
  });

  it('finds one that is packed: in gzip, and in a stream of a PDF', () => {
    assert.notEqual(found(gzipSync(secret)), null);
    const stream = deflateSync(`(${secret})`);
    const head = Buffer.from('%PDF-1.7\n1 0 obj\n<</Length 9>>\nstream\n');
    assert.notEqual(found(Buffer.concat([head, stream, Buffer.from('\nendstream')])), null);
  });
});
