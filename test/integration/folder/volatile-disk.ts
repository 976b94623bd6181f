// A simulated disk with a page cache: each effect that was not synced may be lost in a power failure.
import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import type {
  FileTypeChecks,
  FileSystem,
  OpenFile,
} from '../../../lib/adapters/folder/file-system.ts';

interface FileNode {
  readonly kind: 'file';
  bytes: Uint8Array;
  isSynced: boolean;
}

interface DirectoryNode {
  readonly kind: 'directory';
  /** Durable content. */
  readonly synced: Map<string, Inode>;
  /** Effects in the page cache only, in order; null removes the name. */
  unsynced: { readonly name: string; readonly node: Inode | null }[];
}

type Inode = FileNode | DirectoryNode;

/** How many of a file's unsynced bytes reach the disk. */
export type WrittenBytes = 'nothing' | 'half' | 'all';

/** The unsynced effects that reach the disk: effects on directories by number, and bytes of files. */
export interface PowerLoss {
  readonly keeps: (effect: number) => boolean;
  readonly written: WrittenBytes;
}

export interface VolatileDisk {
  /** A process on this disk, which is killed before its nth call (from 0) that changes or syncs anything. */
  process(killedAt?: number): FileSystem;
  /** The disk after a restart. */
  afterPowerLoss(loss: PowerLoss): VolatileDisk;
  /** Effects on directories that a power loss may undo. */
  readonly unsyncedEffects: number;
  /** Whether bytes of a file may be lost. */
  readonly hasUnsyncedBytes: boolean;
}

/** Thrown at each further call of a killed process. */
export class DiskProcessKilled extends Error {}

/** An empty disk with these durable directories. */
export function createVolatileDisk(path: string): VolatileDisk {
  const top = emptyDirectory();
  let at = top;
  for (const name of namesOf(path)) {
    const node = emptyDirectory();
    at.synced.set(name, node);
    at = node;
  }
  return diskOf(top);
}

/** All effects survive, none survives, each survives or is lost alone; with every amount of unsynced bytes. */
export function* powerLosses(disk: VolatileDisk): Generator<PowerLoss> {
  const amounts: readonly WrittenBytes[] = disk.hasUnsyncedBytes
    ? ['nothing', 'half', 'all']
    : ['all'];
  const count = disk.unsyncedEffects;
  for (const writtenAmount of amounts) {
    yield { written: writtenAmount, keeps: () => false };
    for (let index = 0; index < count; index += 1)
      yield { written: writtenAmount, keeps: (effect) => effect === index };
    if (count < 2) continue;
    yield { written: writtenAmount, keeps: () => true };
    for (let index = 0; index < count; index += 1)
      yield { written: writtenAmount, keeps: (effect) => effect !== index };
  }
}

function diskOf(top: DirectoryNode): VolatileDisk {
  return {
    process: (killedAt = Infinity) => fileSystemOn(top, killedAt),
    get unsyncedEffects() {
      return inodesOf(top).reduce(
        (sum, node) => sum + (node.kind === 'directory' ? node.unsynced.length : 0),
        0,
      );
    },
    get hasUnsyncedBytes() {
      return inodesOf(top).some((node) => node.kind === 'file' && !node.isSynced);
    },
    afterPowerLoss: ({ keeps, written }) => {
      let effect = 0;
      const survivingEntries = new Map<DirectoryNode, ReadonlyMap<string, Inode>>();
      for (const node of inodesOf(top)) {
        if (node.kind === 'file') continue;
        const names = new Map(node.synced);
        for (const change of node.unsynced) {
          if (keeps(effect)) apply(names, change);
          effect += 1;
        }
        survivingEntries.set(node, names);
      }
      const restarted = (node: Inode): Inode => {
        if (node.kind === 'file') {
          const bytes = node.isSynced ? node.bytes : partOf(node.bytes, written);
          return { kind: 'file', bytes, isSynced: true };
        }
        const copy = emptyDirectory();
        for (const [name, below] of survivingEntries.get(node) ?? [])
          copy.synced.set(name, restarted(below));
        return copy;
      };
      const after = restarted(top);
      if (after.kind === 'file') throw new TypeError('the top is a directory');
      return diskOf(after);
    },
  };
}

function fileSystemOn(top: DirectoryNode, killedAt: number): FileSystem {
  let calls = 0;
  /** Every call resolves later, so that callers interleave. */
  const answer = <T>(work: () => T): Promise<T> =>
    Promise.resolve().then(() => {
      if (calls > killedAt) throw new DiskProcessKilled();
      return work();
    });
  const change = <T>(work: () => T): Promise<T> =>
    answer(() => {
      calls += 1;
      if (calls > killedAt) throw new DiskProcessKilled();
      return work();
    });
  const find = (path: string): Inode | null => {
    let node: Inode = top;
    for (const name of namesOf(path)) {
      if (node.kind === 'file') throw systemError('ENOTDIR');
      const next: Inode | undefined = cached(node).get(name);
      if (next === undefined) return null;
      node = next;
    }
    return node;
  };
  const at = (path: string): Inode => {
    const node = find(path);
    if (node === null) throw systemError('ENOENT');
    return node;
  };
  const put = (path: string, node: Inode | null): void => {
    const parent = at(dirname(path));
    if (parent.kind === 'file') throw systemError('ENOTDIR');
    parent.unsynced.push({ name: basename(path), node });
  };
  const add = (path: string, node: Inode): void => {
    if (find(path) !== null) throw systemError('EEXIST');
    put(path, node);
  };
  const handleOf = (node: Inode): OpenFile => ({
    readFile: () =>
      answer(() => {
        if (node.kind === 'directory') throw systemError('EISDIR');
        return new Uint8Array(node.bytes);
      }),
    writeFile: (bytes) =>
      change(() => {
        if (node.kind === 'directory') throw systemError('EISDIR');
        node.bytes = new Uint8Array(bytes);
        node.isSynced = false;
      }),
    stat: () => answer(() => ({ mtimeMs: 0 })),
    sync: () =>
      change(() => {
        if (node.kind === 'file') {
          node.isSynced = true;
          return;
        }
        for (const effect of node.unsynced) apply(node.synced, effect);
        node.unsynced = [];
      }),
    close: () => answer(() => undefined),
  });
  return {
    open: (path, flags) =>
      flags === 'wx'
        ? change(() => {
            const node: FileNode = { kind: 'file', bytes: new Uint8Array(), isSynced: false };
            add(path, node);
            return handleOf(node);
          })
        : answer(() => {
            const isReading =
              flags === 'r' || flags === (constants.O_RDONLY | constants.O_NOFOLLOW);
            if (!isReading) throw new TypeError(`no flags ${flags}`);
            return handleOf(at(path));
          }),
    mkdir: (path) =>
      change(() => {
        add(path, emptyDirectory());
      }),
    link: (from, to) =>
      change(() => {
        add(to, at(from));
      }),
    rename: (from, to) =>
      change(() => {
        // Both directories change, and each change may be lost alone.
        put(to, at(from));
        put(from, null);
      }),
    unlink: (path) =>
      change(() => {
        if (at(path).kind === 'directory') throw systemError('EISDIR');
        put(path, null);
      }),
    lstat: (path) =>
      answer(() => {
        const node = at(path);
        return { ...kindOf(node), mtimeMs: 0 };
      }),
    readdir: (path) =>
      answer(() => {
        const node = at(path);
        if (node.kind === 'file') throw systemError('ENOTDIR');
        return [...cached(node)].map(([name, below]) => ({ name, ...kindOf(below) }));
      }),
  };
}

/** The names that processes see. */
function cached({ synced, unsynced }: DirectoryNode): ReadonlyMap<string, Inode> {
  const names = new Map(synced);
  for (const effect of unsynced) apply(names, effect);
  return names;
}

function apply(
  names: Map<string, Inode>,
  { name, node }: { readonly name: string; readonly node: Inode | null },
): void {
  if (node === null) names.delete(name);
  else names.set(name, node);
}

/** Temporary files, which no reader opens, are always lost in a power failure; other outcomes are not simulated. */
const TEMPORARY = '.tmp';

/** All states after a power failure, each once and in a fixed order. */
function inodesOf(node: Inode, visited = new Set<Inode>()): readonly Inode[] {
  if (!visited.has(node)) {
    visited.add(node);
    if (node.kind === 'directory') {
      for (const [name, below] of [
        ...node.synced,
        ...node.unsynced.map((effect) => [effect.name, effect.node] as const),
      ]) {
        if (below !== null && name !== TEMPORARY) inodesOf(below, visited);
      }
    }
  }
  return [...visited];
}

function emptyDirectory(): DirectoryNode {
  return { kind: 'directory', synced: new Map(), unsynced: [] };
}

function partOf(bytes: Uint8Array, written: WrittenBytes): Uint8Array {
  const part = { nothing: 0, half: bytes.length / 2, all: bytes.length };
  return bytes.slice(0, part[written]);
}

function kindOf({ kind }: Inode): FileTypeChecks {
  return { isFile: () => kind === 'file', isDirectory: () => kind === 'directory' };
}

function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'volatile' });
}
