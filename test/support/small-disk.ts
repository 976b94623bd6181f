// A disk of its own with little space, which a test can fill and make read-only.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is free, but for so many bytes. */
  fill(rest?: number): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
  makeReadOnly(): void;
  makeWritable(): void;
}

/** Null where file systems cannot be mounted, which only root on Linux may do; the test is skipped then. */
export async function mountSmallDisk(t: TestContext, megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'));
  const mount = (...args: readonly string[]): boolean =>
    spawnSync('mount', [...args, folder]).status === 0;
  const isMounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  t.after(async () => {
    // Processes that a test has killed may have open files there.
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    await rmdir(folder);
  });
  if (!isMounted) {
    t.skip('needs root on Linux, to mount a file system');
    return null;
  }
  const ballast = join(folder, 'ballast');
  const remount = (mode: 'ro' | 'rw'): void => {
    if (!mount('-o', `remount,${mode}`)) throw new Error(`the disk cannot be mounted as ${mode}`);
  };
  return {
    folder,
    fill: async (rest = 0) => {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, new Uint8Array(bavail * bsize - rest));
    },
    free: () => rm(ballast),
    makeReadOnly: () => {
      remount('ro');
    },
    makeWritable: () => {
      remount('rw');
    },
  };
}
