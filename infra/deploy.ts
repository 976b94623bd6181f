// Entry point of `npm run deploy` and `npm run package`: checks the request, bundles the functions and runs osls.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAnalyticsTables } from './analytics-tables.ts';
import { bundleAll } from './bundle.ts';
import { ROOT } from './bundle-function.ts';
import type { DeployRequest, TextValues } from './deploy-request.ts';
import {
  accountProblem,
  confirmStageName,
  deployHelp,
  readDeployRequest,
} from './deploy-request.ts';

const isTerminal = process.stdin.isTTY;
process.exitCode = await run(readDeployRequest(process.argv.slice(2), { readTexts, isTerminal }));

async function run(request: DeployRequest): Promise<number> {
  switch (request.kind) {
    case 'help':
      process.stdout.write(deployHelp(readTexts('infra/defaults.json')));
      return 0;
    case 'invalid':
      process.stderr.write('Nothing was done:\n');
      for (const problem of request.problems) process.stderr.write(`  ${problem}\n`);
      process.stderr.write(
        'Set parameters in infra/stages/STAGE.json or with --param NAME=VALUE.\n',
      );
      process.stderr.write('See npm run deploy -- --help for options and parameters.\n');
      return 2;
    case 'run':
      return runOsls(request);
  }
}

async function runOsls(request: DeployRequest & { kind: 'run' }): Promise<number> {
  const { oslsArguments, needsBundles, notes, region, account, confirmName } = request;
  const problem =
    account === null || region === null ? null : await accountProblem({ account, region });
  if (problem !== null) {
    process.stderr.write(`Nothing was done:\n  ${problem}\n`);
    return 2;
  }
  const streams = { input: process.stdin, output: process.stderr };
  if (confirmName !== null && !(await confirmStageName(confirmName, streams))) {
    process.stderr.write('Nothing was done:\n  this is not the name of the stage\n');
    return 2;
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  if (needsBundles) {
    for (const { name, zipBytes } of await bundleAll(join(ROOT, 'dist'))) {
      process.stdout.write(`${name}: ${(zipBytes / 1024).toFixed(0)} KiB\n`);
    }
  }
  writeAnalyticsTables(join(ROOT, 'dist'));
  const osls = fileURLToPath(import.meta.resolve('osls/bin/serverless.js'));
  const { status } = spawnSync(process.execPath, [osls, ...oslsArguments], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status ?? 1;
}

function readTexts(path: string): TextValues {
  const file = join(ROOT, path);
  if (!existsSync(file)) return {};
  const stageFile: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof stageFile !== 'object' || stageFile === null)
    throw new Error(`${path} is not a JSON object`);
  return Object.fromEntries(
    Object.entries(stageFile).map(([name, value]) => [name, String(value)]),
  );
}
