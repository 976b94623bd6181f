// The other runtimes for comparisons of bytes, in a separate package, so that other uses don't install them.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where their package.json is; `npm ci` there installs them. */
export const NODE_VERSIONS_FOLDER = resolve(import.meta.dirname, '../node-versions');

function programOf(version: number): string {
  const name = `node-${version}-linux-${process.arch}`;
  return join(NODE_VERSIONS_FOLDER, 'node_modules', name, 'bin/node');
}

/** The paths of the programs. */
export const NODE_22 = programOf(22);
export const NODE_26 = programOf(26);

/** For the option `skip` of tests. */
export const missingNodeVersions = [NODE_22, NODE_26].every((program) => existsSync(program))
  ? false
  : 'needs npm ci in test/node-versions';
