import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserStorages } from '../../../lib/web/preferences.ts';
import {
  storeLanguage,
  storeTheme,
  storeAccessToken,
  storeToken,
  forgetToken,
  isAccessToken,
  readPreferences,
  takeAccessToken,
  isValidHeaderValue,
  parseToken,
} from '../../../lib/web/preferences.ts';
import { anyCharacter, fc } from '../../support/property-settings.ts';

const DEFAULTS = { token: null, theme: 'system', language: null } as const;

describe('preferences', () => {
  it('store the token in session storage and the choices in local storage', () => {
    const storages = { local: fakeStorage(), session: fakeStorage() };
    storeToken(storages, 'secret');
    storeTheme(storages, 'dark');
    storeLanguage(storages, 'fi');
    assert.deepEqual(readPreferences(storages), { token: 'secret', theme: 'dark', language: 'fi' });
    assert.ok(![...storages.local.items.values()].includes('secret'));
    assert.deepEqual(readPreferences({ ...storages, session: fakeStorage() }).token, null);
  });

  it('keep the token of an access link for other tabs, in which another token comes first', () => {
    const local = fakeStorage();
    const [first, second] = [fakeStorage(), fakeStorage()];
    storeAccessToken({ local, session: first }, 'access');
    assert.equal(readPreferences({ local, session: first }).token, 'access');
    assert.equal(readPreferences({ local, session: second }).token, 'access');
    storeToken({ local, session: second }, 'secret');
    assert.equal(readPreferences({ local, session: second }).token, 'secret');
    assert.equal(isAccessToken({ local, session: second }, 'secret'), false);
    assert.equal(isAccessToken({ local, session: second }, null), false);
    forgetToken({ local, session: second }, 'secret');
    assert.equal(readPreferences({ local, session: second }).token, 'access');
    assert.equal(isAccessToken({ local, session: second }, 'access'), true);
    forgetToken({ local, session: first }, 'access');
    assert.equal(first.items.size + second.items.size + local.items.size, 0);
  });

  it('leave no items behind after a reset', () => {
    const storages = { local: fakeStorage(), session: fakeStorage() };
    storeToken(storages, 'secret');
    storeTheme(storages, 'dark');
    storeToken(storages, null);
    storeTheme(storages, 'system');
    assert.deepEqual(readPreferences(storages), DEFAULTS);
    assert.equal(storages.session.items.size + storages.local.items.size, 0);
  });

  it('have defaults when storage is disabled, full or contains invalid values', () => {
    const refuse = (): never => {
      throw new DOMException('closed', 'SecurityError');
    };
    const closedStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const nonsenseStorage = fakeStorage();
    nonsenseStorage.setItem('feedback-reports.theme', 'mauve');
    const storageCases: readonly BrowserStorages[] = [
      { local: null, session: null },
      { local: closedStorage, session: closedStorage },
      { local: nonsenseStorage, session: fakeStorage() },
    ];
    for (const storages of storageCases) {
      assert.deepEqual(readPreferences(storages), DEFAULTS);
    }
    for (const storages of storageCases.slice(0, 2)) {
      storeToken(storages, 'secret');
      storeTheme(storages, 'dark');
      storeLanguage(storages, 'fi');
      assert.deepEqual(readPreferences(storages), DEFAULTS);
    }
  });
});

describe('the token of an access link', () => {
  it('is taken out of the address of any view', () => {
    const token = 'k1.eyJzIjoiNDEifQ.abc-_';
    for (const [hash, rest] of [
      [`#/2026-W46/41?access=${token}`, '#/2026-W46/41'],
      [`#/2026-W46/41/pdf?access=${token}`, '#/2026-W46/41/pdf'],
      [`#/?access=${token}`, '#/'],
      [`#/2026-W46?sort=lost&access=${token}&state=new`, '#/2026-W46?sort=lost&state=new'],
    ] as const) {
      assert.deepEqual(takeAccessToken(hash), { token, hash: rest });
    }
  });

  it('is missing in other addresses, and where a header can’t carry it', () => {
    for (const hash of [
      '',
      '#',
      '#/2026-W46/41',
      '#/2026-W46?access=',
      '#/?access=%C3%A5',
      '#/access',
    ]) {
      assert.equal(takeAccessToken(hash), null, hash);
    }
  });
});

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  readonly items: Map<string, string>;
} {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

describe('parseToken', () => {
  it('removes whitespace, quotes and header names', () => {
    const pastedTokens = [
      'abc-DEF_1.2',
      '  abc-DEF_1.2\r\n',
      'Bearer abc-DEF_1.2',
      'Authorization: Bearer abc-DEF_1.2',
      '"abc-DEF_1.2"',
      'abc-\nDEF_1.2',
      'http://127.0.0.1:8080/#token=abc%2DDEF_1.2',
    ];
    for (const text of pastedTokens) assert.equal(parseToken(text), 'abc-DEF_1.2', text);
  });

  it('returns null when nothing is left', () => {
    for (const text of ['', '  ', '\n', 'Bearer ', '""'])
      assert.equal(parseToken(text), null, text);
  });

  it('yields only header-safe tokens for any input', () => {
    assert.equal(isValidHeaderValue('тест'), false);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const token = parseToken(text);
        if (token !== null && isValidHeaderValue(token)) {
          const headers = new Headers({ Authorization: `Bearer ${token}` });
          assert.equal(headers.get('Authorization'), `Bearer ${token}`);
        }
      }),
    );
  });
});
