// What is typed to deploy becomes one call of osls, or a list of all that is wrong with it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { Texts } from '../../../infra/deploy-request.ts';
import { helpWith, readRequest } from '../../../infra/deploy-request.ts';
import { PARAMETERS } from '../../../infra/parameters.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROD = { bucket: 'acme-reports', apiUrl: 'https://api.example.com', secretName: 'acme/prod' };

function fromDisk(path: string): Texts {
  const parsed: unknown = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const values = z.record(z.string(), z.union([z.string(), z.number()])).parse(parsed);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** As if infra/stages/ held these. */
function request(args: string, stages: Readonly<Record<string, Texts>> = { prod: PROD }) {
  return readRequest(args === '' ? [] : args.split(' '), (path) => {
    if (path === 'infra/defaults.json' || path.endsWith('/example.json')) return fromDisk(path);
    return stages[path.slice('infra/stages/'.length, -'.json'.length)] ?? {};
  });
}

function problemsOf(args: string): readonly string[] {
  const asked = request(args);
  return asked.kind === 'wrong' ? asked.problems : [];
}

describe('a deployment that is asked for', () => {
  it('hands a stage and its parameters to osls, those of the command line before those of the file', () => {
    const asked = request(
      '--stage prod --region eu-north-1 --param locale=fi --param bucket=other',
    );
    assert(asked.kind === 'run' && asked.bundles);
    assert.deepEqual(asked.words, [
      ...['deploy', '--stage', 'prod', '--region', 'eu-north-1', '--param=callers=tokens'],
      ...['--param=bucket=other', '--param=apiUrl=https://api.example.com'],
      ...['--param=secretName=acme/prod', '--param=locale=fi'],
    ]);
  });

  it('says aloud when alarms would tell nobody', () => {
    const topic = 'arn:aws:sns:eu-west-1:000000000000:alarms';
    const told = request(`--stage prod --param alarmTopic=${topic}`);
    const silent = request('--stage prod');
    assert(told.kind === 'run' && silent.kind === 'run');
    assert.deepEqual(told.notes, []);
    assert.match(silent.notes.join(), /alarmTopic.*nobody is told/);
  });

  for (const [args, words] of [
    ['--stage gone --list', ['deploy', 'list', '--stage', 'gone']],
    ['--stage gone --remove', ['remove', '--stage', 'gone']],
    ['--stage gone --rollback 17', ['rollback', '--timestamp', '17', '--stage', 'gone']],
  ] as const) {
    it(`needs no parameters for ${args}, and gives osls a value for each all the same`, () => {
      const asked = request(args);
      assert(asked.kind === 'run' && !asked.bundles && asked.notes.length === 0);
      assert.deepEqual(asked.words.slice(0, words.length), words);
      for (const [name, { required }] of Object.entries(PARAMETERS)) {
        const isTold = asked.words.some((word) => word.startsWith(`--param=${name}=`));
        assert.ok(isTold || required !== true, name);
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
    assert.equal(problemsOf('--stage new --param locale=42').length, 4);
    assert.equal(problemsOf('').length, 4);
    assert.equal(problemsOf('--stage prod --list --remove').length, 1);
  });

  it('ends with 2 and no stack when it is refused', () => {
    const script = join(ROOT, 'infra/deploy.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, 'prod'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /^Nothing was done:\n {2}a word stands alone/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
});

describe('the help', () => {
  it('tells of every parameter what it means, what it must be and what holds without it', () => {
    const help = helpWith(fromDisk('infra/defaults.json'));
    for (const [name, { means, mustBe }] of Object.entries(PARAMETERS)) {
      assert.ok(help.includes(`  ${name} `) && help.includes(means) && help.includes(mustBe), name);
    }
    assert.match(help, / bucket .*\(required\)/);
    assert.match(help, / schedule .*\(default rate\(1 hour\)\)/);
    assert.match(help, / retentionDays .*\(default none\)/);
  });
});
