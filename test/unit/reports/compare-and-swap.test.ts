// Compare and swap: no change is lost, and each is applied to the current value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SwappableValue } from '../../../lib/reports/plan.ts';
import { compareAndSwap } from '../../../lib/reports/plan.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';

const KEY = 'letters';

function lettersIn(store: ObjectStore): SwappableValue<string> {
  return {
    key: KEY,
    read: async () => {
      const object = await store.read(KEY);
      if (object === null) return null;
      return { value: new TextDecoder().decode(object.bytes), version: object.version };
    },
    encode: encodeText,
  };
}

describe('compareAndSwap', () => {
  it('loses no change of as many concurrent writers as there are attempts', async () => {
    const store = memoryStore();
    await store.create(KEY, encodeText(''), PLAIN_TEXT);
    const letters = Array.from('abcdefghijklmnopqrst');
    await Promise.all(
      letters.map((letter) =>
        compareAndSwap(store, lettersIn(store), (text) => `${text}${letter}`),
      ),
    );
    const storedText = (await lettersIn(store).read())?.value ?? '';
    assert.deepEqual(Array.from(storedText).toSorted(), letters);
  });

  it('applies the change to the current value and returns the result', async () => {
    const store = memoryStore();
    await store.create(KEY, encodeText('a'), PLAIN_TEXT);
    const readTexts: string[] = [];
    const replace: ObjectStore['replace'] = async (...written) => {
      if (readTexts.length === 1)
        await compareAndSwap(store, lettersIn(store), (text) => `${text}b`);
      return store.replace(...written);
    };
    const changed = await compareAndSwap({ replace }, lettersIn(store), (text) => {
      readTexts.push(text);
      return `${text}c`;
    });
    assert.deepEqual([changed, readTexts], ['abc', ['a', 'ab']]);
  });

  it('writes nothing without a value or without a change', async () => {
    const store = memoryStore();
    const replace = (): never => assert.fail('written');
    const change = (change: (text: string) => string): Promise<string | null> =>
      compareAndSwap({ replace }, lettersIn(store), change);
    assert.equal(await change((text) => `${text}a`), null);
    await store.create(KEY, encodeText('a'), PLAIN_TEXT);
    assert.equal(await change((text) => text), 'a');
  });

  it('fails with STORE_UNAVAILABLE when other writers always come first', async () => {
    const store = memoryStore();
    await store.create(KEY, encodeText('a'), PLAIN_TEXT);
    let tries = 0;
    const replace = (): Promise<boolean> => {
      tries += 1;
      return Promise.resolve(false);
    };
    await assert.rejects(
      compareAndSwap({ replace }, lettersIn(store), (text) => `${text}b`),
      { code: 'STORE_UNAVAILABLE', facts: { key: KEY, reason: 'too many writers' } },
    );
    assert.equal(tries, 20);
  });
});
