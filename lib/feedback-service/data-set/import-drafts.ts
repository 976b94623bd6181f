// Drafts of data files, which an import writes beside the others before it names them as such.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The age after which a draft is of a killed process; others are written all the time. */
const maxAgeMs = 3_600_000;

export function newDraftPath(directory: string): string {
  return join(directory, `service.import-${randomBytes(6).toString('hex')}.tmp`);
}

/** Removes what killed imports have left: it has feedback that is not forgotten with the other. Does not fail. */
export async function removeOldDrafts(directory: string, now: number): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => /^service\.import-[0-9a-f]{12}\.tmp$/.test(one))) {
    const path = join(directory, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || now - stats.mtimeMs < maxAgeMs) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}
