// A file system in memory, where the tests' databases and stores wait for no disk.
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const FOLDER = '/dev/shm';
const MOUNTS = '/proc/mounts';
/** Bytes that must be free there; all tests together store a tenth of it at a time. */
const FREE_BYTES = 4 * 2 ** 30;

/** Its path; null where there is none, where it has little space or memory, or where no program can be run from it. */
export function memoryFolder(): string | null {
  if (!existsSync(MOUNTS)) return null;
  const mount = new RegExp(String.raw`^\S+ ${FOLDER} tmpfs (\S+)`, 'm');
  const options = mount.exec(readFileSync(MOUNTS, 'utf8'))?.[1]?.split(',') ?? ['ro'];
  if (options.includes('ro') || options.includes('noexec')) return null;
  const { bavail, bsize } = statfsSync(FOLDER);
  return Math.min(bavail * bsize, freemem()) < FREE_BYTES ? null : FOLDER;
}
