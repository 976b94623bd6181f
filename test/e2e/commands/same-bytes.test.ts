import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { MACHINE } from '../../support/machine-environment.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { storedReports } from '../../support/stored-documents.ts';

const FIXED_RUN = resolve(import.meta.dirname, '../../support/fixed-run.ts');

describe('the same facts with the same asOf', () => {
  it('make the same JSON and PDF bytes in other time zones and languages of the machine', async (t) => {
    const machines = [
      ['UTC', 'C'],
      ['Pacific/Kiritimati', 'ar_EG.UTF-8'],
      ['America/St_Johns', 'tr_TR.UTF-8'],
    ] as const;
    const runs: string[] = [];
    for (const [TZ, LANG] of machines) {
      const store = await temporaryFolder(t);
      const { stdout } = await promisify(execFile)(process.execPath, [FIXED_RUN, store], {
        env: { ...MACHINE, TZ, LANG, LC_ALL: LANG },
      });
      // The manifests hold the hashes; the files hold what they say.
      assert.equal((await storedReports(store, '2026-W46')).size, 5);
      runs.push(stdout);
    }
    assert.ok((runs[0] ?? '').length > 1000);
    assert.equal(new Set(runs).size, 1);
  });
});
