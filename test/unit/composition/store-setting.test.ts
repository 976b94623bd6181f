// The folder that REPORTS_STORE and --store name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStore } from '../../../lib/composition/setting-values.ts';

describe('the folder of a store', () => {
  it('is a path or a file URL, on Windows with a drive', () => {
    for (const [text, platform, folder] of [
      ['file:./reports', 'linux', './reports'],
      ['file:/srv/reports', 'linux', '/srv/reports'],
      ['file:///srv/reports', 'linux', '/srv/reports'],
      ['file:///C:/reports', 'linux', '/C:/reports'],
      ['file:///C:/reports', 'win32', 'C:/reports'],
      ['file:/d:/reports', 'win32', 'd:/reports'],
      ['file:C:\\reports', 'win32', 'C:\\reports'],
    ] as const) {
      assert.deepEqual(parseStore(text, platform), { ok: true, value: { kind: 'file', folder } });
    }
  });
});
