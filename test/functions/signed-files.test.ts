// Files behind addresses that a server on this machine signs: what a browser is told to do with them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signedFiles } from '../../functions/local/files.ts';
import { reportsWorld } from './support/reports-world.ts';

describe('a signed file', () => {
  it('is saved, or shown where that is signed, under its name', async (t) => {
    const world = await reportsWorld(t);
    const { key } = (await world.put('2026-W46', 21)).files.pdf;
    const files = signedFiles({
      store: world.store,
      clock: () => world.now,
      key: new Uint8Array(32),
      baseUrl: () => 'http://127.0.0.1:8080',
    });
    const name = 'store-a-2026-W46.pdf';
    const told = async (address: string): Promise<string | null> =>
      (await files.answer(new Request(address))).headers.get('content-disposition');
    assert.equal(await told(await files.sign({ key, name })), `attachment; filename="${name}"`);
    const shown = await files.sign({ key, name, disposition: 'inline' });
    assert.equal(await told(shown), `inline; filename="${name}"`);
    for (const altered of [
      shown.replace('inline', 'attachment'),
      shown.replace('disposition=inline&', ''),
      shown.replace('store-a', 'store-b'),
    ]) {
      assert.notEqual(altered, shown);
      assert.equal((await files.answer(new Request(altered))).status, 403, altered);
    }
  });
});
