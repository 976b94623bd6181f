// The command that runs the tests, as a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { MACHINE } from '../../support/machine-environment.ts';

const RUN_SUITE = resolve(import.meta.dirname, '../../run-suite.ts');

async function runSuite(
  name: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  // In the environment of a test, the runner would start no tests.
  const child = spawn(process.execPath, [RUN_SUITE, name], { env: MACHINE });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

describe('the test suite', () => {
  it('runs the files of a folder', async () => {
    const { code, output } = await runSuite('test/unit/support/');
    assert.equal(code, 0, output);
    assert.match(output, /tests [1-9]/);
  });

  for (const [statement, end] of [
    ['process.exit(9)', 'exit code 9'],
    ['process.abort()', 'signal SIGABRT'],
  ] as const) {
    it(`says how a process ended that ended itself: ${end}`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'tests-'));
      t.after(() => rm(folder, { recursive: true }));
      const file = join(folder, 'ending.test.ts');
      await writeFile(file, `import 'node:test'; ${statement};`);
      const { code, output } = await runSuite(file);
      assert.equal(code, 1, output);
      // The runner names a file by its path from the project, where it is near.
      assert.ok(output.includes(`${basename(file)} ended with ${end}\n`), output);
    });
  }
});
