// Attaches the report's JSON to the PDF.
import { createHash } from 'node:crypto';
import type { PdfFile } from './pdf-file.ts';
import { dateString, deflated, dictionary, plainString, refText } from './pdf-syntax.ts';

export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** Writes the attachment and returns the number of its file specification. `checksum`: MD5 of the bytes. */
export function attach(
  file: PdfFile,
  { name, contentType, description, bytes }: Attachment,
  checksum: Buffer,
  at: Date,
): number {
  const date = dateString(at);
  const embedded = file.addRawStream(deflated(bytes), {
    Type: '/EmbeddedFile',
    Subtype: `/${contentType.replaceAll('/', '#2F')}`,
    Filter: '/FlateDecode',
    Params: dictionary({
      CreationDate: date,
      ModDate: date,
      Size: bytes.byteLength,
      CheckSum: `<${checksum.toString('hex')}>`,
    }),
  });
  const nameString = plainString(name);
  return file.addPlain(
    dictionary({
      Type: '/Filespec',
      AFRelationship: '/Data',
      F: nameString,
      UF: nameString,
      Desc: plainString(description),
      EF: dictionary({ F: refText(embedded), UF: refText(embedded) }),
    }),
  );
}

/** PDF requires MD5 for attachment checksums and file ids; no security depends on it. */
export function md5Of(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
