// The release that runs: the version, and the commit where it is known, e.g. 0.1.0+70e080f0fa4b.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { once } from '../domain/memoize.ts';
import { tryParseJson } from '../shared/try-parse-json.ts';

/** Defined by the bundler: the package of a function contains neither the version nor a repository. */
declare const BUNDLED_RELEASE: string | undefined;

/** Whether this is a built release or function, which is not in a checkout. */
export const isBuilt: boolean = typeof BUNDLED_RELEASE === 'string';

export const release: () => string =
  typeof BUNDLED_RELEASE === 'string'
    ? () => BUNDLED_RELEASE
    : once(() => readRelease(resolve(import.meta.dirname, '../..')));

/** The release of the source in a folder: without git or a repository, as in an unpacked archive, the version alone. */
export function readRelease(root: string): string {
  const described = tryParseJson(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version } =
    typeof described === 'object' && described !== null ? { version: '', ...described } : {};
  const commit = readCommit(root);
  return commit === '' ? String(version) : `${String(version)}+${commit}`;
}

/** The commit, with "-dirty" where a file has been changed since; empty where it is unknown. */
function readCommit(root: string): string {
  // Otherwise git would look for a repository in the folders above.
  if (!existsSync(join(root, '.git'))) return '';
  const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : '';
}
