// The command line of a deployment becomes one call of osls, or a list of every problem.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import {
  accountProblem,
  confirmStageName,
  deployHelp,
  readDeployRequest,
} from '../../../infra/deploy-request.ts';
import { PARAMETERS, STAGE_SETTINGS } from '../../../infra/parameters.ts';
import type { TextValues } from '../../../infra/stage-files.ts';
import { readTexts as fromDisk } from '../../../infra/stage-files.ts';
import { startQueryService } from '../../support/aws/query-service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROD = {
  region: 'eu-north-1',
  account: '000000000000',
  bucket: 'acme-reports',
  apiUrl: 'https://api.example.com',
  secretName: 'acme/prod',
};

/** A request with `PROD` as infra/stages/prod.json. */
function request(args: string, isTerminal = false) {
  const readTexts = (path: string): TextValues => {
    if (path === 'infra/defaults.json' || path.endsWith('/example.json')) return fromDisk(path);
    return path === 'infra/stages/prod.json' ? PROD : {};
  };
  return readDeployRequest(args === '' ? [] : args.split(' '), { readTexts, isTerminal });
}

function deploy(...args: readonly string[]) {
  const script = join(ROOT, 'infra/deploy.ts');
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}

function problemsOf(args: string): readonly string[] {
  const deployRequest = request(args);
  return deployRequest.kind === 'invalid' ? deployRequest.problems : [];
}

describe('a deployment request', () => {
  it('passes the stage and its parameters to osls; the command line overrides the file', () => {
    const deployRequest = request('--stage prod --param locale=fi --param bucket=other');
    assert(deployRequest.kind === 'run' && deployRequest.command === 'deploy');
    assert.equal(deployRequest.account, PROD.account);
    assert.equal(deployRequest.region, PROD.region);
    assert.deepEqual(deployRequest.oslsArguments, [
      ...['--stage', 'prod', '--region', 'eu-north-1', '--param=callers=tokens'],
      ...['--param=bucket=other', '--param=apiUrl=https://api.example.com'],
      ...['--param=secretName=acme/prod', '--param=locale=fi'],
    ]);
  });

  it('prints a hint when alarms send no notification', () => {
    const topic = 'arn:aws:sns:eu-north-1:000000000000:alarms';
    const withTopic = request(`--stage prod --param alarmTopic=${topic}`);
    const withoutTopic = request('--stage prod');
    assert(withTopic.kind === 'run' && withoutTopic.kind === 'run');
    assert.deepEqual(withTopic.notes, []);
    assert.match(withoutTopic.notes.join(), /alarmTopic.*no notification/);
  });

  for (const [args, command, timestamp] of [
    ['--stage gone --list', 'list', null],
    ['--stage gone --remove --confirm gone', 'remove', null],
    ['--stage gone --rollback 17', 'rollback', '17'],
  ] as const) {
    it(`needs no parameters for ${args}, and passes example values to osls`, () => {
      const deployRequest = request(args);
      assert(deployRequest.kind === 'run' && deployRequest.notes.length === 0);
      assert.deepEqual([deployRequest.command, deployRequest.timestamp], [command, timestamp]);
      assert.deepEqual(deployRequest.oslsArguments.slice(0, 2), ['--stage', 'gone']);
      for (const [name, { required }] of Object.entries(PARAMETERS)) {
        const isPassed = deployRequest.oslsArguments.some((word) =>
          word.startsWith(`--param=${name}=`),
        );
        const isSetting = STAGE_SETTINGS.some((setting) => setting === name);
        assert.equal(isPassed || required !== true, !isSetting, name);
      }
      assert.ok(deployRequest.oslsArguments.includes('--param=callers=tokens'));
    });
  }

  it('is refused with every problem, without values', () => {
    assert.deepEqual(problemsOf('prod'), [
      'unexpected argument: name the stage with --stage STAGE',
    ]);
    assert.deepEqual(problemsOf('--stage prod --bogus'), ["Unknown option '--bogus'"]);
    assert.equal(problemsOf('--stage').length, 1);
    assert.deepEqual(problemsOf('--stage example'), ['the example stage cannot be deployed']);
    assert.equal(problemsOf('--stage new --param locale=42').length, 6);
    assert.equal(problemsOf('').length, 6);
    assert.equal(problemsOf('--stage prod --list --remove --confirm prod').length, 1);
  });

  it('uses the region of its stage for every command', () => {
    for (const args of ['', ' --list', ' --rollback 17', ' --remove --confirm prod']) {
      const deployRequest = request(`--stage prod${args}`);
      assert(deployRequest.kind === 'run');
      assert.deepEqual(
        deployRequest.oslsArguments
          .slice(deployRequest.oslsArguments.indexOf('--region'))
          .slice(0, 2),
        ['--region', 'eu-north-1'],
      );
      assert.equal(deployRequest.account, PROD.account);
      assert.deepEqual(problemsOf(`--stage prod${args} --region eu-west-1`), [
        '--region is not the region in infra/stages/prod.json',
      ]);
      assert.equal(request(`--stage prod${args} --region eu-north-1`).kind, 'run');
    }
    const list = request('--stage gone --list --region eu-west-1');
    assert(
      list.kind === 'run' && list.oslsArguments.includes('eu-west-1') && list.account === null,
    );
    assert.deepEqual(problemsOf('--stage gone --list --param region=Ireland'), [
      'region must be an AWS region, e.g. eu-west-1',
    ]);
  });

  it('is refused when an ARN is in another region or account', () => {
    for (const [topic, problem] of [
      [
        'arn:aws:sns:eu-west-1:000000000000:alarms',
        'alarmTopic must be in the region of the stage',
      ],
      [
        'arn:aws:sns:eu-north-1:000000000001:alarms',
        'alarmTopic must be in the account of the stage',
      ],
    ]) {
      assert.deepEqual(problemsOf(`--stage prod --param alarmTopic=${topic}`), [problem]);
    }
  });

  it('removes a stage only after its name is confirmed', () => {
    const typedRequest = request('--stage prod --remove', true);
    assert(typedRequest.kind === 'run' && typedRequest.confirmName === 'prod');
    const confirmed = request('--stage prod --remove --confirm prod');
    assert(confirmed.kind === 'run' && confirmed.confirmName === null);
    for (const args of ['', ' --confirm', ' --confirm=', ' --confirm prd']) {
      assert.equal(problemsOf(`--stage prod --remove${args}`).length, 1, args);
    }
    assert.equal(request('--stage prod --remove --confirm prd', true).kind, 'invalid');
    assert.deepEqual(problemsOf('--stage prod --confirm prod'), ['--confirm requires --remove']);
  });

  it('accepts only the exact name of the stage from a terminal', async () => {
    for (const [line, isTyped] of [
      ['prod\n', true],
      [' prod \r\n', true],
      ['Prod\n', false],
      ['\n', false],
      ['', false],
    ] as const) {
      const [input, output] = [new PassThrough(), new PassThrough()];
      input.end(line);
      assert.equal(
        await confirmStageName('prod', { input, output }),
        isTyped,
        JSON.stringify(line),
      );
      assert.match(String(output.read()), /prod/);
    }
  });

  it('exits with 2 and prints no stack when it is refused', () => {
    const { status, stderr } = deploy('prod');
    assert.equal(status, 2);
    assert.match(stderr, /^Nothing was done:\n {2}unexpected argument/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });

  it('exits with 2 when a removal cannot be confirmed in a terminal', () => {
    const { status, stderr } = deploy('--stage', 'prod', '--remove');
    assert.equal(status, 2);
    assert.match(stderr, /--confirm/);
  });
});

describe('the account of the credentials', () => {
  it('is compared with the account of the stage before any other request', async (t) => {
    let isRefused = false;
    const sts = await startQueryService(() =>
      isRefused
        ? { error: 'InvalidClientTokenId', message: 'no' }
        : { result: '<Account>000000000000</Account>' },
    );
    t.after(() => sts.close());
    const { endpoint, credentials } = sts.connection;
    const problem = (account: string) =>
      accountProblem({ account, region: 'eu-north-1' }, { endpoint, credentials });
    assert.equal(await problem('000000000000'), null);
    const mismatch = 'the credentials belong to account 000000000000, the stage to 000000000001';
    assert.equal(await problem('000000000001'), mismatch);

    const script = join(ROOT, 'infra/deploy.ts');
    const settings = ['--param', 'region=eu-north-1', '--param', 'account=000000000001'];
    const child = spawn(process.execPath, [script, '--stage', 'x', '--list', ...settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        AWS_ENDPOINT_URL_STS: endpoint,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      },
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([child.exitCode, stderr], [2, `Nothing was done:\n  ${mismatch}\n`]);

    isRefused = true;
    assert.equal(
      await problem('000000000000'),
      'the account of the credentials could not be read: InvalidClientTokenId',
    );
  });
});

describe('the help', () => {
  it('describes the meaning, the allowed values and the default of every parameter', () => {
    const help = deployHelp(fromDisk('infra/defaults.json'));
    for (const [name, { means, mustBe }] of Object.entries(PARAMETERS)) {
      assert.ok(help.includes(`  ${name} `) && help.includes(means) && help.includes(mustBe), name);
    }
    assert.match(help, / bucket .*\(required\)/);
    assert.match(help, / schedule .*\(default cron\(0\/15 \* \* \* \? \*\)\)/);
    assert.match(help, / retentionDays .*\(default none\)/);
  });
});
