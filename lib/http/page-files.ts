// The files of the report library as they are sent, and the folder in which they lie beside the module.
// It hides how that folder is written down.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding, FirstLoad, OpenPage, PageFiles } from '../ports/page-bundle.ts';

const INDEX = 'index.json';

interface Written {
  readonly first: FirstLoad;
  readonly files: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly encodings: readonly Encoding[];
  }[];
}

/** Writes what `readPage` reads into a folder that is there or not. */
export async function writePage(folder: string, { files, first }: PageFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written: Written = {
    first,
    files: [...files].map(([name, { contentType, encoded }]) => ({
      name,
      contentType,
      encodings: [...encoded.keys()],
    })),
  };
  await writeFile(join(folder, INDEX), `${JSON.stringify(written)}\n`);
  for (const [name, { bytes, encoded }] of files) {
    await writeFile(join(folder, name), bytes);
    for (const [encoding, smaller] of encoded) {
      await writeFile(join(folder, `${name}.${encoding}`), smaller);
    }
  }
}

/** Reads the folder at first use; where that failed, it is tried again. */
export function pageIn(folder: string): OpenPage {
  let reading: Promise<PageFiles> | null = null;
  return () => {
    reading ??= readPage(folder).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

/** Fails when the folder is not as `writePage` left it. */
export async function readPage(folder: string): Promise<PageFiles> {
  const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await readFile(join(folder, name)));
  const written: unknown = JSON.parse(await readFile(join(folder, INDEX), 'utf8'));
  if (!isWritten(written)) throw new TypeError(`${INDEX} of the page is of another shape`);
  const files = await Promise.all(
    written.files.map(async ({ name, contentType, encodings }) => {
      const encoded = await Promise.all(
        encodings.map(async (one) => [one, await read(`${name}.${one}`)] as const),
      );
      return [name, { contentType, bytes: await read(name), encoded: new Map(encoded) }] as const;
    }),
  );
  return { first: written.first, files: new Map(files) };
}

/** Written by ourselves: whether it is that at all. */
function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && 'first' in value && 'files' in value;
}
