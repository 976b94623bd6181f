// A directory as an object store with the guarantees of S3's conditional writes, for any number of processes. A process
// that is killed at any moment leaves complete objects.
//
// Unlike in S3, a name is either an object or a prefix of other keys. The file system must support hard links and POSIX
// locks, as local ones do.
import { dirname, join, resolve } from 'node:path';
import type { ListedObject, ObjectStore } from '../../ports/object-store.ts';
import { isSegment, keySegments, prefixSegments } from '../../ports/object-store.ts';
import {
  createNameSync,
  createTemporaryFiles,
  inDirectory,
  withLock,
  isObject,
  linkIfAbsent,
  readObject,
  readBytes,
} from './durable-write.ts';
import type { FileSystem, DirectoryEntry } from './file-system.ts';
import {
  nullIfAbsent,
  withFolderErrors,
  FolderStoreError,
  NODE_FILE_SYSTEM,
} from './file-system.ts';

interface FolderStoreOptions {
  /** Created at the first write. */
  readonly root: string;
  /** Objects with this prefix are readable by their owner only, with the folders that are created for them. Default: none. */
  readonly privatePrefix?: string;
  /** How long `replace` and `remove` wait for the lock, in milliseconds; each holds it for about one. */
  readonly lockWaitMs?: number;
  /** Default: node:fs. The lock file always uses the real file system. */
  readonly files?: FileSystem;
}

/** Opens a folder as a store. Content types are not stored: the key's extension implies them. */
export function openFolderStore(options: FolderStoreOptions): ObjectStore {
  const root = resolve(options.root);
  const { lockWaitMs = 10_000, files = NODE_FILE_SYSTEM, privatePrefix } = options;
  const isPrivate = (key: string): boolean =>
    privatePrefix !== undefined && key.startsWith(privatePrefix);
  const temporary = createTemporaryFiles(files, join(root, '.tmp'));
  const syncNames = createNameSync(files, root);
  const lock = join(root, '.lock.sqlite');

  return {
    async read(key) {
      const path = join(root, ...keySegments(key));
      return withFolderErrors('read', key, () => readObject(files, path));
    },

    async create(key, bytes) {
      const path = join(root, ...keySegments(key));
      return withFolderErrors('create', key, async () => {
        const created =
          !(await isObject(files, path)) &&
          (await temporary.withFile(bytes, isPrivate(key), (from) =>
            inDirectory(
              files,
              dirname(path),
              () => linkIfAbsent(files, from, path),
              // The root exists, with the temporary file, so that it keeps its mode.
              isPrivate(key) ? 0o700 : undefined,
            ),
          ));
        // Also when another process created it: it may have been killed before it synced.
        await syncNames(dirname(path));
        return created;
      });
    },

    async replace(key, bytes, version) {
      const path = join(root, ...keySegments(key));
      const isCurrent = async (): Promise<boolean> =>
        (await readObject(files, path))?.version === version;
      return withFolderErrors('replace', key, async () => {
        const replaced =
          (await isCurrent()) &&
          (await temporary.withFile(bytes, isPrivate(key), (from) =>
            withLock(lock, lockWaitMs, async () => {
              // Only the holder of the lock changes or removes an existing object.
              if (!(await isCurrent())) return false;
              await files.rename(from, path);
              return true;
            }),
          ));
        // Also when another process replaced it, as in `create`.
        await syncNames(dirname(path));
        return replaced;
      });
    },

    async remove(key) {
      const path = join(root, ...keySegments(key));
      // A directory is not an object and is not removed.
      const isFile = async (): Promise<boolean> =>
        (await nullIfAbsent(() => files.lstat(path)))?.isFile() === true;
      await withFolderErrors('remove', key, async () => {
        if (await isFile()) {
          await withLock(lock, lockWaitMs, async () => {
            if (await isFile()) await files.unlink(path);
          });
        }
        // Also when another process removed it, as in `create`.
        await syncNames(dirname(path));
      });
    },

    async children(prefix) {
      const path = join(root, ...prefixSegments(prefix));
      return withFolderErrors('children', prefix, () => listNames(files, path));
    },

    async entries(prefix, name) {
      const path = join(root, ...prefixSegments(prefix));
      return withFolderErrors('entries', prefix, async () => {
        const objects = await listObjects(files, path, prefix, name ?? null);
        return objects.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      });
    },
  };
}

// ── files as objects ────────────────────────────────────────────────────────────────────────────

async function listNames(files: FileSystem, directory: string): Promise<readonly string[]> {
  const entries = await listEntries(files, directory);
  const names = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() || (await containsObjects(files, join(directory, entry.name)))
        ? [entry.name]
        : [],
    ),
  );
  return names.flat().sort();
}

/** False for a directory that was created for an object whose write then failed. */
async function containsObjects(files: FileSystem, directory: string): Promise<boolean> {
  const entries = await listEntries(files, directory);
  if (entries.some((entry) => entry.isFile())) return true;
  for (const entry of entries) {
    if (await containsObjects(files, join(directory, entry.name))) return true;
  }
  return false;
}

/** Each object is read for its version, one at a time: their bytes need not fit into memory together. */
async function listObjects(
  files: FileSystem,
  directory: string,
  prefix: string,
  name: string | null,
): Promise<readonly ListedObject[]> {
  const objects: ListedObject[] = [];
  for (const entry of await listEntries(files, directory)) {
    const path = join(directory, entry.name);
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      objects.push(...(await listObjects(files, path, `${key}/`, name)));
    } else if (name === null || entry.name === name) {
      const object = await readObject(files, path);
      // Removed meanwhile.
      if (object !== null) objects.push({ key, version: object.version });
    }
  }
  return objects;
}

/** Files and directories whose names can be segments of a key. */
async function listEntries(
  files: FileSystem,
  directory: string,
): Promise<readonly DirectoryEntry[]> {
  const entries = await nullIfAbsent(() => files.readdir(directory, { withFileTypes: true }));
  return (entries ?? []).filter(
    (entry) => isSegment(entry.name) && (entry.isFile() || entry.isDirectory()),
  );
}

interface PrivateFileOptions {
  /** Created with the file. */
  readonly folder: string;
  /** Begins with a dot, so that it cannot be the key of an object. */
  readonly name: string;
  /** Default: node:fs. */
  readonly files?: FileSystem;
}

/**
 * Returns the bytes of the file, and creates it from `fresh` when it does not exist: when several processes do so, one
 * wins, and all get its bytes. They survive a power failure. Fails with STORE_UNAVAILABLE.
 */
type ReadOrCreate = (fresh: () => Uint8Array) => Promise<Uint8Array>;

export function openPrivateFile({
  folder,
  name,
  files = NODE_FILE_SYSTEM,
}: PrivateFileOptions): ReadOrCreate {
  const root = resolve(folder);
  const path = join(root, name);
  const temporary = createTemporaryFiles(files, join(root, '.tmp'));
  const syncNames = createNameSync(files, root);
  let isDurable = false;
  return async (fresh) =>
    withFolderErrors('read', name, async () => {
      const existing = await readBytes(files, path);
      if (existing !== null && isDurable) return existing;
      if (existing === null) {
        await temporary.withFile(fresh(), true, (from) => linkIfAbsent(files, from, path));
      }
      // Also for a file that another process created: it may have been killed before it synced.
      await syncNames(root);
      isDurable = true;
      const bytes = existing ?? (await readBytes(files, path));
      if (bytes === null) throw new FolderStoreError('removed meanwhile');
      return bytes;
    });
}
