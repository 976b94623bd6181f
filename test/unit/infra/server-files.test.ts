// The Dockerfile, the compose file and the systemd units name files and settings that exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { FILE_SUFFIX, isSettingName } from '../../../lib/composition/settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SERVER = join(ROOT, 'infra', 'server');
const FILES = readdirSync(SERVER);
const UNITS = FILES.filter((name) => /\.(service|timer)$/.test(name));

function read(name: string): string {
  return readFileSync(join(SERVER, name), 'utf8');
}

describe('the files of a server', () => {
  it('name settings that exist', () => {
    const names = FILES.flatMap(
      (file) => read(file).match(/\b(REPORTS|FEEDBACK_API)_[A-Z_]+/g) ?? [],
    );
    assert.ok(names.length > 5);
    for (const name of names) {
      const setting = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : name;
      assert.ok(isSettingName(setting), name);
    }
  });

  it('copy and run files that exist', () => {
    const dockerfile = read('Dockerfile');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    );
    const run = [...dockerfile.matchAll(/^RUN node (\S+)/gm)].map(([, file = '']) => file);
    assert.deepEqual([copied.length, run.length], [3, 1]);
    for (const file of [...copied, ...run]) assert.ok(existsSync(join(ROOT, file)), file);
    for (const timer of UNITS.filter((name) => name.endsWith('.timer'))) {
      assert.ok(UNITS.includes(timer.replace(/timer$/, 'service')), timer);
    }
  });

  const analyze = [
    'systemd-analyze',
    'verify',
    ...UNITS.map((name) => join(SERVER, name)),
  ] as const;
  const hasSystemd = spawnSync(analyze[0], ['--version']).status === 0;
  it('are units that systemd understands', { skip: hasSystemd ? false : 'no systemd here' }, () => {
    const [command, ...args] = analyze;
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    // Of what it does not understand it only warns.
    assert.doesNotMatch(stderr, /feedback-reports/);
  });
});
