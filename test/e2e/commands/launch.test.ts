// The launcher as a process: what it installs and starts, and that its exit status is that of the started program.
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
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

/** A temporary project with the launcher, and a registry with its packages. */
async function projectIn(t: TestContext): Promise<Project> {
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
const FONT = '@expo-google-fonts/sans';
/** npm would fail: nothing is in its place. */
const WITHOUT_NPM = { PATH: '/nonexistent' };
/** Of the files of each published package. */
const USED_OF_FONT = ['400Regular', 'package.json', 'program.js'];

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
  assert.deepEqual(await ending(child), [0, null]);
}

interface Project {
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

describe('the launcher’s installation', () => {
  it('omits development packages for a command, installs them for --node, and never removes them', async (t) => {
    const project = await projectIn(t);
    const hasInstalled = async (
      args: readonly string[],
      env?: Readonly<Record<string, string>>,
    ): Promise<boolean> => {
      const { status, stderr, hasInstalled: has } = await project.launch(args, env);
      assert.equal(status, 0, stderr);
      return has;
    };
    await project.require({ runs: '1.0.0' }, { tests: '1.0.0' });
    assert.equal(await hasInstalled(['start']), true);
    assert.deepEqual(await project.installed(), ['runs']);
    assert.equal(await hasInstalled(['start']), false);

    // npm leaves development packages out by itself there.
    const inProduction = { NODE_ENV: 'production' };
    assert.equal(await hasInstalled(['--node', '--version'], inProduction), true);
    assert.deepEqual(await project.installed(), ['runs', 'tests']);
    assert.equal(await hasInstalled(['--node', '--version']), false);
    assert.equal(await hasInstalled(['start']), false);

    await project.require({ runs: '1.0.1' }, { tests: '1.0.0' });
    assert.equal(await hasInstalled(['start']), true);
    assert.deepEqual(await project.installed(), ['runs', 'tests']);
  });

  it('with npm has the packages, the programs and the record', async (t) => {
    const { root, require, launch, installed } = await projectIn(t);
    const modules = join(root, 'node_modules');
    await mkdir(join(modules, 'gone'), { recursive: true });
    await mkdir(join(modules, '.new', 'of-an-interrupted-installation'), { recursive: true });
    await require({ runs: '1.0.0', [FONT]: '1.0.0' });
    assert.equal((await launch(['start'])).hasInstalled, true);
    assert.deepEqual(await installed(), ['@expo-google-fonts', 'runs']);
    assert.deepEqual((await readdir(join(modules, '.bin'))).toSorted(), ['runs', 'sans']);
    await readFile(join(modules, '.bin', 'runs'));
    assert.deepEqual(await readdir(join(modules, FONT)), USED_OF_FONT);
    const record = await readFile(join(modules, '.package-lock.json'), 'utf8');
    for (const name of [FONT, 'runs']) {
      assert.ok(record.includes(`"node_modules/${name}"`));
    }
    assert.deepEqual((await readdir(modules)).toSorted(), [
      '.bin',
      '.package-lock.json',
      '@expo-google-fonts',
      'runs',
    ]);
    assert.equal((await launch(['start'])).hasInstalled, false);
  });

  it('that fails leaves what was installed', async (t) => {
    const { require, launch, installed } = await projectIn(t);
    await require({ runs: '1.0.0', [FONT]: '1.0.0' });
    assert.equal((await launch(['start'])).status, 0);
    await require({ runs: '1.0.0', [FONT]: '1.0.1' });
    const { status, stderr } = await launch(['start'], { npm_config_offline: 'true' });
    assert.equal(status, 1);
    assert.match(stderr, /The packages could not be installed/);
    assert.deepEqual(await installed(), ['@expo-google-fonts', 'runs']);
    assert.equal((await launch(['start'])).hasInstalled, true);
  });
});

describe('the launcher’s use of npm’s cache', () => {
  it('installs cached packages without a request, and asks the registry for versions that the cache does not know', async (t) => {
    const { root, require, launch, installed, requests } = await projectIn(t);
    const requestsOfLaunch = async (): Promise<readonly string[]> => {
      await rm(join(root, 'node_modules'), { recursive: true, force: true });
      const { status, stderr } = await launch(['start']);
      assert.equal(status, 0, stderr);
      assert.deepEqual(await installed(), ['runs']);
      return requests.splice(0);
    };
    await require({ runs: '1.0.0' });
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/runs@@1.0.0']);
    assert.deepEqual(await requestsOfLaunch(), []);
    await require({ runs: '1.0.1' });
    assert.deepEqual(await requestsOfLaunch(), ['/runs', '/runs@@1.0.1']);
  });

  it('unpacks cached packages without npm and without what no command reads', async (t) => {
    const { root, require, launch, withCached } = await projectIn(t);
    await withCached({ runs: '1.0.0', [FONT]: '1.0.0' });
    const { status, stderr, hasInstalled } = await launch(['start'], WITHOUT_NPM);
    assert.equal(status, 0, stderr);
    assert.equal(hasInstalled, true);
    const modules = join(root, 'node_modules');
    assert.deepEqual(await readdir(join(modules, FONT)), USED_OF_FONT);
    assert.deepEqual((await readdir(join(modules, '.bin'))).toSorted(), ['runs', 'sans']);
    assert.equal(await readFile(join(modules, FONT, '400Regular', 'font.ttf'), 'utf8'), FONT);
    assert.equal((await stat(join(modules, 'runs', 'program.js'))).mode & 0o777, 0o755);
    assert.equal((await stat(join(modules, 'runs', 'package.json'))).mode & 0o777, 0o644);
    assert.equal((await launch(['start'], WITHOUT_NPM)).hasInstalled, false);

    await require({ runs: '1.0.0', [FONT]: '1.0.0' }, { tests: '1.0.0' });
    assert.equal((await launch(['--node', '--version'])).status, 0);
    await rm(modules, { recursive: true });
    assert.equal((await launch(['start'], WITHOUT_NPM)).status, 0);
    assert.equal((await launch(['--node', '--version'], WITHOUT_NPM)).status, 0);
    assert.deepEqual((await readdir(join(modules, '.bin'))).toSorted(), ['runs', 'sans', 'tests']);
  });

  it('leaves the packages of AWS to the first command that may need them, and adds them to the others', async (t) => {
    const { root, installed, launch, withCached } = await projectIn(t);
    await withCached({ runs: '1.0.0', '@aws-sdk/client': '1.0.0', '@smithy/core': '1.0.0' });
    assert.equal((await launch(['start', '--once'], WITHOUT_NPM)).status, 0);
    assert.deepEqual(await installed(), ['runs']);
    const before = await stat(join(root, 'node_modules', 'runs'));
    const mail = { ...WITHOUT_NPM, REPORTS_MAIL: 'ses' };
    assert.equal((await launch(['start', '--once'], mail)).status, 0);
    assert.deepEqual(await installed(), ['@aws-sdk', '@smithy', 'runs']);
    assert.equal((await stat(join(root, 'node_modules', 'runs'))).ino, before.ino);
    for (const args of [['start', '--once'], ['report']]) {
      assert.equal((await launch(args, WITHOUT_NPM)).hasInstalled, false);
    }
  });

  it('asks npm for a package whose archive is damaged', async (t) => {
    const { root, installed, launch, withCached } = await projectIn(t);
    await withCached({ runs: '1.0.0', [FONT]: '1.0.0' });
    const contents = join(root, 'cache', '_cacache', 'content-v2', 'sha512');
    for (const name of await readdir(contents, { recursive: true })) {
      const file = join(contents, name);
      if ((await stat(file)).isFile()) await appendFile(file, 'more');
    }
    const { status, stderr } = await launch(['start']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(await installed(), ['@expo-google-fonts', 'runs']);
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

  it('leaves --env-file to the command, started as a program or by npm, because Node would end with its own message', async () => {
    for (const [file, ...args] of [
      [LAUNCHER, 'report'],
      ['npm', 'run', '-s', 'report', '--'],
    ] as const) {
      const child = spawn(file, [...args, '--env-file', '/nonexistent'], {
        cwd: resolve(LAUNCHER, '../../..'),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let errors = '';
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
      assert.deepEqual(await ending(child), [2, null]);
      assert.match(errors, /^ {2}--env-file +names a file that cannot be read$/m);
    }
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

  it('shuts down when it is a service', { timeout: 60_000 }, async (t) => {
    const stderr = await killLauncher(t, ['service', '--port', '0'], ({ stdout }) =>
      once(stdout, 'data'),
    );
    assert.match(stderr, /^Shutting down: requests in flight have up to 10 s/m);
  });

  it('ends when it is start', { timeout: 60_000 }, async (t) => {
    const store = await temporaryFolder(t);
    await killLauncher(t, ['start', '--port', '0', '--store', `file:${store}`], ({ stdout }) =>
      once(stdout, 'data'),
    );
  });

  it('ends when it is making a report', { timeout: 60_000 }, async (t) => {
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
