// Reads objects and streams from the bytes of a PDF, without a PDF library.
import { inflateSync } from 'node:zlib';

const STREAM = /\nstream\n([\s\S]*?)\nendstream/g;

/** The raw contents of the streams of a type. */
export function pdfStreams(file: Buffer, type: string): readonly Buffer[] {
  return file
    .toString('latin1')
    .split('\nendobj\n')
    .filter((object) => object.includes(`/Type /${type}\n`))
    .flatMap((object) => [...object.matchAll(STREAM)])
    .map(([, content = '']) => Buffer.from(content, 'latin1'));
}

/** The contents of all compressed streams of the file. The metadata are not compressed. */
export function inflatedStreams(file: Buffer): readonly Buffer[] {
  return [...file.toString('latin1').matchAll(STREAM)]
    .filter(([, content = '']) => !content.startsWith('<?xpacket'))
    .map(([, content = '']) => inflateSync(Buffer.from(content, 'latin1')));
}

/** The maps from glyph codes to text of the fonts in the file. */
export function unicodeMaps(file: Buffer): readonly string[] {
  const ids = pdfObjects(file).matchAll(/\/ToUnicode (\d+) 0 R/g);
  return [...new Set([...ids].map(([, id = '']) => id))].map((id) => {
    const [, object = ''] = file.toString('latin1').split(`\n${id} 0 obj\n`);
    const [, content = ''] = object.matchAll(STREAM).next().value ?? [];
    return inflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  });
}

/** The objects of the file, including those in object streams, without stream contents. */
export function pdfObjects(file: Buffer): string {
  const packed = pdfStreams(file, 'ObjStm').map((stream) => inflateSync(stream).toString('latin1'));
  return [file.toString('latin1').replaceAll(STREAM, ''), ...packed].join('\n');
}

/** The addresses of the links in the file, in object order. */
export function linkAddresses(file: Buffer): readonly string[] {
  const actions = pdfObjects(file).matchAll(/\/A<<\/S\/URI\/URI\(((?:\\[\s\S]|[^\\)])*)\)>>/g);
  return [...actions].map(([, address = '']) => address.replaceAll(/\\([\s\S])/g, '$1'));
}

/** The files that are attached to a PDF. */
export function attachedFiles(file: Buffer): readonly Buffer[] {
  return pdfStreams(file, 'EmbeddedFile').map((stream) => inflateSync(stream));
}
