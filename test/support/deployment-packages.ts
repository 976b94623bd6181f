// The deployment packages of all functions, built once for all tests of a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BundledFunction } from '../../infra/bundle.ts';
import { bundleAll } from '../../infra/bundle.ts';

/** Contains the folder and the archive of each function after `deploymentPackages`. */
export const PACKAGES_FOLDER = mkdtempSync(join(tmpdir(), 'bundles-'));

let building: Promise<readonly BundledFunction[]> | null = null;

export function deploymentPackages(): Promise<readonly BundledFunction[]> {
  building ??= bundleAll(PACKAGES_FOLDER);
  return building;
}

after(() => {
  rmSync(PACKAGES_FOLDER, { recursive: true });
});
