import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientNetwork } from '../../../lib/shared/client-network.ts';

describe('the network of a client', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
    ['2001:db8:1:ff::', '2001:db8:1:0::/56'],
    ['2001:db8:1:103::', '2001:db8:1:100::/56'],
    ['', null],
    ['proxy.example.com', null],
  ] as const) {
    it(`of ${JSON.stringify(address)} is ${network}`, () => {
      assert.equal(clientNetwork(address), network);
    });
  }
});
