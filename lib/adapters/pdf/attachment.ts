// Attaches the report's JSON to the PDF. pdfkit's own attachment hashes and deflates much more slowly.
import { createHash } from 'node:crypto';
import { deflated, stringObject } from './pdf-syntax.ts';

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
  file.end(deflated(bytes));
  const nameString = stringObject(name);
  const specification = document.ref({
    Type: 'Filespec',
    AFRelationship: 'Data',
    F: nameString,
    UF: nameString,
    Desc: stringObject(description),
    EF: { F: file, UF: file },
  });
  specification.end();
  document.addNamedEmbeddedFile(name, specification);
  Object.assign(document._root.data, { AF: [specification] });
}

/** PDF requires MD5 for attachment checksums and file ids; no security depends on it. */
export function md5Of(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
