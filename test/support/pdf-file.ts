// A PDF's bytes as a text of objects and streams, without a reader in between.
import { inflateSync } from 'node:zlib';

const STREAM = /\nstream\n([\s\S]*?)\nendstream/g;

/** The contents of the file's streams of a type, as they are. */
export function pdfStreams(file: Buffer, type: string): readonly Buffer[] {
  return file
    .toString('latin1')
    .split('\nendobj\n')
    .filter((object) => object.includes(`/Type /${type}\n`))
    .flatMap((object) => [...object.matchAll(STREAM)])
    .map(([, content = '']) => Buffer.from(content, 'latin1'));
}

/** The file's objects, packed ones included, without the contents of its other streams. */
export function objectsIn(file: Buffer): string {
  const packed = pdfStreams(file, 'ObjStm').map((one) => inflateSync(one).toString('latin1'));
  return [file.toString('latin1').replaceAll(STREAM, ''), ...packed].join('\n');
}

/** Where the file's links lead, in the order of its objects. */
export function addressesIn(file: Buffer): readonly string[] {
  const actions = objectsIn(file).matchAll(/\/A<<\/S\/URI\/URI\(((?:\\[\s\S]|[^\\)])*)\)>>/g);
  return [...actions].map(([, address = '']) => address.replaceAll(/\\([\s\S])/g, '$1'));
}

/** The files that are attached to a PDF. */
export function attachedTo(file: Buffer): readonly Buffer[] {
  return pdfStreams(file, 'EmbeddedFile').map((stream) => inflateSync(stream));
}
