// The launcher as a process: what it installs and starts, and that its exit status is that of the started program.
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  FONT,
  LAUNCHER,
  projectIn,
  USED_OF_FONT,
  WITHOUT_NPM,
} from '../../support/launcher-project.ts';
import { MACHINE } from '../../support/machine-environment.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, startTestCompany, type TestCompany } from '../../support/test-company.ts';

function launch(...args: readonly string[]): ReturnType<typeof spawn> {
  return spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ending(child: ReturnType<typeof spawn>): Promise<readonly unknown[]> {
  return once(child, 'exit');
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
});

describe('the launcher’s use of npm’s cache', () => {
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
