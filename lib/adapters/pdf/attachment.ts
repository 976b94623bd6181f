// A file inside the document, named as the source of its figures. pdfkit could, but hashes and deflates much slower.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { LEVEL } from './packed.ts';

export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

export function attach(
  document: PDFKit.PDFDocument,
  { name, contentType, description, bytes }: Attachment,
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
      CheckSum: createHash('md5').update(bytes).digest(),
    },
  });
  file.end(deflateSync(bytes, { level: LEVEL }));
  const named = literal(name);
  const specification = document.ref({
    Type: 'Filespec',
    AFRelationship: 'Data',
    F: named,
    UF: named,
    Desc: literal(description),
    EF: { F: file, UF: file },
  });
  specification.end();
  document.addNamedEmbeddedFile(name, specification);
  Object.assign(document._root.data, { AF: [specification] });
}

/** pdfkit writes a string as a name, and only a String as a string. */
function literal(text: string): object {
  return new String(text);
}
