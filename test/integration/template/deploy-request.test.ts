// What is typed to deploy becomes one call of osls, or a list of all that is wrong with it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { accountProblem, confirmStageName } from '../../../infra/deploy-checks.ts';
import type { TextValues } from '../../../infra/deploy-request.ts';
import { deployHelp, readDeployRequest } from '../../../infra/deploy-request.ts';
import { PARAMETERS, STAGE_SETTINGS } from '../../../infra/parameters.ts';
import { accessKeyId, canary } from '../../support/secret-markers.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROD = {
  region: 'eu-north-1',
  account: '000000000000',
  bucket: 'acme-reports',
  apiUrl: 'https://api.example.com',
  secretName: 'acme/prod',
};

/** As STS answers. */
const IDENTITY = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <GetCallerIdentityResult><Account>000000000000</Account></GetCallerIdentityResult>
</GetCallerIdentityResponse>`;
const REFUSED = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <Error><Type>Sender</Type><Code>InvalidClientTokenId</Code><Message>no</Message></Error>
</ErrorResponse>`;

function fromDisk(path: string): TextValues {
  const parsed: unknown = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const values = z.record(z.string(), z.union([z.string(), z.number()])).parse(parsed);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** As if infra/stages/ held these. */
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
  const asked = request(args);
  return asked.kind === 'wrong' ? asked.problems : [];
}

describe('a deployment that is asked for', () => {
  it('hands a stage and its parameters to osls, those of the command line before those of the file', () => {
    const asked = request('--stage prod --param locale=fi --param bucket=other');
    assert(asked.kind === 'run' && asked.bundles);
    assert.equal(asked.account, PROD.account);
    assert.equal(asked.region, PROD.region);
    assert.deepEqual(asked.words, [
      ...['deploy', '--stage', 'prod', '--region', 'eu-north-1', '--param=callers=tokens'],
      ...['--param=bucket=other', '--param=apiUrl=https://api.example.com'],
      ...['--param=secretName=acme/prod', '--param=locale=fi'],
    ]);
  });

  it('says aloud when alarms would tell nobody', () => {
    const topic = 'arn:aws:sns:eu-north-1:000000000000:alarms';
    const told = request(`--stage prod --param alarmTopic=${topic}`);
    const silent = request('--stage prod');
    assert(told.kind === 'run' && silent.kind === 'run');
    assert.deepEqual(told.notes, []);
    assert.match(silent.notes.join(), /alarmTopic.*nobody is told/);
  });

  for (const [args, words] of [
    ['--stage gone --list', ['deploy', 'list', '--stage', 'gone']],
    ['--stage gone --remove --confirm gone', ['remove', '--stage', 'gone']],
    ['--stage gone --rollback 17', ['rollback', '--timestamp', '17', '--stage', 'gone']],
  ] as const) {
    it(`needs no parameters for ${args}, and gives osls a value for each all the same`, () => {
      const asked = request(args);
      assert(asked.kind === 'run' && !asked.bundles && asked.notes.length === 0);
      assert.deepEqual(asked.words.slice(0, words.length), words);
      for (const [name, { required }] of Object.entries(PARAMETERS)) {
        const isTold = asked.words.some((word) => word.startsWith(`--param=${name}=`));
        const isSetting = STAGE_SETTINGS.some((setting) => setting === name);
        assert.equal(isTold || required !== true, !isSetting, name);
      }
      assert.ok(asked.words.includes('--param=callers=tokens'));
    });
  }

  it('is refused with all that is wrong, never with what was typed as a value', () => {
    assert.deepEqual(problemsOf('prod'), [
      'a word stands alone: the stage is told as --stage STAGE',
    ]);
    assert.deepEqual(problemsOf('--stage prod --bogus'), ["Unknown option '--bogus'"]);
    assert.equal(problemsOf('--stage').length, 1);
    assert.deepEqual(problemsOf('--stage example'), ['the example stage is not for deploying']);
    assert.equal(problemsOf('--stage new --param locale=42').length, 6);
    assert.equal(problemsOf('').length, 6);
    assert.equal(problemsOf('--stage prod --list --remove --confirm prod').length, 1);
  });

  it('goes to the region of its stage, whatever it is asked for', () => {
    for (const args of ['', ' --list', ' --rollback 17', ' --remove --confirm prod']) {
      const asked = request(`--stage prod${args}`);
      assert(asked.kind === 'run');
      assert.deepEqual(asked.words.slice(asked.words.indexOf('--region')).slice(0, 2), [
        '--region',
        'eu-north-1',
      ]);
      assert.equal(asked.account, PROD.account);
      assert.deepEqual(problemsOf(`--stage prod${args} --region eu-west-1`), [
        '--region is not the region in infra/stages/prod.json',
      ]);
      assert.equal(request(`--stage prod${args} --region eu-north-1`).kind, 'run');
    }
    const list = request('--stage gone --list --region eu-west-1');
    assert(list.kind === 'run' && list.words.includes('eu-west-1') && list.account === null);
    assert.deepEqual(problemsOf('--stage gone --list --param region=Ireland'), [
      'region must be a region of AWS, e.g. eu-west-1',
    ]);
  });

  it('is refused when it names a thing of another region or account', () => {
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

  it('removes a stage only when its name is typed once more', () => {
    const typed = request('--stage prod --remove', true);
    assert(typed.kind === 'run' && typed.mustType === 'prod');
    const confirmed = request('--stage prod --remove --confirm prod');
    assert(confirmed.kind === 'run' && confirmed.mustType === null);
    for (const args of ['', ' --confirm', ' --confirm=', ' --confirm prd']) {
      assert.equal(problemsOf(`--stage prod --remove${args}`).length, 1, args);
    }
    assert.equal(request('--stage prod --remove --confirm prd', true).kind, 'wrong');
    assert.deepEqual(problemsOf('--stage prod --confirm prod'), ['--confirm goes with --remove']);
  });

  it('takes the name of the stage from a terminal, to the letter', async () => {
    for (const [line, isTyped] of [
      ['prod\n', true],
      [' prod \r\n', true],
      ['Prod\n', false],
      ['\n', false],
      ['', false],
    ] as const) {
      const [input, output] = [new PassThrough(), new PassThrough()];
      input.end(line);
      assert.equal(await confirmStageName('prod', { input, output }), isTyped, JSON.stringify(line));
      assert.match(String(output.read()), /prod/);
    }
  });

  it('ends with 2 and no stack when it is refused', () => {
    const { status, stderr } = deploy('prod');
    assert.equal(status, 2);
    assert.match(stderr, /^Nothing was done:\n {2}a word stands alone/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });

  it('ends with 2 when a stage is to be removed and no terminal is there to type its name', () => {
    const { status, stderr } = deploy('--stage', 'prod', '--remove');
    assert.equal(status, 2);
    assert.match(stderr, /--confirm/);
  });
});

describe('the account of the credentials', () => {
  it('is compared with that of the stage before anything is sent elsewhere', async (t) => {
    let isRefused = false;
    const server = createServer((_, answer) => {
      answer.writeHead(isRefused ? 403 : 200, { 'Content-Type': 'text/xml' });
      answer.end(isRefused ? REFUSED : IDENTITY);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    const endpoint = `http://127.0.0.1:${address.port}`;
    const credentials = {
      accessKeyId: accessKeyId(),
      secretAccessKey: canary('secret access key'),
    };
    const problem = (account: string) =>
      accountProblem({ account, region: 'eu-north-1' }, { endpoint, credentials });
    assert.equal(await problem('000000000000'), null);
    const other = 'the credentials are of account 000000000000, the stage is of 000000000001';
    assert.equal(await problem('000000000001'), other);

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
    assert.deepEqual([child.exitCode, stderr], [2, `Nothing was done:\n  ${other}\n`]);

    isRefused = true;
    assert.equal(
      await problem('000000000000'),
      'the account of the credentials could not be read: InvalidClientTokenId',
    );
  });
});

describe('the help', () => {
  it('tells of every parameter what it means, what it must be and what holds without it', () => {
    const help = deployHelp(fromDisk('infra/defaults.json'));
    for (const [name, { means, mustBe }] of Object.entries(PARAMETERS)) {
      assert.ok(help.includes(`  ${name} `) && help.includes(means) && help.includes(mustBe), name);
    }
    assert.match(help, / bucket .*\(required\)/);
    assert.match(help, / schedule .*\(default rate\(1 hour\)\)/);
    assert.match(help, / retentionDays .*\(default none\)/);
  });
});
