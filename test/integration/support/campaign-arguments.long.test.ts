// The command lines of the campaigns and the benchmarks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';

const TEST_FOLDER = resolve(import.meta.dirname, '../..');
const CAMPAIGNS = [
  'accessibility',
  'canary',
  'deliveries',
  'fuzz',
  'model',
  'mutants',
  'properties',
  'signals',
  'sim',
  'survive',
];

interface Output {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(file: string, ...args: readonly string[]): Promise<Output> {
  const child = spawn(process.execPath, [resolve(TEST_FOLDER, file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closeCode = new Promise<number>((resolveCode) =>
    child.on('close', (code) => {
      resolveCode(code ?? -1);
    }),
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await closeCode, stdout, stderr };
}

async function checkHelp(command: string, file: string, ...args: readonly string[]) {
  const help = await run(file, ...args, '--help');
  assert.deepEqual([help.exitCode, help.stderr], [0, '']);
  assert(help.stdout.startsWith(`${command} -- `), help.stdout);
  assert.match(help.stdout, /\nExit codes: 0 /);
}

async function checkUnknownOption(file: string, ...args: readonly string[]) {
  assert.deepEqual(await run(file, ...args, '--bogus'), {
    exitCode: 2,
    stdout: '',
    stderr: "Unknown option '--bogus'\nRun with --help to see the options.\n",
  });
}

describe('npm run campaign', () => {
  for (const name of CAMPAIGNS) {
    it(`prints the help of ${name}`, () =>
      checkHelp(`npm run campaign ${name}`, 'campaigns/run-campaign.ts', name));
  }

  it('rejects an unknown option of a campaign', () =>
    checkUnknownOption('campaigns/run-campaign.ts', 'sim'));

  it('lists every campaign and rejects an unknown name', async () => {
    const [help, unknown] = await Promise.all([
      run('campaigns/run-campaign.ts', '--help'),
      run('campaigns/run-campaign.ts', 'bogus'),
    ]);
    assert.equal(help.exitCode, 0);
    const listedNames = [...help.stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(listedNames, CAMPAIGNS);
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /^There is no campaign "bogus"\.\n/);
  });
});

describe('npm run bench', () => {
  it('prints its help and rejects an unknown option', async () => {
    await checkHelp('npm run bench', 'bench/run-bench.ts');
    await checkUnknownOption('bench/run-bench.ts');
  });
});
