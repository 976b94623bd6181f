// The files of the report library as they are sent, and the folder next to the module that stores them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding, FirstLoad, OpenPage, PageFiles } from '../ports/page-bundle.ts';

const INDEX_FILE = 'index.json';

interface PageIndex {
  readonly first: FirstLoad;
  readonly files: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly encodings: readonly Encoding[];
  }[];
}

/** Writes the folder that `readPage` reads; creates it if needed. */
export async function writePage(folder: string, { files, first }: PageFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  const index: PageIndex = {
    first,
    files: [...files].map(([name, { contentType, encoded }]) => ({
      name,
      contentType,
      encodings: [...encoded.keys()],
    })),
  };
  await writeFile(join(folder, INDEX_FILE), `${JSON.stringify(index)}\n`);
  for (const [name, { bytes, encoded }] of files) {
    await writeFile(join(folder, name), bytes);
    for (const [encoding, encodedBytes] of encoded) {
      await writeFile(join(folder, `${name}.${encoding}`), encodedBytes);
    }
  }
}

/** Reads the folder at the first use, and again after a failure. */
export function createPageReader(folder: string): OpenPage {
  let reading: Promise<PageFiles> | null = null;
  return () => {
    reading ??= readPage(folder).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

/** Fails when the folder is not as `writePage` wrote it. */
export async function readPage(folder: string): Promise<PageFiles> {
  const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await readFile(join(folder, name)));
  const index: unknown = JSON.parse(await readFile(join(folder, INDEX_FILE), 'utf8'));
  if (!isPageIndex(index)) throw new TypeError(`${INDEX_FILE} of the page has another shape`);
  const files = await Promise.all(
    index.files.map(async ({ name, contentType, encodings }) => {
      const encoded = await Promise.all(
        encodings.map(async (encoding) => [encoding, await read(`${name}.${encoding}`)] as const),
      );
      return [name, { contentType, bytes: await read(name), encoded: new Map(encoded) }] as const;
    }),
  );
  return { first: index.first, files: new Map(files) };
}

/** The program writes the file itself, so a rough check is enough. */
function isPageIndex(value: unknown): value is PageIndex {
  return typeof value === 'object' && value !== null && 'first' in value && 'files' in value;
}
