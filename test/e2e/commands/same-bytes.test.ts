import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { MACHINE } from '../../support/machine-environment.ts';
import { missingNodeVersions, NODE_22, NODE_26 } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { storedReports } from '../../support/stored-documents.ts';

const FIXED_RUN = resolve(import.meta.dirname, '../../support/fixed-run.ts');

describe('the sample week with the same asOf', () => {
  it(
    'has the same JSON and PDF bytes on Node 22, 24 and 26, in other time zones and languages of the machine',
    { skip: missingNodeVersions },
    async (t) => {
      const machines = [
        [process.execPath, 'UTC', 'C'],
        [NODE_22, 'Pacific/Kiritimati', 'ar_EG.UTF-8'],
        [NODE_26, 'America/St_Johns', 'tr_TR.UTF-8'],
      ] as const;
      const runs: string[] = [];
      for (const [node, TZ, LANG] of machines) {
        const store = await temporaryFolder(t);
        const { stdout } = await promisify(execFile)(node, [FIXED_RUN, store], {
          env: { ...MACHINE, TZ, LANG, LC_ALL: LANG },
        });
        // The manifests hold the hashes; the files hold what they say.
        assert.equal((await storedReports(store, '2026-W46')).size, 85);
        runs.push(stdout);
      }
      assert.deepEqual(runs[1]?.split('\n'), runs[0]?.split('\n'));
      assert.deepEqual(runs[2]?.split('\n'), runs[0]?.split('\n'));
    },
  );
});
