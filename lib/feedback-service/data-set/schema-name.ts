// The name of a company's schema in a PostgreSQL database. It is made once and kept beside the data,
// so that two directories of one name never meet and one that is moved finds its own again.
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { DataSetError } from './data-set-problem.ts';
import { readFault } from './read-lines.ts';

const file = 'service.postgres';

/** Throws a DataSetError when the file that keeps the name cannot be used. */
export async function schemaOf(directory: string): Promise<string> {
  const path = join(directory, file);
  const kept = await keptName(path).catch((error: unknown) => {
    throw new DataSetError([{ file, reason: readFault(error) }]);
  });
  if (/^feedback_[a-z0-9_]{1,50}$/.test(kept)) return kept;
  const reason =
    'does not name a schema: remove it, and all is imported anew; credentials that were added stay behind';
  throw new DataSetError([{ file, reason }]);
}

async function keptName(path: string): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  // A link has its whole content from its beginning; where two processes make one, the first stays.
  const mark = randomBytes(4).toString('hex');
  const draft = `${path}.${mark}`;
  const plain = basename(resolve(path, '..'))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  await writeFile(draft, `feedback_${plain.slice(0, 40)}_${mark}\n`, { flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return read(path);
}

async function read(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
