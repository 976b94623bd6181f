// A project whose launcher installs packages from a registry of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { MACHINE } from './machine-environment.ts';
import { temporaryFolder } from './run-command.ts';

export const LAUNCHER = resolve(import.meta.dirname, '../../functions/cli/launch.mjs');

/** A temporary project with the launcher, and a registry with its packages. */
export async function projectIn(t: TestContext): Promise<Project> {
  const root = await temporaryFolder(t);
  const cli = join(root, 'functions', 'cli');
  await mkdir(cli, { recursive: true });
  for (const name of ['launch.mjs', 'install.mjs', 'unpack.mjs', 'unused-folders.mjs']) {
    await copyFile(join(dirname(LAUNCHER), name), join(cli, name));
  }
  await writeFile(join(cli, 'node-options.json'), '{"everyCommand":[],"service":[]}');
  await writeFile(join(cli, 'main.ts'), 'console.log("ran");');
  const registry = await startRegistry(t, root);
  const project: Project = {
    root,
    requests: registry.requests,
    require: async (dependencies, devDependencies = {}) => {
      const packages: Record<string, object> = { '': { dependencies, devDependencies } };
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        packages[`node_modules/${name}`] = {
          version,
          integrity: integrityOf(await registry.publish(name, version)),
          bin: programOf(name),
          ...(name in devDependencies ? { dev: true } : {}),
        };
      }
      const described = { type: 'module', dependencies, devDependencies };
      await writeFile(join(root, 'package.json'), JSON.stringify(described));
      await writeFile(
        join(root, 'package-lock.json'),
        JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
      );
    },
    withCached: async (dependencies) => {
      await project.require(dependencies);
      assert.equal((await project.launch(['report'])).status, 0);
      await rm(join(root, 'node_modules'), { recursive: true });
    },
    installed: async () => {
      const names = await readdir(join(root, 'node_modules'));
      return names.filter((name) => !name.startsWith('.')).toSorted();
    },
    launch: async (args, env = {}) => {
      const child = spawn(process.execPath, [join(cli, 'launch.mjs'), ...args], {
        env: {
          ...MACHINE,
          npm_config_registry: registry.address,
          npm_config_cache: join(root, 'cache'),
          ...env,
        },
      });
      let stderr = '';
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      await once(child, 'close');
      return { status: child.exitCode, stderr, hasInstalled: stderr.includes(INSTALLING) };
    },
  };
  return project;
}

const INSTALLING = 'Installing missing packages';
export const FONT = '@expo-google-fonts/sans';
/** npm would fail: nothing is in its place. */
export const WITHOUT_NPM = { PATH: '/nonexistent' };
/** Of the files of each published package. */
export const USED_OF_FONT = ['400Regular', 'package.json', 'program.js'];

/** A registry whose latest version of a package is the last one that was published. */
async function startRegistry(t: TestContext, root: string) {
  const published = new Map<string, Map<string, Buffer>>();
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const [name = '', version] = url.slice(1).split('@@').map(decodeURIComponent);
    const versions = published.get(name) ?? new Map<string, Buffer>();
    if (version !== undefined) {
      response.end(versions.get(version));
      return;
    }
    const described = [...versions].map(([number, bytes]): readonly [string, object] => {
      const tarball = `${address}/${encodeURIComponent(name)}@@${number}`;
      return [number, { name, version: number, dist: { tarball, integrity: integrityOf(bytes) } }];
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, versions: Object.fromEntries(described) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const bound = server.address();
  assert.ok(typeof bound === 'object' && bound !== null);
  const address = `http://127.0.0.1:${bound.port}`;
  return {
    address,
    requests,
    /** Returns the archive, which has a program with the package's name. */
    publish: async (name: string, version: string): Promise<Buffer> => {
      for (const folder of ['400Regular', '500Medium']) {
        await mkdir(join(root, 'package', folder), { recursive: true });
        await writeFile(join(root, 'package', folder, 'font.ttf'), name);
      }
      await writeFile(join(root, 'package', 'program.js'), '', { mode: 0o755 });
      const described = JSON.stringify({ name, version, bin: programOf(name) });
      await writeFile(join(root, 'package', 'package.json'), described);
      await done('tar', ['-czf', 'published.tgz', 'package'], root);
      const bytes = await readFile(join(root, 'published.tgz'));
      const versions = published.get(name) ?? new Map<string, Buffer>();
      published.set(name, versions.set(version, bytes));
      return bytes;
    },
  };
}

function programOf(name: string): Readonly<Record<string, string>> {
  return { [basename(name)]: 'program.js' };
}

function integrityOf(bytes: Buffer): string {
  return `sha512-${hash('sha512', bytes, 'base64')}`;
}

async function done(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'ignore' });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
}

export interface Project {
  readonly root: string;
  /** Paths that were asked of the registry. */
  readonly requests: string[];
  /** As after a pull that brought these packages, which are published; versions by names. */
  readonly require: (
    dependencies: Readonly<Record<string, string>>,
    devDependencies?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Requires packages that npm's cache has, with nothing installed. */
  readonly withCached: (dependencies: Readonly<Record<string, string>>) => Promise<void>;
  /** Names in node_modules. */
  readonly installed: () => Promise<readonly string[]>;
  readonly launch: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<{
    readonly status: number | null;
    readonly stderr: string;
    readonly hasInstalled: boolean;
  }>;
}
