// Entry point of `npm run doctor -- --stage STAGE`: checks a deployed stage.
import { parseArgs } from 'node:util';
import { printChecks } from '../functions/cli/doctor/print-checks.ts';
import { systemContext } from '../lib/composition/system.ts';
import { awsErrorName } from './deploy-request.ts';
import { openDeployedStage } from './deployed-stage.ts';
import { checkStage } from './stage-checks.ts';
import { readTexts } from './stage-files.ts';

const USAGE = `Usage: npm run doctor -- --stage STAGE [--region REGION] [--json]

Checks a deployed stage with your AWS credentials: stack, release, event sources, queues, alarms, secret, planner, and whether a link
opens the stored file. It changes nothing.

Exit codes: 0 nothing fails · 1 a check fails · 2 invalid arguments.
`;

process.exitCode = await run();

async function run(): Promise<number> {
  const args = readArguments();
  if (args === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { stage, isJson } = args;
  const region =
    args.region ??
    readTexts(`infra/stages/${stage}.json`)['region'] ??
    process.env['AWS_REGION'] ??
    'eu-west-1';
  // The clients of store and secret read it there.
  process.env['AWS_REGION'] = region;
  try {
    const stack = await openDeployedStage(stage, region).stack();
    const checks = checkStage({ stage, region, stack, system: systemContext });
    return await printChecks(checks, process, isJson);
  } catch (error) {
    process.stderr.write(`The stack could not be read: ${awsErrorName(error)}\n`);
    return 1;
  }
}

/** Null where they are not valid. */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string' },
        region: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const { stage = '', region = null, json: isJson } = values;
    return /^[a-z][a-z0-9-]{0,19}$/.test(stage) ? { stage, region, isJson } : null;
  } catch {
    return null;
  }
}
