// Unpacks packages from npm's cache, without the folders that no command reads. Plain JavaScript for Node 20, because the
// launcher reads it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { isUnused } from './unused-folders.mjs';

/**
 * `packages`: entries of the lockfile by paths such as "node_modules/zod"; `target`: the folder of that node_modules.
 * False when npm has to install them: one is not in the cache, or is archived in a way that this code does not know.
 */
export async function unpackFromCache(packages, target) {
  const archives = Object.entries(packages).map(([path, { integrity = '' }]) => {
    const [algorithm, digest = ''] = integrity.split('-');
    const hex = Buffer.from(digest, 'base64').toString('hex');
    const name = [algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)];
    return { path, algorithm, hex, file: join(cacheFolder(), '_cacache', 'content-v2', ...name) };
  });
  if (!archives.every(({ file }) => existsSync(file))) return false;
  // Node's own archive takes longest, and is first then.
  archives.sort((a, b) => Number(b.path.includes('/node-')) - Number(a.path.includes('/node-')));
  const workers = Array.from({ length: Math.min(availableParallelism(), 4) }, () =>
    unpackInTurn(archives, target),
  );
  const results = await Promise.allSettled(workers);
  return results.every(({ status }) => status === 'fulfilled');
}

/** npm passes the folder to its scripts; otherwise npm's default. */
function cacheFolder() {
  const { npm_config_cache: configured, LOCALAPPDATA } = process.env;
  if (configured !== undefined) return configured;
  return LOCALAPPDATA === undefined ? join(homedir(), '.npm') : join(LOCALAPPDATA, 'npm-cache');
}

function unpackInTurn(archives, target) {
  const worker = new Worker(new URL(import.meta.url), { workerData: target });
  const next = () => worker.postMessage(archives.shift() ?? null);
  worker.on('message', next);
  next();
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', resolve);
  });
}

if (!isMainThread) {
  parentPort.on('message', (archive) => {
    if (archive === null) return parentPort.close();
    unpack(archive, workerData);
    parentPort.postMessage('done');
  });
}

function unpack({ path, algorithm, hex, file }, target) {
  const archive = readFileSync(file);
  if (createHash(algorithm).update(archive).digest('hex') !== hex) throw new Error('wrong hash');
  // The last four bytes are the size; without it, zlib copies the whole again.
  const chunkSize = Math.max(archive.readUInt32LE(archive.length - 4), 64);
  const isWanted = (name) => !isUnused(`${path.slice('node_modules/'.length)}/${name}`);
  for (const { name, bytes, isExecutable } of entriesOf(gunzipSync(archive, { chunkSize }))) {
    if (!isWanted(name)) continue;
    const written = join(target, path, name);
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, bytes, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 });
  }
}

const BLOCK = 512;

/** The files of a tar archive, with names below its only folder. */
function* entriesOf(tar) {
  for (let at = 0; at < tar.length && tar[at] !== 0;) {
    const text = (from, length) => {
      const field = tar.toString('utf8', at + from, at + from + length);
      return field.split('\0', 1)[0];
    };
    const number = (from, length) => Number.parseInt(text(from, length), 8);
    const [size, type] = [number(124, 12), text(156, 1)];
    const prefix = text(345, 155);
    const segments = `${prefix}${prefix === '' ? '' : '/'}${text(0, 100)}`.split('/').slice(1);
    if (!/^[05]?$/.test(type) || segments.includes('..')) throw new Error('unknown kind of entry');
    const start = at + BLOCK;
    if (type !== '5') {
      const isExecutable = (number(100, 8) & 0o111) !== 0;
      yield { name: segments.join('/'), bytes: tar.subarray(start, start + size), isExecutable };
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
