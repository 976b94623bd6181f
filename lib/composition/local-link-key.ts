// The keys of links on this machine: the secret's, the environment's, or one kept beside the reports, so that links
// outlive the process that made them.
import { randomBytes } from 'node:crypto';
import type { LinkContext } from '../links/make-link.ts';
import { linkKeysOf } from '../links/make-link.ts';
import { Failure } from '../shared/failure.ts';
import type { LinkKey, SecretSource } from '../ports/secrets.ts';
import { openPrivateFile } from './compose.ts';
import type { StoreConfig } from './setting-values.ts';

/** The dot in front keeps it from being an object of the store. */
const FILE = '.link-key.json';

/** The secret's keys where there is a secret, else the environment's own; else the one kept in a folder of reports. */
export function localLinkKeys(
  store: StoreConfig,
  secret: SecretSource | null,
  own: LinkKey | null = null,
): LinkContext['linkKeys'] {
  if (secret !== null) return linkKeysOf(secret);
  const kept = store.kind === 'file' ? folderLinkKeys(store.folder) : null;
  // Links that were signed with a folder's key open also after the environment has got one.
  if (own !== null) return async () => [own, ...(kept === null ? [] : await kept())];
  if (kept !== null) return kept;
  return () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'REPORTS_SECRET' }));
}

/** The keys where there are any to be had; null where nothing can sign a link. */
export function findLocalLinkKeys(
  store: StoreConfig,
  secret: SecretSource | null,
  own: LinkKey | null,
): LinkContext['linkKeys'] | null {
  return store.kind === 'file' || secret !== null || own !== null
    ? localLinkKeys(store, secret, own)
    : null;
}

/** The key in the store's folder, which is made when there is none. */
function folderLinkKeys(folder: string): () => Promise<readonly LinkKey[]> {
  const readOrCreate = openPrivateFile({ folder, name: FILE });
  return async () => [keyIn(await readOrCreate(freshKey))];
}

function freshKey(): Uint8Array {
  const id = `local-${randomBytes(4).toString('hex')}`;
  const key = randomBytes(32).toString('base64url');
  return new TextEncoder().encode(JSON.stringify({ id, key }));
}

/** One that can't be read is not replaced: links that it signed would end without a word. */
function keyIn(bytes: Uint8Array): LinkKey {
  const value = parse(new TextDecoder().decode(bytes));
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
