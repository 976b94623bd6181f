// The keys of links on this machine: the secret's, or one kept beside the reports, so that links outlive the process
// that made them.
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Linking } from '../../lib/app/capability-links.ts';
import { linkKeysOf } from '../../lib/app/capability-links.ts';
import { Failure } from '../../lib/app/failures.ts';
import type { LinkKey, SecretSource } from '../../lib/app/ports.ts';
import type { StoreConfig } from '../../lib/setting-values.ts';

/** The dot in front keeps it from being an object of the store. */
const FILE = '.link-key.json';

/** The secret's keys where there is a secret; else a folder's own. A bucket has no place for one. */
export function localLinkKeys(
  store: StoreConfig,
  secret: SecretSource | null,
): Linking['linkKeys'] {
  if (secret !== null) return linkKeysOf(secret);
  if (store.kind === 'file') return async () => [await keptLinkKey(store.folder)];
  return () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'REPORTS_SECRET' }));
}

/** The keys where there are any to be had; null where nothing can sign a link. */
export function linkKeysIfAny(
  store: StoreConfig,
  secret: SecretSource | null,
): Linking['linkKeys'] | null {
  return store.kind === 'file' || secret !== null ? localLinkKeys(store, secret) : null;
}

/** Makes the key when there is none; of several processes that do so at once, one's key is everybody's. */
async function keptLinkKey(folder: string): Promise<LinkKey> {
  const path = join(resolve(folder), FILE);
  try {
    return (await readKey(path)) ?? (await makeKey(path));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('STORE_UNAVAILABLE', { key: FILE }, error);
  }
}

async function makeKey(path: string): Promise<LinkKey> {
  const key = {
    id: `local-${randomBytes(4).toString('hex')}`,
    key: randomBytes(32).toString('base64url'),
  };
  // Written elsewhere and then named, so that nobody ever reads half of it.
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await mkdir(resolve(path, '..'), { recursive: true });
  try {
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(key));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(fresh, path).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(fresh, { force: true });
  }
  const kept = await readKey(path);
  if (kept === null) throw new Failure('STORE_UNAVAILABLE', { key: FILE });
  return kept;
}

/** Null when there is none; one that can't be read is not replaced, or its links would die unheard. */
async function readKey(path: string): Promise<LinkKey | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return null;
  const value = parse(text);
  const { id, key } =
    typeof value === 'object' && value !== null ? { id: '', key: '', ...value } : {};
  if (typeof id !== 'string' || typeof key !== 'string' || id === '' || key.length < 32) {
    throw new Failure('SECRET_INVALID', { file: FILE });
  }
  return { id, key };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
