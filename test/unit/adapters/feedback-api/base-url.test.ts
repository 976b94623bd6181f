// The base URL, and which addresses its host name may resolve to.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import {
  createHeaderWriter,
  parseBaseUrl,
} from '../../../../lib/adapters/feedback-api/api-settings.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { ResolveAddresses } from '../../../../lib/shared/safe-url.ts';
import { createSafeLookup } from '../../../../lib/shared/safe-url.ts';
import { openClientContext } from '../../../integration/feedback-api/client-context.ts';
import { catchFailure } from '../../../support/outcomes.ts';

/** The error's code, or the allowed addresses. By default addresses resolve to themselves. */
function resolve(
  baseUrl: string,
  host: string,
  allAddresses: boolean,
  findAddresses?: ResolveAddresses,
): Promise<unknown> {
  const { promise, resolve: resolveAddress } = Promise.withResolvers();
  createSafeLookup(parseBaseUrl(baseUrl), findAddresses)(
    host,
    { all: allAddresses },
    (error, address) => {
      resolveAddress(error === null ? address : error.code);
    },
  );
  return promise;
}

describe('a host name', () => {
  for (const allAddresses of [true, false]) {
    it(`may resolve to any address but link-local ones over https (all: ${String(allAddresses)})`, async () => {
      const url = 'https://api.example.test';
      const resolved = await resolve(url, '10.1.2.3', allAddresses);
      assert.deepEqual(resolved, allAddresses ? [{ address: '10.1.2.3', family: 4 }] : '10.1.2.3');
      for (const host of [
        '169.254.169.254',
        'fe80::1',
        'fd00:ec2::254',
        '::ffff:169.254.169.254',
      ]) {
        assert.equal(await resolve(url, host, allAddresses), 'FORBIDDEN_ADDRESS');
      }
    });

    it(`may resolve only to this machine over http (all: ${String(allAddresses)})`, async () => {
      const url = 'http://localhost';
      assert.notEqual(await resolve(url, '127.0.0.9', allAddresses), 'FORBIDDEN_ADDRESS');
      assert.notEqual(await resolve(url, '::1', allAddresses), 'FORBIDDEN_ADDRESS');
      for (const host of ['10.1.2.3', '0.0.0.0', '2001:db8::1']) {
        assert.equal(await resolve(url, host, allAddresses), 'FORBIDDEN_ADDRESS');
      }
    });

    it(`is refused when any of its addresses is forbidden (all: ${String(allAddresses)})`, async () => {
      const allowed = [4, 6].map((family) => ({
        address: family === 4 ? '127.0.0.1' : '::1',
        family,
      }));
      const forbidden = {
        'https://api.example.test': ['169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
        'http://localhost': ['10.1.2.3', '169.254.169.254', '2001:db8::1'],
      };
      for (const [url, addresses] of Object.entries(forbidden)) {
        const resolveTo = (addresses: readonly LookupAddress[]): Promise<unknown> =>
          resolve(url, 'api.example.test', allAddresses, (_host, options, callback) => {
            assert.equal(options.all, true);
            callback(null, [...addresses]);
          });
        assert.deepEqual(await resolveTo(allowed), allAddresses ? allowed : '127.0.0.1');
        for (const address of addresses) {
          const forbiddenAddress = { address, family: address.includes(':') ? 6 : 4 };
          for (let at = 0; at <= allowed.length; at += 1) {
            assert.equal(
              await resolveTo(allowed.toSpliced(at, 0, forbiddenAddress)),
              'FORBIDDEN_ADDRESS',
            );
          }
        }
      }
    });
  }

  it('a host name that does not resolve is unreachable', async () => {
    // Longer than any valid name, so that no name server is queried.
    await using context = openClientContext({ baseUrl: `https://${'x'.repeat(300)}.test` });
    const failure = await catchFailure(context.api.client.question(7));
    assert.equal(failure.code, 'UPSTREAM_UNREACHABLE');
    assert.equal(failure.facts['attempts'], 4);
  });
});

describe('a base URL', () => {
  it('is parsed with its path and without trailing slashes', () => {
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

describe('authentication headers', () => {
  const facts = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Failure) return [error.code, error.facts];
      throw error;
    }
  };

  it('refuses authentication headers with the name of the invalid setting', () => {
    for (const headerPrefix of ['', 'X:', ':X', 'X Y']) {
      assert.deepEqual(
        facts(() => createHeaderWriter({ kind: 'headers', headerPrefix })),
        ['CONFIG_INVALID', { setting: 'headerPrefix' }],
      );
    }
    const write = createHeaderWriter({ kind: 'basic', headerPrefix: 'X' });
    for (const [clientId, apiToken, setting] of [
      ['a b', 'token', 'clientId'],
      ['id', 'a\n', 'apiToken'],
    ] as const) {
      assert.deepEqual(
        facts(() => write({ clientId, apiToken })),
        ['CONFIG_INVALID', { setting }],
      );
    }
    assert.deepEqual(
      facts(() => write({ clientId: 'a:b', apiToken: 'token' })),
      ['CONFIG_INVALID', { setting: 'clientId', reason: 'has a colon' }],
    );
  });
});
