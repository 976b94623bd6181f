// A PDF's bytes as a text of objects and streams, without a reader in between.
import { inflateSync } from 'node:zlib';

export const STREAM = /\nstream\n([\s\S]*?)\nendstream/g;

/** The contents of the file's streams of a type, as they are. */
export function streamsOf(file: Buffer, type: string): readonly Buffer[] {
  return file
    .toString('latin1')
    .split('\nendobj\n')
    .filter((object) => object.includes(`/Type /${type}\n`))
    .flatMap((object) => [...object.matchAll(STREAM)])
    .map(([, content = '']) => Buffer.from(content, 'latin1'));
}

/** The files that are attached to a PDF. */
export function attachedTo(file: Buffer): readonly Buffer[] {
  return streamsOf(file, 'EmbeddedFile').map((stream) => inflateSync(stream));
}
