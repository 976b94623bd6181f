// Installs the packages of the lockfile that are missing. Plain JavaScript for Node 20, because the launcher reads it.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { unpackFromCache } from './unpack.mjs';
import { unusedFolders } from './unused-folders.mjs';

/** npm's record of the packages in node_modules. */
const RECORD = '.package-lock.json';
/** A third of all files. No other package needs these. */
const OF_AWS = /^node_modules\/(@aws|@aws-sdk|@smithy)\//;

/**
 * `root`: the folder of package.json. Returns whether it has installed anything. Ends the process when the packages can't be
 * installed.
 */
export async function installMissing(root, { isForDevelopment, usesAws }) {
  const lock = readJson(join(root, 'package-lock.json'));
  const modules = join(root, 'node_modules');
  const installed = readInstalledPackages(modules);
  // Keeps development packages that are already installed.
  const withDevelopment =
    isForDevelopment || Object.values(installed).some(({ dev }) => dev === true);
  const wanted = Object.entries(lock.packages).filter(
    ([path, { dev }]) =>
      path !== '' && (dev !== true || withDevelopment) && (usesAws || !OF_AWS.test(path)),
  );
  const isMissing = ([path, { optional }]) => !(path in installed) && optional !== true;
  const isObsolete = ([path, { version }]) =>
    path in lock.packages && lock.packages[path].version !== version;
  const hasObsolete = Object.entries(installed).some(isObsolete);
  if (!hasObsolete && !wanted.some(isMissing)) return false;
  process.stderr.write('Installing missing packages…\n');
  const folder = join(modules, '.new');
  removeAll([folder]);
  mkdirSync(folder, { recursive: true });
  const kept = hasObsolete ? {} : installed;
  const added = Object.fromEntries(
    wanted.filter(([path, entry]) => !(path in kept) && fitsMachine(entry)),
  );
  // Windows starts programs of packages by files that npm writes.
  const isWindows = process.platform === 'win32';
  if (!(withDevelopment && isWindows) && (await unpackFromCache(added, folder))) {
    replacePackages(modules, folder, kept, added);
    if (!isWindows) linkPrograms(modules, { ...kept, ...added });
    return true;
  }
  removeAll([join(folder, 'node_modules')]);
  await installWithNpm(root, folder, withDevelopment);
  const packages = readInstalledPackages(join(folder, 'node_modules'));
  removeAll(unusedFolders(join(folder, 'node_modules')));
  replacePackages(modules, folder, {}, packages);
  return true;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** By their folders; empty where nothing is installed, or an installation was interrupted. */
function readInstalledPackages(modules) {
  const file = join(modules, RECORD);
  return existsSync(file) ? readJson(file).packages : {};
}

/** Of a lockfile, where one value may stand without brackets. */
function fitsMachine({ os = process.platform, cpu = process.arch, libc }) {
  const fits = (allowed, value) => [allowed].flat().includes(value);
  return fits(os, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, libcName()));
}

function libcName() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** In `folder`, so that a failure leaves what is installed. */
async function installWithNpm(root, folder, withDevelopment) {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
  }
  // Explicit in both cases: with NODE_ENV=production, npm omits development packages by default.
  const include = withDevelopment ? '--include=dev' : '--omit=dev';
  const ci = ['ci', include, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Does not ask the registry again about packages in npm's cache, which takes a fourth of the time; fails where what the
  // cache says about a package is older than the lockfile.
  let result = await runNpm(folder, [...ci, '--prefer-offline', '--fetch-retries=0']);
  if (result.status !== 0 && result.error === undefined) {
    process.stderr.write('Trying again with what the registry says about the packages now…\n');
    result = await runNpm(folder, ci);
  }
  if (result.status === 0) return;
  process.stderr.write(
    result.error === undefined
      ? 'The packages could not be installed: see the message of npm above.\n'
      : 'The packages could not be installed: npm could not be started.\n',
  );
  process.exit(1);
}

/** npm's standard output would mix with the program's own. */
function runNpm(cwd, args) {
  const isWindows = process.platform === 'win32';
  const npm = spawn('npm', args, { cwd, stdio: ['ignore', 2, 2], shell: isWindows });
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ status: null, error }));
    npm.on('exit', (status) => resolve({ status }));
  });
}

/**
 * Moves the packages in `folder` to `modules`, beside those of `kept` or, without any, instead of everything. The record is
 * last, so that an interruption is repaired.
 */
function replacePackages(modules, folder, kept, packages) {
  if (Object.keys(kept).length === 0) {
    const obsolete = readdirSync(modules).filter((name) => name !== '.new');
    removeAll(obsolete.map((name) => join(modules, name)));
  }
  const from = join(folder, 'node_modules');
  for (const name of readdirSync(from).flatMap((found) => namesOfPackages(from, found))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    removeAll([join(modules, name)]);
    renameSync(join(from, name), join(modules, name));
  }
  removeAll([folder]);
  const record = { lockfileVersion: 3, requires: true, packages: { ...kept, ...packages } };
  writeFileSync(join(modules, RECORD), JSON.stringify(record, null, 2));
}

/** Those of a scope are in its folder. */
function namesOfPackages(modules, name) {
  if (name === RECORD) return [];
  return name.startsWith('@')
    ? readdirSync(join(modules, name)).map((inScope) => join(name, inScope))
    : [name];
}

/** In `.bin`, as npm does; of several packages the first has a name. */
function linkPrograms(modules, packages) {
  removeAll([join(modules, '.bin')]);
  mkdirSync(join(modules, '.bin'));
  for (const [path, { bin = {} }] of Object.entries(packages).toSorted()) {
    const name = path.slice('node_modules/'.length);
    if (name.includes('/node_modules/')) continue;
    for (const [program, file] of Object.entries(bin)) {
      const link = join(modules, '.bin', program);
      if (existsSync(link)) continue;
      symlinkSync(join('..', name, file), link);
      chmodSync(link, 0o755);
    }
  }
}

function removeAll(paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
