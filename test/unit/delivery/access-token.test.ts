// The token of an access link: it says what was encoded, and only with the signature of a key that is still listed.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AccessClaims } from '../../../lib/delivery/access-token.ts';
import {
  encodeAccessToken,
  parseAccessToken,
  verifyAccessToken,
} from '../../../lib/delivery/access-token.ts';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import { fc } from '../../support/property-settings.ts';
import { canary } from '../../support/secret-markers.ts';

const KEY: LinkKey = { id: 'k1', key: canary('link key') };
const OTHER: LinkKey = { id: 'k2', key: canary('another link key') };
const CLAIMS: AccessClaims = {
  subscription: `41-${'0a'.repeat(10)}`,
  folder: 41,
  expires: 1_800_000_000,
  generation: 7,
};

function read(token: string, keys: readonly LinkKey[] = [KEY]): AccessClaims | null {
  const parsed = parseAccessToken(token);
  return parsed === null ? null : verifyAccessToken(parsed, keys);
}

function encode(bytes: string): string {
  return Buffer.from(bytes).toString('base64url');
}

/** A token with any payload, and a signature that is valid for it. */
function sign(payload: string, { id, key }: LinkKey = KEY): string {
  const signature = createHmac('sha256', key)
    .update(`feedback-reports access v1\n${id}.${payload}`)
    .digest('base64url');
  return `${id}.${payload}.${signature}`;
}

describe('an access token', () => {
  it('says what was encoded, for any claims and listed key', () => {
    const anyClaims = fc.record({
      folder: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      digits: fc.stringMatching(/^[0-9a-v]{20}$/),
      expires: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      generation: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    });
    fc.assert(
      fc.property(anyClaims, fc.constantFrom(KEY, OTHER), ({ digits, ...rest }, key) => {
        const claims = { ...rest, subscription: `${rest.folder}-${digits}` };
        const token = encodeAccessToken(claims, key);
        assert.match(token, /^[\w.-]{1,400}$/);
        assert.deepEqual(read(token, [OTHER, KEY]), claims);
      }),
    );
  });

  it('has a form that does not change: key, payload and signature', () => {
    const payload = encode('{"s":"41-0a0a0a0a0a0a0a0a0a0a","f":41,"exp":1800000000,"g":7}');
    assert.equal(encodeAccessToken(CLAIMS, KEY), sign(payload));
  });

  it('is refused with any other character', () => {
    const token = encodeAccessToken(CLAIMS, KEY);
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', '.', '_', '=', '']) {
        if (token[at] === other) continue;
        assert.equal(
          read(token.slice(0, at) + other + token.slice(at + 1)),
          null,
          `${at} ${other}`,
        );
      }
    }
    for (const text of ['', '.', '..', `${token}.`, `.${token}`, ` ${token}`, `${token}\n`]) {
      assert.equal(read(text), null, JSON.stringify(text));
    }
  });

  it('is refused when its key is not listed, under another id, or as another kind of token', () => {
    const token = encodeAccessToken(CLAIMS, KEY);
    assert.equal(read(token, []), null);
    assert.equal(read(token, [OTHER]), null);
    assert.equal(read(token, [{ ...KEY, id: 'k2' }]), null);
    assert.equal(read(token, [{ ...OTHER, id: 'k1' }]), null);
    assert.equal(read(token.replace('k1', 'k2'), [{ ...KEY, id: 'k2' }]), null);
    const [, payload = ''] = token.split('.');
    for (const domain of ['feedback-reports link v1\n', 'feedback-reports unsubscribe v1\n', '']) {
      const signature = createHmac('sha256', KEY.key).update(`${domain}k1.${payload}`);
      assert.equal(read(`k1.${payload}.${signature.digest('base64url')}`), null, domain);
    }
  });

  it('is accepted when two listed keys have its id and one has signed it', () => {
    assert.deepEqual(read(encodeAccessToken(CLAIMS, KEY), [{ ...OTHER, id: 'k1' }, KEY]), CLAIMS);
  });

  it('is refused with a payload that is signed and not valid', () => {
    const fields = { s: CLAIMS.subscription, f: 41, exp: 1, g: 0 };
    assert.notEqual(read(sign(encode(JSON.stringify(fields)))), null);
    const payloads: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      ...[42, '41', null, 0].map((f) => ({ ...fields, f })),
      ...[`42-${'0a'.repeat(10)}`, '41-x', 41, null].map((s) => ({ ...fields, s })),
      ...[-1, 1.5, '1', null, 2 ** 53].map((exp) => ({ ...fields, exp })),
      ...[-1, 1.5, '1', null, 2 ** 53].map((g) => ({ ...fields, g })),
    ];
    for (const payload of payloads) {
      const text = JSON.stringify(payload);
      assert.equal(read(sign(encode(text))), null, text);
    }
    for (const text of ['', '{', 'null']) assert.equal(read(sign(encode(text))), null, text);
    assert.equal(read(sign(`${encode(JSON.stringify(fields))}=`)), null, 'padding');
  });

  it('is refused when it is longer than any valid one', () => {
    const payloadOf = (spaces: number) =>
      encode(`{"s":"${CLAIMS.subscription}","f":41,"exp":1,"g":0}${' '.repeat(spaces)}`);
    const spaces = Array.from({ length: 300 }, (_, count) => count);
    for (const count of spaces) {
      const token = sign(payloadOf(count));
      assert.equal(read(token) === null, token.length > 400, String(token.length));
    }
  });
});
