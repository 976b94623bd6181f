// The command that runs the tests, as a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { MACHINE } from '../../support/machine-environment.ts';

const RUN_SUITE = resolve(import.meta.dirname, '../../run-suite.ts');

describe('the test suite', () => {
  it('runs the files of a folder', async () => {
    // In the environment of a test, the runner would start no tests.
    const child = spawn(process.execPath, [RUN_SUITE, 'test/unit/support/'], { env: MACHINE });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    assert.deepEqual(await once(child, 'close'), [0, null], output);
    assert.match(output, /tests [1-9]/);
  });
});
