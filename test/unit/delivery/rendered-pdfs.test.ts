// The memory for PDFs that recipients share is bounded.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRenderedPdfs } from '../../../lib/delivery/rendered-pdfs.ts';

const MIB = 1024 ** 2;

describe('rendered PDFs', () => {
  it('are kept up to 32 MiB, those that were used last', async () => {
    const pdfs = createRenderedPdfs(() => 0);
    const rendered: string[] = [];
    const get = (key: string, size: number) =>
      pdfs.get(key, () => {
        rendered.push(key);
        return Promise.resolve(new Uint8Array(size));
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 16 * MIB);
    assert.deepEqual(rendered, ['a', 'b', 'c', 'b']);
    for (let i = 0; i < 2; i += 1) assert.equal((await get('large', 33 * MIB)).length, 33 * MIB);
    assert.deepEqual(rendered.slice(4), ['large', 'large']);
  });

  it('are returned also when others filled the memory while they were rendered', async () => {
    const pdfs = createRenderedPdfs(() => 0);
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    const slow = pdfs.get('slow', () => promise);
    for (const key of ['a', 'b', 'c'])
      await pdfs.get(key, () => Promise.resolve(new Uint8Array(16 * MIB)));
    resolve(new Uint8Array(1));
    assert.equal((await slow).length, 1);
  });
});
