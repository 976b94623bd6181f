// Where a connection may go is decided by the addresses a name has when the connection is made.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import { parseBaseUrl } from '../../../../lib/adapters/feedback-api/api-settings.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import { checkedLookup, type FindAddresses } from '../../../../lib/shared/safe-lookup.ts';
import { failureOf, openWorld } from '../../../integration/feedback-api/client-context.ts';

/** The error's code, or the addresses that may be connected to. By default addresses resolve to themselves. */
function resolve(
  baseUrl: string,
  host: string,
  all: boolean,
  findAddresses?: FindAddresses,
): Promise<unknown> {
  const { promise, resolve: done } = Promise.withResolvers();
  checkedLookup(parseBaseUrl(baseUrl), findAddresses)(host, { all }, (error, address) => {
    done(error === null ? address : error.code);
  });
  return promise;
}

describe('a name', () => {
  for (const all of [true, false]) {
    it(`leads anywhere but to link-local addresses over https (all: ${String(all)})`, async () => {
      const url = 'https://api.example.test';
      const one = await resolve(url, '10.1.2.3', all);
      assert.deepEqual(one, all ? [{ address: '10.1.2.3', family: 4 }] : '10.1.2.3');
      for (const host of [
        '169.254.169.254',
        'fe80::1',
        'fd00:ec2::254',
        '::ffff:169.254.169.254',
      ]) {
        assert.equal(await resolve(url, host, all), 'FORBIDDEN_ADDRESS');
      }
    });

    it(`leads nowhere but to this machine over http (all: ${String(all)})`, async () => {
      const url = 'http://localhost';
      assert.notEqual(await resolve(url, '127.0.0.9', all), 'FORBIDDEN_ADDRESS');
      assert.notEqual(await resolve(url, '::1', all), 'FORBIDDEN_ADDRESS');
      for (const host of ['10.1.2.3', '0.0.0.0', '2001:db8::1']) {
        assert.equal(await resolve(url, host, all), 'FORBIDDEN_ADDRESS');
      }
    });

    it(`leads nowhere when any of its addresses is forbidden (all: ${String(all)})`, async () => {
      const allowed = [4, 6].map((family) => ({
        address: family === 4 ? '127.0.0.1' : '::1',
        family,
      }));
      const forbidden = {
        'https://api.example.test': ['169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
        'http://localhost': ['10.1.2.3', '169.254.169.254', '2001:db8::1'],
      };
      for (const [url, addresses] of Object.entries(forbidden)) {
        const resolveTo = (found: readonly LookupAddress[]): Promise<unknown> =>
          resolve(url, 'api.example.test', all, (_host, options, callback) => {
            assert.equal(options.all, true);
            callback(null, [...found]);
          });
        assert.deepEqual(await resolveTo(allowed), all ? allowed : '127.0.0.1');
        for (const address of addresses) {
          const bad = { address, family: address.includes(':') ? 6 : 4 };
          for (let at = 0; at <= allowed.length; at += 1) {
            assert.equal(await resolveTo(allowed.toSpliced(at, 0, bad)), 'FORBIDDEN_ADDRESS');
          }
        }
      }
    });
  }

  it('that nobody knows is unreachable', async () => {
    // Longer than any name may be, so that no name server is asked.
    await using world = openWorld({ baseUrl: `https://${'x'.repeat(300)}.test` });
    const failure = await failureOf(world.api.client.question(7));
    assert.equal(failure.code, 'UPSTREAM_UNREACHABLE');
    assert.equal(failure.facts['attempts'], 4);
  });
});

describe('a base URL', () => {
  it('keeps its own path and loses its last slash', () => {
    for (const [url, pathPrefix] of [
      ['https://e.test', ''],
      ['https://e.test/', ''],
      ['https://e.test/a/b', '/a/b'],
      ['https://e.test/a//', '/a'],
    ] as const) {
      assert.deepEqual(parseBaseUrl(url), { origin: 'https://e.test', pathPrefix, isPlain: false });
    }
  });

  it('is refused with its setting and the reason', () => {
    for (const [url, reason] of [
      ['nonsense', /URL such as/],
      ['http://e.test', /https:/],
      ['ftp://127.0.0.1', /https:/],
      ['https://user@e.test', /user or password/],
      ['https://:secret@e.test', /user or password/],
      ['https://e.test/?', /query or fragment/],
      ['https://e.test/#', /query or fragment/],
      ['https://169.254.1.1', /link-local/],
    ] as const) {
      assert.throws(
        () => parseBaseUrl(url),
        (error) =>
          error instanceof Failure &&
          error.code === 'CONFIG_INVALID' &&
          error.facts['setting'] === 'base URL' &&
          reason.test(String(error.facts['reason'])),
        url,
      );
    }
  });
});
