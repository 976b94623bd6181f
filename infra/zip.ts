// Writes zip archives whose bytes depend only on the contents and names of the files, so that unchanged code gives an
// unchanged package and a deployment updates only the functions that changed.
import type { ZipOptions } from 'fflate';
import { zipSync } from 'fflate';

export interface ZipEntry {
  /** Relative path with slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const FIXED_ATTRIBUTES: ZipOptions = {
  // The earliest date of the format. fflate writes local time, so the date is local as well.
  mtime: new Date(1980, 0, 1),
  // Unix, a regular file that every user may read: Lambda runs the code as another user than the one who packed it.
  os: 3,
  attrs: (0o100644 << 16) >>> 0,
};

export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return zipSync(
    Object.fromEntries(sorted.map(({ name, bytes }) => [name, bytes])),
    FIXED_ATTRIBUTES,
  );
}
