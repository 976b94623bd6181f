// A directory as a store of whole objects, with what S3's conditional writes promise, for any number of processes.
// It hides temporary files, links, the lock and syncing: a process killed at any moment leaves whole objects.
//
// One difference to S3: a name is an object or holds others, never both. The disk needs hard links
// and POSIX locks, as local ones have.
import { dirname, join, resolve } from 'node:path';
import type { ListedObject, ObjectStore } from '../../ports/object-store.ts';
import { makeDirectory, createNameSync, createTemporaryFiles } from './durable-write.ts';
import { nullIfAbsent, withFolderErrors } from './system-errors.ts';
import { NODE_FILE_SYSTEM, type FileSystem, type DirectoryEntry } from './file-system.ts';
import { isSegment, segmentsOf, segmentsOfPrefix } from '../../shared/object-key.ts';
import { withLock } from './write-lock.ts';
import { isObject, linkIfAbsent, readObject } from './object-file.ts';

export { openPrivateFile } from './private-file.ts';

export interface FolderStoreOptions {
  /** Made at the first write. */
  readonly root: string;
  /** How long `replace` and `remove` wait for others, in milliseconds; each of them takes about one. */
  readonly lockWaitMs?: number;
  /** Default: the machine's own. The lock is always a file of the machine. */
  readonly files?: FileSystem;
}

/** Opens a folder as a store. The content type of an object is not kept: its key's extension says it. */
export function openFolderStore(options: FolderStoreOptions): ObjectStore {
  const root = resolve(options.root);
  const { lockWaitMs = 10_000, files = NODE_FILE_SYSTEM } = options;
  const temporary = createTemporaryFiles(files, join(root, '.tmp'));
  const syncNames = createNameSync(files, root);
  const lock = join(root, '.lock.sqlite');

  return {
    async read(key) {
      const path = join(root, ...segmentsOf(key));
      return withFolderErrors('read', key, () => readObject(files, path));
    },

    async create(key, bytes) {
      const path = join(root, ...segmentsOf(key));
      return withFolderErrors('create', key, async () => {
        const created =
          !(await isObject(files, path)) &&
          (await temporary.withFile(bytes, async (from) => {
            await makeDirectory(files, dirname(path));
            return linkIfAbsent(files, from, path);
          }));
        // Also for another winner, which may have been killed before it synced.
        await syncNames(dirname(path));
        return created;
      });
    },

    async replace(key, bytes, version) {
      const path = join(root, ...segmentsOf(key));
      const isCurrent = async (): Promise<boolean> =>
        (await readObject(files, path))?.version === version;
      return withFolderErrors('replace', key, async () => {
        const replaced =
          (await isCurrent()) &&
          (await temporary.withFile(bytes, (from) =>
            withLock(lock, lockWaitMs, async () => {
              // Only the holder of the lock changes or removes an object that is there.
              if (!(await isCurrent())) return false;
              await files.rename(from, path);
              return true;
            }),
          ));
        // Also for another winner, as in `create`.
        await syncNames(dirname(path));
        return replaced;
      });
    },

    async remove(key) {
      const path = join(root, ...segmentsOf(key));
      // A directory of that name is no object, and stays.
      const isFile = async (): Promise<boolean> =>
        (await nullIfAbsent(() => files.lstat(path)))?.isFile() === true;
      await withFolderErrors('remove', key, async () => {
        if (await isFile()) {
          await withLock(lock, lockWaitMs, async () => {
            if (await isFile()) await files.unlink(path);
          });
        }
        // Also for another who removed it, as in `create`.
        await syncNames(dirname(path));
      });
    },

    async children(prefix) {
      const path = join(root, ...segmentsOfPrefix(prefix));
      return withFolderErrors('children', prefix, () => listNames(files, path));
    },

    async entries(prefix, named) {
      const path = join(root, ...segmentsOfPrefix(prefix));
      return withFolderErrors('entries', prefix, async () => {
        const found = await listObjects(files, path, prefix, named ?? null);
        return found.toSorted((a, b) => (a.key < b.key ? -1 : 1));
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

/** A directory that was made for an object which then wasn't written doesn't count. */
async function containsObjects(files: FileSystem, directory: string): Promise<boolean> {
  const entries = await listEntries(files, directory);
  if (entries.some((entry) => entry.isFile())) return true;
  for (const entry of entries) {
    if (await containsObjects(files, join(directory, entry.name))) return true;
  }
  return false;
}

/** Each is read for its version, so they come one after the other: their bytes need not be in memory together. */
async function listObjects(
  files: FileSystem,
  directory: string,
  prefix: string,
  named: string | null,
): Promise<readonly ListedObject[]> {
  const found: ListedObject[] = [];
  for (const entry of await listEntries(files, directory)) {
    const path = join(directory, entry.name);
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      found.push(...(await listObjects(files, path, `${key}/`, named)));
    } else if (named === null || entry.name === named) {
      const object = await readObject(files, path);
      // Removed meanwhile.
      if (object !== null) found.push({ key, version: object.version });
    }
  }
  return found;
}

/** Files and directories that can be named by a key. */
async function listEntries(files: FileSystem, directory: string): Promise<readonly DirectoryEntry[]> {
  const entries = await nullIfAbsent(() => files.readdir(directory, { withFileTypes: true }));
  return (entries ?? []).filter(
    (entry) => isSegment(entry.name) && (entry.isFile() || entry.isDirectory()),
  );
}
