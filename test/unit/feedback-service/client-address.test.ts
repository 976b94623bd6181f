import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clientAddress,
  isLoopbackAddress,
  parseAddressRanges,
} from '../../../lib/feedback-service/http/client-address.ts';

describe('ranges of addresses', () => {
  it('contain their networks, also as IPv4-mapped addresses, and single addresses', () => {
    const ranges = parseAddressRanges(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1']) {
      assert.equal(ranges?.has(address), true, address);
    }
    for (const address of ['11.0.0.1', '192.0.2.8', 'fe80::1', '', 'proxy']) {
      assert.equal(ranges?.has(address), false, address);
    }
  });

  it('are written as CIDR only', () => {
    for (const text of ['', '10/8', '10.0.0.0/33', '::/129', '10.0.0.0/', 'proxy', '10.0.0.0/8 ']) {
      assert.equal(parseAddressRanges([text]), undefined, text);
    }
  });

  it('of loopback are those of both families', () => {
    assert.deepEqual(
      ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', ''].map(isLoopbackAddress),
      [true, true, true, true, false, false],
    );
  });
});

describe('the address of a client', () => {
  const proxies = parseAddressRanges(['10.0.0.0/8', 'fd00::/8']);
  const rows: readonly (readonly [
    socket: string,
    forwardedFor: string | undefined,
    client: string,
  ])[] = [
    ['192.0.2.1', undefined, '192.0.2.1'],
    // Whoever is no proxy can write anything.
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1:51234', '198.51.100.1'],
    ['fd00::1', '[2001:db8::1]:443', '2001:db8::1'],
    ['fd00::1', '2001:db8::1', '2001:db8::1'],
  ];
  for (const [socket, forwardedFor, client] of rows) {
    it(`is ${client} for ${socket} with X-Forwarded-For: ${forwardedFor ?? 'none'}`, () => {
      assert.equal(clientAddress(socket, forwardedFor, proxies), client);
    });
  }

  it('is that of the socket where no proxy is known', () => {
    assert.equal(clientAddress('10.0.0.1', '198.51.100.1', undefined), '10.0.0.1');
  });
});
