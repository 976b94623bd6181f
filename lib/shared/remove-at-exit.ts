// Removes unfinished files when the process exits while it writes them, as at Ctrl-C.
import { rmSync } from 'node:fs';

const unfinishedFiles = new Set<string>();

/** Calls `work`, which writes the file and removes or renames it. */
export async function withRemovalAtExit<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (unfinishedFiles.size === 0) process.on('exit', removeUnfinishedFiles);
  unfinishedFiles.add(path);
  try {
    return await work();
  } finally {
    unfinishedFiles.delete(path);
    if (unfinishedFiles.size === 0) process.off('exit', removeUnfinishedFiles);
  }
}

function removeUnfinishedFiles(): void {
  for (const path of unfinishedFiles) {
    try {
      rmSync(path, { force: true });
    } catch {
      // Another file may still be removable.
    }
  }
}
