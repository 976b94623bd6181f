// Installs the packages of the lockfile that are missing. Plain JavaScript for Node 20, because the launcher reads it.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unusedFolders } from './unused-folders.mjs';

/**
 * Half of the work. npm unpacks in one thread: a second process that installs these at the same time takes two thirds of the time.
 * They have no dependencies, and no scope has others.
 */
const LARGE = /^(node-(linux|win)-|@expo-google-fonts\/|@fontsource\/)/;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'];
/** npm's record of the packages in node_modules. */
const RECORD = '.package-lock.json';

/** `root`: the folder of package.json. Ends the process when the packages can't be installed. */
export async function installMissing(root, isForDevelopment) {
  const lock = readJson(join(root, 'package-lock.json'));
  const installed = readInstalledPackages(join(root, 'node_modules'));
  if (isComplete(lock.packages, installed, isForDevelopment)) return;
  // Keeps development packages that are already installed.
  const withDevelopment =
    isForDevelopment || Object.values(installed).some(({ dev }) => dev === true);
  // Explicit in both cases: with NODE_ENV=production, npm omits development packages by default.
  const include = withDevelopment ? '--include=dev' : '--omit=dev';
  process.stderr.write(`Installing missing packages (npm ci ${include})…\n`);
  const parts = join(root, 'node_modules', '.parts');
  rmSync(parts, { recursive: true, force: true });
  const folders = [true, false].flatMap((isLarge) =>
    writePart(root, join(parts, isLarge ? 'large' : 'others'), lock, isLarge),
  );
  const results = await Promise.all(folders.map((folder) => installPart(folder, include)));
  const failed = results.find(({ status }) => status !== 0);
  if (failed !== undefined) {
    process.stderr.write(
      failed.error === undefined
        ? 'The packages could not be installed: see the message of npm above.\n'
        : 'The packages could not be installed: npm could not be started.\n',
    );
    process.exit(1);
  }
  // Never where tests and tools run, which may read them.
  if (!withDevelopment) {
    for (const folder of folders) removeAll(unusedFolders(join(folder, 'node_modules')));
  }
  joinParts(join(root, 'node_modules'), folders);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** By their folders; empty where nothing is installed, or an installation was interrupted. */
function readInstalledPackages(modules) {
  const file = join(modules, RECORD);
  return existsSync(file) ? readJson(file).packages : {};
}

function isComplete(packages, installed, isForDevelopment) {
  return Object.entries(packages).every(([path, { version, optional, dev }]) => {
    if (path === '' || (dev === true && !isForDevelopment)) return true;
    const found = installed[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

/** A folder with package.json and lockfile of these packages; none without any. */
function writePart(root, folder, lock, isLarge) {
  const select = (entries = {}) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => LARGE.test(name) === isLarge));
  const selectDependencies = (project) =>
    Object.fromEntries(DEPENDENCIES.map((kind) => [kind, select(project[kind])]));
  const packages = Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([path]) => path !== '' && LARGE.test(path.replace('node_modules/', '')) === isLarge,
    ),
  );
  if (Object.keys(packages).length === 0) return [];
  mkdirSync(folder, { recursive: true });
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('package.json', selectDependencies(readJson(join(root, 'package.json'))));
  packages[''] = selectDependencies(lock.packages['']);
  write('package-lock.json', { ...lock, packages });
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  return [folder];
}

async function installPart(folder, include) {
  const ci = ['ci', include, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Does not ask the registry again about packages in npm's cache, which takes a fourth of the time; fails where what the
  // cache says about a package is older than the lockfile.
  const result = await runNpm(folder, [...ci, '--prefer-offline', '--fetch-retries=0']);
  if (result.status === 0 || result.error !== undefined) return result;
  process.stderr.write('Trying again with what the registry says about the packages now…\n');
  return runNpm(folder, ci);
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

/** Replaces what is in `modules`. npm's record is last, so that an interruption is repaired. */
function joinParts(modules, folders) {
  const obsolete = readdirSync(modules).filter((name) => name !== '.parts');
  removeAll(obsolete.map((name) => join(modules, name)));
  mkdirSync(join(modules, '.bin'));
  const packages = {};
  for (const installed of folders.map((folder) => join(folder, 'node_modules'))) {
    Object.assign(packages, readInstalledPackages(installed));
    moveAll(join(installed, '.bin'), join(modules, '.bin'));
    removeAll([join(installed, '.bin'), join(installed, RECORD)]);
    moveAll(installed, modules);
  }
  removeAll([join(modules, '.parts')]);
  const record = { lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(modules, RECORD), JSON.stringify(record, null, 2));
}

function moveAll(from, to) {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
}

function removeAll(paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
