// Deploys a stage, packages it, rolls it back or removes it: checks what is asked, bundles, and hands over to osls.
// It hides how osls is started.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAll } from './bundle.ts';
import { ROOT } from './bundle-function.ts';
import { accountProblem, confirmStageName } from './deploy-checks.ts';
import type { DeployRequest, TextValues } from './deploy-request.ts';
import { deployHelp, readDeployRequest } from './deploy-request.ts';

const isTerminal = process.stdin.isTTY;
process.exitCode = await run(readDeployRequest(process.argv.slice(2), { readTexts, isTerminal }));

async function run(request: DeployRequest): Promise<number> {
  switch (request.kind) {
    case 'help':
      process.stdout.write(deployHelp(readTexts('infra/defaults.json')));
      return 0;
    case 'wrong':
      process.stderr.write('Nothing was done:\n');
      for (const problem of request.problems) process.stderr.write(`  ${problem}\n`);
      process.stderr.write('Parameters go to infra/stages/STAGE.json, or as --param NAME=VALUE.\n');
      process.stderr.write('npm run deploy -- --help tells options and parameters.\n');
      return 2;
    case 'run':
      return hand(request);
  }
}

async function hand(request: DeployRequest & { kind: 'run' }): Promise<number> {
  const { words, bundles, notes, region, account, mustType } = request;
  const problem =
    account === null || region === null ? null : await accountProblem({ account, region });
  if (problem !== null) {
    process.stderr.write(`Nothing was done:\n  ${problem}\n`);
    return 2;
  }
  const streams = { input: process.stdin, output: process.stderr };
  if (mustType !== null && !(await confirmStageName(mustType, streams))) {
    process.stderr.write('Nothing was done:\n  that is not the name of the stage\n');
    return 2;
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  if (bundles) {
    for (const { name, zipBytes } of await bundleAll(join(ROOT, 'dist'))) {
      process.stdout.write(`${name}: ${(zipBytes / 1024).toFixed(0)} KiB\n`);
    }
  }
  const osls = fileURLToPath(import.meta.resolve('osls/bin/serverless.js'));
  const { status } = spawnSync(process.execPath, [osls, ...words], { cwd: ROOT, stdio: 'inherit' });
  return status ?? 1;
}

function readTexts(path: string): TextValues {
  const file = join(ROOT, path);
  if (!existsSync(file)) return {};
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${path} is no JSON object`);
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
}
