// What a person has chosen, also where the browser lets the page keep nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserStorages } from '../../../lib/web/preferences.ts';
import {
  storeLanguage,
  storeTheme,
  storeToken,
  readPreferences,
} from '../../../lib/web/preferences.ts';

const NOTHING = { token: null, theme: 'system', language: null } as const;

describe('preferences', () => {
  it('keep the token in the tab and choices beyond it', () => {
    const storages = { local: storage(), session: storage() };
    storeToken(storages, 'secret');
    storeTheme(storages, 'dark');
    storeLanguage(storages, 'fi');
    assert.deepEqual(readPreferences(storages), { token: 'secret', theme: 'dark', language: 'fi' });
    assert.ok(![...storages.local.kept.values()].includes('secret'));
    assert.deepEqual(readPreferences({ ...storages, session: storage() }).token, null);
  });

  it('leave nothing behind of what is taken back', () => {
    const storages = { local: storage(), session: storage() };
    storeToken(storages, 'secret');
    storeTheme(storages, 'dark');
    storeToken(storages, null);
    storeTheme(storages, 'system');
    assert.deepEqual(readPreferences(storages), NOTHING);
    assert.equal(storages.session.kept.size + storages.local.kept.size, 0);
  });

  it('are the usual ones where storages are closed, full or hold nonsense', () => {
    const refuse = (): never => {
      throw new DOMException('closed', 'SecurityError');
    };
    const closed = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const nonsense = storage();
    nonsense.setItem('feedback-reports.theme', 'mauve');
    const all: readonly BrowserStorages[] = [
      { local: null, session: null },
      { local: closed, session: closed },
      { local: nonsense, session: storage() },
    ];
    for (const storages of all) {
      assert.deepEqual(readPreferences(storages), NOTHING);
    }
    for (const storages of all.slice(0, 2)) {
      storeToken(storages, 'secret');
      storeTheme(storages, 'dark');
      storeLanguage(storages, 'fi');
      assert.deepEqual(readPreferences(storages), NOTHING);
    }
  });
});

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  readonly kept: Map<string, string>;
} {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}
