// Entry point of `npm run deploy` and `npm run package`: checks the request, the settings of the functions and what is deployed,
// bundles the functions and runs osls.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { release } from '../lib/composition/release.ts';
import { systemContext } from '../lib/composition/system.ts';
import { writeAnalyticsTables } from './analytics-tables.ts';
import { bundleAll } from './bundle.ts';
import { ROOT } from './bundle-function.ts';
import type { Template } from './compile-template.ts';
import { compileTemplate, OSLS, parseTemplate } from './compile-template.ts';
import type { DeployRequest } from './deploy-request.ts';
import {
  accountProblem,
  awsErrorName,
  confirmStageName,
  deployHelp,
  readDeployRequest,
} from './deploy-request.ts';
import type { DeployedStage } from './deployed-stage.ts';
import {
  describeDeployed,
  describeDeployments,
  openDeployedStage,
  rollbackProblems,
  updateProblems,
} from './deployed-stage.ts';
import { recordDeployment } from './deployments.ts';
import { readTexts } from './stage-files.ts';

type RunRequest = DeployRequest & { readonly kind: 'run' };

const isTerminal = process.stdin.isTTY;
process.exitCode = await run(readDeployRequest(process.argv.slice(2), { readTexts, isTerminal }));

async function run(request: DeployRequest): Promise<number> {
  switch (request.kind) {
    case 'help':
      process.stdout.write(deployHelp(readTexts('infra/defaults.json')));
      return 0;
    case 'invalid':
      return refuse(
        request.problems,
        'Set parameters in infra/stages/STAGE.json or with --param NAME=VALUE.\n' +
          'See npm run deploy -- --help for options and parameters.\n',
      );
    case 'run':
      return runCommand(request);
  }
}

function refuse(problems: readonly string[], advice = ''): number {
  const lines = problems.map((problem) => `  ${problem}\n`);
  process.stderr.write(`Nothing was done:\n${lines.join('')}${advice}`);
  return 2;
}

async function runCommand(request: RunRequest): Promise<number> {
  const { command, stage, notes, region, account } = request;
  const problem =
    account === null || region === null ? null : await accountProblem({ account, region });
  if (problem !== null) return refuse([problem]);
  for (const note of notes) process.stdout.write(`${note}\n`);
  const openStage = (): DeployedStage => openDeployedStage(stage, region);
  switch (command) {
    case 'package':
      return packageFunctions(request);
    case 'deploy':
      return deploy(request, openStage());
    case 'list':
      return list(openStage());
    case 'rollback':
      return rollBack(request, openStage());
    case 'remove':
      return remove(request);
  }
}

async function packageFunctions(request: RunRequest): Promise<number> {
  const problems = await settingProblems(await compile(request));
  if (problems.length > 0) return refuse(problems);
  await bundle();
  return runOsls(['package'], request);
}

async function deploy(request: RunRequest, deployed: DeployedStage): Promise<number> {
  const template = await compile(request);
  const problems = [
    ...(await settingProblems(template)),
    ...(await readOrExplain(() => updateProblems(deployed, template))),
  ];
  if (problems.length > 0) return refuse(problems);
  await bundle();
  const startMs = systemContext.clock();
  const status = runOsls(['deploy'], request);
  if (status !== 0) return status;
  const unread = await readOrExplain(async () => {
    await recordDeployment(await deployed.bucket(), release(), startMs);
    process.stdout.write(describeDeployed(await deployed.stack()));
    return [];
  });
  for (const problem of unread) {
    process.stderr.write(`Deployed, but --list and --rollback may not offer it: ${problem}\n`);
  }
  return 0;
}

async function list(deployed: DeployedStage): Promise<number> {
  const problems = await readOrExplain(async () => {
    process.stdout.write(await describeDeployments(deployed));
    return [];
  });
  return problems.length === 0 ? 0 : refuse(problems);
}

async function rollBack(request: RunRequest, deployed: DeployedStage): Promise<number> {
  const timestamp = request.timestamp ?? '';
  let restoredRelease = '';
  const problems = await readOrExplain(async () => {
    const found = await rollbackProblems(deployed, timestamp);
    restoredRelease = found.release;
    return found.problems;
  });
  if (problems.length > 0) return refuse(problems);
  const words = ['rollback', '--timestamp', timestamp, `--param=release=${restoredRelease}`];
  return runOsls(words, request);
}

async function remove(request: RunRequest): Promise<number> {
  const { confirmName } = request;
  const streams = { input: process.stdin, output: process.stderr };
  if (confirmName !== null && !(await confirmStageName(confirmName, streams))) {
    return refuse(['this is not the name of the stage']);
  }
  return runOsls(['remove'], request);
}

async function readOrExplain(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    return [`what is deployed could not be read: ${awsErrorName(error)}`];
  }
}

async function compile({ oslsArguments }: RunRequest): Promise<Template> {
  return parseTemplate((await compileTemplate(oslsArguments)).text);
}

/** Loads the code of all functions, which other commands do not need. */
async function settingProblems(template: Template): Promise<readonly string[]> {
  const { functionSettingProblems } = await import('./function-settings.ts');
  return functionSettingProblems(template);
}

async function bundle(): Promise<void> {
  for (const { name, zipBytes } of await bundleAll(join(ROOT, 'dist'))) {
    process.stdout.write(`${name}: ${(zipBytes / 1024).toFixed(0)} KiB\n`);
  }
}

function runOsls(words: readonly string[], { oslsArguments }: RunRequest): number {
  writeAnalyticsTables(join(ROOT, 'dist'));
  const args = [OSLS, ...words, ...oslsArguments];
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
