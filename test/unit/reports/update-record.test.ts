// Conditional updates of a stored record: no change is lost, and each is applied to the current value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Codec, ObjectStore } from '../../../lib/ports/object-store.ts';
import { updateRecord } from '../../../lib/reports/report-repository.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT, readText } from '../../support/object-store-contract.ts';

const KEY = 'letters';
const letterCodec: Codec<string> = {
  encode: encodeText,
  decode: (bytes) => new TextDecoder().decode(bytes),
};

function updateLetters(
  store: Pick<ObjectStore, 'read' | 'create' | 'replace'>,
  change: (text: string) => string,
): Promise<string | null> {
  return updateRecord(store, letterCodec, KEY, (text) => (text === null ? null : change(text)));
}

describe('updateRecord', () => {
  it('loses no change of as many concurrent writers as there are attempts', async () => {
    const store = memoryStore();
    await store.create(KEY, encodeText(''), PLAIN_TEXT);
    const letters = Array.from('abcdefghijklmnopqrstuvwxy');
    await Promise.all(letters.map((letter) => updateLetters(store, (text) => `${text}${letter}`)));
    assert.deepEqual(Array.from((await readText(store, KEY)) ?? '').toSorted(), letters);
  });

  it('applies the change to the current value and returns the result', async () => {
    const store = memoryStore();
    await store.create(KEY, encodeText('a'), PLAIN_TEXT);
    const readTexts: string[] = [];
    const replace: ObjectStore['replace'] = async (...written) => {
      if (readTexts.length === 1) await updateLetters(store, (text) => `${text}b`);
      return store.replace(...written);
    };
    const changed = await updateLetters({ ...store, replace }, (text) => {
      readTexts.push(text);
      return `${text}c`;
    });
    assert.deepEqual([changed, readTexts], ['abc', ['a', 'ab']]);
  });

  it('writes nothing without a value or without a change', async () => {
    const store = memoryStore();
    const replace = (): never => assert.fail('written');
    const create = replace;
    const change = (change: (text: string) => string): Promise<string | null> =>
      updateLetters({ ...store, create, replace }, change);
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
      updateLetters({ ...store, replace }, (text) => `${text}b`),
      { code: 'STORE_UNAVAILABLE', facts: { key: KEY, reason: 'too many writers' } },
    );
    assert.equal(tries, 25);
  });
});
