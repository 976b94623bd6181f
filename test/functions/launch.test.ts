// The launcher from outside: what it runs, and that it ends exactly as what it ran.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';

const LAUNCHER = resolve(import.meta.dirname, '../../functions/local/launch.mjs');

function launch(...args: readonly string[]): ReturnType<typeof spawn> {
  return spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ending(child: ReturnType<typeof spawn>): Promise<readonly unknown[]> {
  return once(child, 'exit');
}

describe('the launcher', () => {
  it("runs Node 24 with what follows --node, and ends with the program's code", async () => {
    const child = launch('--node', '-e', 'console.log(process.version); process.exitCode = 7');
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    assert.deepEqual(await ending(child), [7, null]);
    assert.match(output, /^v24\./);
  });

  it('runs a command of the program otherwise', async () => {
    assert.deepEqual(await ending(launch('report', '--help')), [0, null]);
    assert.deepEqual(await ending(launch('reprot')), [2, null]);
  });

  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    it(`ends by ${signal} when what it ran did: an interrupted run never counts as passed`, async () => {
      const child = launch(
        '--node',
        '-e',
        `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1e6)`,
      );
      assert.deepEqual(await ending(child), [null, signal]);
    });
  }

  it('hands SIGTERM on, so that the program can end in order', async () => {
    const child = launch(
      '--node',
      '-e',
      "process.on('SIGTERM', () => process.exit(5)); console.log('ready'); setInterval(() => {}, 1e6)",
    );
    assert.ok(child.stdout !== null);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await ending(child), [5, null]);
  });
});
