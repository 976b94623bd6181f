// A file inside the document, named as the source of its figures. pdfkit could, but hashes and deflates much slower.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { DEFLATE_LEVEL } from './object-streams.ts';
import { stringObject } from './pdf-syntax.ts';

export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** `checksum`: MD5 of the bytes. */
export function attach(
  document: PDFKit.PDFDocument,
  { name, contentType, description, bytes }: Attachment,
  checksum: Buffer,
  at: Date,
): void {
  const file = document.ref({
    Type: 'EmbeddedFile',
    Subtype: contentType.replaceAll('/', '#2F'),
    Filter: 'FlateDecode',
    Params: {
      CreationDate: at,
      ModDate: at,
      Size: bytes.byteLength,
      CheckSum: checksum,
    },
  });
  file.end(deflateSync(bytes, { level: DEFLATE_LEVEL }));
  const named = stringObject(name);
  const specification = document.ref({
    Type: 'Filespec',
    AFRelationship: 'Data',
    F: named,
    UF: named,
    Desc: stringObject(description),
    EF: { F: file, UF: file },
  });
  specification.end();
  document.addNamedEmbeddedFile(name, specification);
  Object.assign(document._root.data, { AF: [specification] });
}

/** What the format wants for checksums and names of files; nobody's safety hangs on it. */
export function md5Of(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
