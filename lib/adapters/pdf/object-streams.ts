// Packs a document's many small objects into object streams, which pdfkit can't: one by one they would weigh as much
// as the pages. So the file ends with a cross-reference stream in place of pdfkit's table.
import { deflateSync } from 'node:zlib';
import { refText } from './pdf-syntax.ts';

/** Two thirds of the time of zlib's own choice, 6, for nine per cent more bytes. */
export const DEFLATE_LEVEL = 3;
/** Readers open a stream as a whole; a long report's needn't be opened for one object. */
const MAX_OBJECTS = 1_000;
/** Of an entry of the cross-reference: its kind, an offset or a stream's number, and the place in the stream. */
const ENTRY_FIELD_WIDTHS = [1, 4, 2] as const;
const ENTRY_BYTES = 7;

interface Stream {
  readonly id: number;
  /** The numbers of the objects in it, in their order there. */
  readonly objects: readonly number[];
}

export class PackedObjects {
  readonly #document: PDFKit.PDFDocument;
  readonly #fileId: string;
  readonly #streams: Stream[] = [];
  #objects: number[] = [];
  #bodies: string[] = [];

  /** `fileId`: 32 hex digits that no other file has. */
  constructor(document: PDFKit.PDFDocument, fileId: string) {
    this.#document = document;
    this.#fileId = `<${fileId}>`;
    document._finalize = () => {
      this.#finish();
    };
  }

  /** The number of an object that is still to be put; hundreds of pdfkit's own references would take milliseconds. */
  reserve(): number {
    return this.#document._offsets.push(null);
  }

  /** The same for one that pdfkit itself is to name. */
  reserveNamed(): PDFKit.PDFKitReference {
    const ref = this.#document.ref({});
    // pdfkit waits for every reference that it has made.
    this.#document._refEnd(ref);
    return ref;
  }

  /** The whole object in PDF's syntax, one byte a character. */
  put(id: number, body: string): void {
    this.#objects.push(id);
    this.#bodies.push(body);
    if (this.#objects.length === MAX_OBJECTS) this.flush();
  }

  /** To be called before the document ends. */
  flush(): void {
    const [objects, bodies] = [this.#objects, this.#bodies];
    if (objects.length === 0) return;
    let index = '';
    let offset = 0;
    bodies.forEach((body, place) => {
      index += `${objects[place] ?? 0} ${offset} `;
      offset += body.length + 1;
    });
    const stream = this.#document.ref({
      Type: 'ObjStm',
      N: objects.length,
      First: index.length,
      Filter: 'FlateDecode',
    });
    stream.end(
      deflateSync(Buffer.from(index + bodies.join('\n'), 'latin1'), { level: DEFLATE_LEVEL }),
    );
    this.#streams.push({ id: stream.id, objects });
    this.#objects = [];
    this.#bodies = [];
  }

  #finish(): void {
    const document = this.#document;
    const start = document._offset;
    const own = document._offsets.length + 1;
    const entries = Buffer.alloc((own + 1) * ENTRY_BYTES);
    const write = (id: number, kind: number, first: number, second: number): void => {
      entries.writeUInt8(kind, id * ENTRY_BYTES);
      entries.writeUInt32BE(first, id * ENTRY_BYTES + 1);
      entries.writeUInt16BE(second, id * ENTRY_BYTES + 5);
    };
    write(0, 0, 0, 65_535);
    document._offsets.forEach((offset, i) => {
      write(i + 1, 1, offset ?? 0, 0);
    });
    for (const { id, objects } of this.#streams) {
      objects.forEach((object, place) => {
        write(object, 2, id, place);
      });
    }
    write(own, 1, start, 0);
    const stream = deflateSync(entries, { level: DEFLATE_LEVEL });
    const id = this.#fileId;
    document._write(
      `${own} 0 obj\n<</Type/XRef/Size ${own + 1}/W[${ENTRY_FIELD_WIDTHS.join(' ')}]` +
        `/Root ${refText(document._root.id)}/Info ${refText(document._info.id)}/ID[${id}${id}]` +
        `/Filter/FlateDecode/Length ${stream.length}>>\nstream`,
    );
    document._write(stream);
    document._write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`);
    document.push(null);
  }
}
