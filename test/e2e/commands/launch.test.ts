// The launcher as a process: what it installs and starts, and that its exit status is that of the started program.
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import { MACHINE } from '../../support/machine-environment.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, startTestCompany, type TestCompany } from '../../support/test-company.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../../functions/cli/launch.mjs');

function launch(...args: readonly string[]): ReturnType<typeof spawn> {
  return spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ending(child: ReturnType<typeof spawn>): Promise<readonly unknown[]> {
  return once(child, 'exit');
}

/** A temporary project with one dependency and one development dependency, both packed locally. */
async function projectIn(root: string): Promise<Project> {
  const cli = join(root, 'functions', 'cli');
  await mkdir(cli, { recursive: true });
  await mkdir(join(root, 'package'));
  for (const name of ['launch.mjs', 'unused-folders.mjs']) {
    await copyFile(join(dirname(LAUNCHER), name), join(cli, name));
  }
  await writeFile(join(cli, 'node-options.json'), '{"everyCommand":[],"service":[]}');
  await writeFile(join(cli, 'main.ts'), 'console.log("ran");');
  for (const name of ['runs', 'tests']) {
    const described = JSON.stringify({ name, version: '1.0.0' });
    await writeFile(join(root, 'package', 'package.json'), described);
    await done('tar', ['-czf', `${name}.tgz`, 'package'], root);
  }
  const dependencies = { runs: 'file:runs.tgz' };
  const devDependencies = { tests: 'file:tests.tgz' };
  const described = { type: 'module', dependencies, devDependencies };
  await writeFile(join(root, 'package.json'), JSON.stringify(described));
  await done('npm', ['install', '--package-lock-only', '--offline'], root);
  return {
    installed: async () => {
      const names = await readdir(join(root, 'node_modules'));
      return names.filter((name) => !name.startsWith('.')).toSorted();
    },
    launch: async (args, env = {}) => {
      const child = spawn(process.execPath, [join(cli, 'launch.mjs'), ...args], {
        env: { ...MACHINE, npm_config_offline: 'true', ...env },
      });
      let stderr = '';
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      assert.deepEqual(await once(child, 'close'), [0, null], stderr);
      return stderr.includes('Installing missing packages');
    },
  };
}

/** A registry of one package, whose latest version is the last one that was published. */
async function startRegistry(t: TestContext, root: string) {
  const versions = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const archive = versions.get(basename(url, '.tgz'));
    if (archive !== undefined) {
      response.end(archive);
      return;
    }
    const described = [...versions].map(([version, bytes]): readonly [string, object] => {
      const dist = { tarball: `${address}/${version}.tgz`, integrity: integrityOf(bytes) };
      return [version, { name: 'runs', version, dist }];
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'runs', versions: Object.fromEntries(described) }));
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
    /** As after a pull that brought this version. */
    publish: async (version: string): Promise<void> => {
      await writeFile(
        join(root, 'package', 'package.json'),
        JSON.stringify({ name: 'runs', version }),
      );
      await done('tar', ['-czf', 'published.tgz', 'package'], root);
      const bytes = await readFile(join(root, 'published.tgz'));
      versions.set(version, bytes);
      const dependencies = { runs: version };
      const packages = {
        '': { dependencies },
        'node_modules/runs': { version, integrity: integrityOf(bytes) },
      };
      const described = { type: 'module', dependencies };
      await writeFile(join(root, 'package.json'), JSON.stringify(described));
      await writeFile(
        join(root, 'package-lock.json'),
        JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
      );
    },
  };
}

function integrityOf(bytes: Buffer): string {
  return `sha512-${hash('sha512', bytes, 'base64')}`;
}

async function done(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'ignore' });
  assert.deepEqual(await ending(child), [0, null]);
}

interface Project {
  /** Names of the packages in node_modules. */
  readonly installed: () => Promise<readonly string[]>;
  /** Resolves to whether packages were installed. */
  readonly launch: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<boolean>;
}

describe('the launcher’s installation', () => {
  it('omits development packages for a command, installs them for --node, and never removes them', async (t) => {
    const root = await temporaryFolder(t);
    const { installed, launch } = await projectIn(root);
    assert.equal(await launch(['start']), true);
    assert.deepEqual(await installed(), ['runs']);
    assert.equal(await launch(['start']), false);

    // npm leaves development packages out by itself there.
    const inProduction = { NODE_ENV: 'production' };
    assert.equal(await launch(['--node', '--version'], inProduction), true);
    assert.deepEqual(await installed(), ['runs', 'tests']);
    assert.equal(await launch(['--node', '--version']), false);
    assert.equal(await launch(['start']), false);

    // As after a pull that brought another version of the first package.
    const lockfile = join(root, 'node_modules', '.package-lock.json');
    const installedLockfile = await readFile(lockfile, 'utf8');
    await writeFile(
      lockfile,
      installedLockfile.replace('"version": "1.0.0"', '"version": "0.9.0"'),
    );
    assert.equal(await launch(['start']), true);
    assert.deepEqual(await installed(), ['runs', 'tests']);
  });
});

describe('the launcher’s use of npm’s cache', () => {
  it('installs cached packages without a request, and asks the registry for versions that the cache does not know', async (t) => {
    const root = await temporaryFolder(t);
    const { installed, launch } = await projectIn(root);
    const { address, requests, publish } = await startRegistry(t, root);
    const environment = {
      npm_config_offline: 'false',
      npm_config_registry: address,
      npm_config_cache: join(root, 'cache'),
    };
    const requestsOfLaunch = async (): Promise<readonly string[]> => {
      await rm(join(root, 'node_modules'), { recursive: true, force: true });
      assert.equal(await launch(['start'], environment), true);
      assert.deepEqual(await installed(), ['runs']);
      return requests.splice(0);
    };
    await publish('1.0.0');
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/1.0.0.tgz']);
    assert.deepEqual(await requestsOfLaunch(), []);
    await publish('1.0.1');
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/1.0.1.tgz']);
  });
});

describe('the launcher', () => {
  it("runs Node 24 with the arguments after --node, and exits with the program's code", async () => {
    const child = launch('--node', '-e', 'console.log(process.version); process.exitCode = 7');
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    assert.deepEqual(await ending(child), [7, null]);
    assert.match(output, /^v24\./);
  });

  it('runs a command without --node', async () => {
    assert.deepEqual(await ending(launch('report', '--help')), [0, null]);
    assert.deepEqual(await ending(launch('reprot')), [2, null]);
  });

  it('runs --version, which names the release, and Node with its data of languages and zones', async () => {
    const child = launch('--version');
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    assert.deepEqual(await ending(child), [0, null]);
    assert.match(output, /^\d+\.\d+\.\d+\S* node 24\.\S+ icu \S+ tz \d{4}\w\n$/);
  });

  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    it(`ends by ${signal} when its child did, so that an interrupted run never counts as passed`, async () => {
      const child = launch(
        '--node',
        '-e',
        `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1e6)`,
      );
      assert.deepEqual(await ending(child), [null, signal]);
    });
  }

  it('forwards SIGTERM, so that the program can shut down', async () => {
    const child = launch(
      '--node',
      '-e',
      "process.on('SIGTERM', () => process.exit(5)); console.log('ready'); setInterval(() => {}, 1e6)",
    );
    assert.ok(child.stdout !== null);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await ending(child), [5, null]);
  });
});

describe('a program whose launcher is killed', () => {
  let acme: TestCompany;
  before(async () => {
    acme = await startTestCompany();
  });
  after(() => acme.close());

  /** Starts a command, kills its launcher after the start, and waits until all its output is closed. */
  async function killLauncher(
    t: TestContext,
    args: readonly string[],
    hasBegun: (child: ChildProcessByStdio<null, Readable, Readable>) => Promise<unknown>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const child = spawn(process.execPath, [LAUNCHER, ...args], {
      env: { ...MACHINE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, in which nothing is left behind by a test that fails.
      detached: true,
    });
    t.after(() => {
      try {
        process.kill(-(child.pid ?? assert.fail()), 'SIGKILL');
      } catch {
        // It has ended, as it should.
      }
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.stdout.resume();
    await hasBegun(child);
    const closeEvent = once(child, 'close');
    child.kill('SIGKILL');
    await closeEvent;
    return stderr;
  }

  it('shuts down when it is a service', { timeout: 20_000 }, async (t) => {
    const stderr = await killLauncher(t, ['service', '--port', '0'], ({ stdout }) =>
      once(stdout, 'data'),
    );
    assert.match(stderr, /^Shutting down: requests in flight have up to 10 s/m);
  });

  it('ends when it is start', { timeout: 20_000 }, async (t) => {
    const store = await temporaryFolder(t);
    await killLauncher(t, ['start', '--port', '0', '--store', `file:${store}`], ({ stdout }) =>
      once(stdout, 'data'),
    );
  });

  it('ends when it is making a report', { timeout: 20_000 }, async (t) => {
    const store = await temporaryFolder(t);
    const surveyRequest = new Promise((resolve) => {
      acme.answerInstead = (path) => {
        const isHeld = path.startsWith('/v1/surveys/');
        if (isHeld) resolve(undefined);
        return isHeld;
      };
    });
    const args = ['report', '--week', '2026-W46', '--store', `file:${store}`];
    await killLauncher(t, args, () => surveyRequest, apiEnvironment(acme));
  });
});
