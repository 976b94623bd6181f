// The release of the source: its version, and its commit where a repository has it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readRelease } from '../../../lib/composition/release.ts';
import { temporaryFolder } from '../../support/run-command.ts';

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

describe('the release', () => {
  it('is the version and the commit, and says when files were changed since', async (t) => {
    const root = await temporaryFolder(t);
    const file = join(root, 'package.json');
    await writeFile(file, '{"version":"1.2.3"}');
    git(root, 'init', '--quiet');
    git(root, 'add', '.');
    git(root, ...AUTHOR, 'commit', '--quiet', '--message', 'First');
    git(root, ...AUTHOR, 'tag', '--annotate', 'v9', '--message', 'A tag');
    const commit = git(root, 'rev-parse', '--short=12', 'HEAD');
    assert.equal(readRelease(root), `1.2.3+${commit}`);
    await writeFile(file, '{"version":"1.2.4"}');
    assert.equal(readRelease(root), `1.2.4+${commit}-dirty`);

    // An archive that was unpacked inside another repository.
    const unpacked = join(root, 'unpacked');
    await mkdir(unpacked);
    await writeFile(join(unpacked, 'package.json'), '{"version":"2.0.0"}');
    assert.equal(readRelease(unpacked), '2.0.0');
  });

  it('is the version alone where git knows no commit', async (t) => {
    const root = await temporaryFolder(t);
    await writeFile(join(root, 'package.json'), '{"version":"1.2.3"}');
    await mkdir(join(root, '.git'));
    assert.equal(readRelease(root), '1.2.3');
  });
});
