// The older runtime for comparisons of bytes, in a separate package, so that other uses don't install it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where its package.json is; `npm ci` there installs it. */
export const NODE_22_FOLDER = resolve(import.meta.dirname, '../node-22');

/** The path of the program, or null when it isn't installed. */
export function node22(): string | null {
  const path = join(NODE_22_FOLDER, `node_modules/node-linux-${process.arch}/bin/node`);
  return existsSync(path) ? path : null;
}
