// Where AWS's own runtime client for Node is: a package of its own, since installing it compiles a part of it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where its package.json is; `npm ci` there installs it and needs cmake and a C++ compiler. */
export const LAMBDA_FOLDER = resolve(import.meta.dirname, '../../lambda');

const CLIENT_FOLDER = join(LAMBDA_FOLDER, 'node_modules/aws-lambda-ric');

/** Why functions can't be run here, or null. */
export function missingForLambda(): string | null {
  // The compiled part: an installation that broke off, or one on macOS, has none.
  if (existsSync(join(CLIENT_FOLDER, 'rapid-client.node'))) return null;
  return 'needs aws-lambda-ric: npm ci in test/lambda, with cmake and a C++ compiler';
}

/** The program that asks for events and calls the handler. */
export function runtimeClient(): string {
  return join(CLIENT_FOLDER, 'index.mjs');
}
