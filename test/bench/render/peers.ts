// The peers' packages, which are not part of ours: installed when a bench first needs them, and found by name.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const FOLDER = new URL('../peers/', import.meta.url);

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const lockfileShape = z.object({
  packages: z.record(z.string(), z.object({ version: z.string() })),
});

/** False when they could not be installed; npm has said why. */
export function havePeers(progress: (text: string) => void): boolean {
  if (areInstalled()) return true;
  progress('installing the peers in test/bench/peers (npm ci)…');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(FOLDER),
    // npm's standard output would mix with the figures.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return npm.status === 0 && areInstalled();
}

function areInstalled(): boolean {
  const lock = new URL('node_modules/.package-lock.json', FOLDER);
  if (!existsSync(lock)) return false;
  const { packages } = lockfileShape.parse(read(lock));
  const { dependencies } = manifest.parse(read(new URL('package.json', FOLDER)));
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  );
}

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A peer's module, of which only those who call it know the shape: the gate runs without these packages. */
export async function loadPeer<T>(name: string, type: z.ZodType<T>): Promise<T> {
  const file = createRequire(new URL('package.json', FOLDER)).resolve(name);
  const module: unknown = await import(pathToFileURL(file).href);
  return type.parse(module);
}
