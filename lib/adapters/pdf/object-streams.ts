// Packs the many small objects of a document into object streams, which pdfkit does not support: separately they would
// be as large as the pages. The file therefore ends with a cross-reference stream instead of pdfkit's table.
import { PdfBytes } from './pdf-bytes.ts';
import { deflated, refText } from './pdf-syntax.ts';

/** PDF readers decompress a stream as a whole, so a long report gets several. */
const MAX_OBJECTS = 1_000;
/** Byte widths of the fields of a cross-reference entry: type, offset or stream number, index in the stream. */
const ENTRY_FIELD_WIDTHS = [1, 4, 2] as const;
const ENTRY_BYTES = 7;
/** The entries are deflated as differences from the entry before, which most PDF writers do. */
const PREDICTOR_UP = { decodeParameters: `<</Predictor 12/Columns ${ENTRY_BYTES}>>`, rowType: 2 };

interface Stream {
  readonly id: number;
  /** The object numbers in the stream, in order. */
  readonly objects: readonly number[];
}

export class PackedObjects {
  readonly #document: PDFKit.PDFDocument;
  readonly #fileId: string;
  readonly #streams: Stream[] = [];
  readonly #bodies = new PdfBytes();
  /** The numbers of the objects and where their bodies begin. */
  readonly #index = new PdfBytes();
  #objects: number[] = [];

  /** `fileId`: 32 hex digits, unique to the file. */
  constructor(document: PDFKit.PDFDocument, fileId: string) {
    this.#document = document;
    this.#fileId = `<${fileId}>`;
    document._finalize = () => {
      this.#finish();
    };
  }

  /** Reserves an object number for a later `put`. Hundreds of pdfkit references would take milliseconds. */
  reserve(): number {
    return this.#document._offsets.push(null);
  }

  /** Reserves an object number as a reference that pdfkit's own objects can contain. */
  reserveNamed(): PDFKit.PDFKitReference {
    const ref = this.#document.ref({});
    // Otherwise pdfkit waits for the reference to end.
    this.#document._refEnd(ref);
    return ref;
  }

  /** `body`: the object in PDF syntax, one byte per character. */
  put(id: number, body: string): void {
    this.begin(id).text(body);
  }

  /** Writes an object under a new number, which it returns. */
  add(body: string): number {
    const id = this.reserve();
    this.put(id, body);
    return id;
  }

  /** Writes a deflated stream, which cannot be in an object stream, and returns its object number. */
  addStream(data: string | Uint8Array, entries: object = {}): number {
    const ref = this.#document.ref({ ...entries, Filter: 'FlateDecode' });
    ref.end(deflated(data));
    return ref.id;
  }

  /** Returns what the object is written to, until the next object begins. */
  begin(id: number): PdfBytes {
    if (this.#objects.length === MAX_OBJECTS) this.flush();
    const bodies = this.#bodies;
    if (this.#objects.length > 0) bodies.text('\n');
    this.#objects.push(id);
    this.#index.integer(id).text(' ').integer(bodies.length).text(' ');
    return bodies;
  }

  /** Must be called before the document ends. */
  flush(): void {
    const objects = this.#objects;
    if (objects.length === 0) return;
    const index = this.#index.take();
    const data = Buffer.concat([index, this.#bodies.take()]);
    const entries = { Type: 'ObjStm', N: objects.length, First: index.length };
    this.#streams.push({ id: this.addStream(data, entries), objects });
    this.#objects = [];
  }

  #finish(): void {
    const document = this.#document;
    const start = document._offset;
    const xrefId = document._offsets.length + 1;
    const entries = Buffer.alloc((xrefId + 1) * ENTRY_BYTES);
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
    write(xrefId, 1, start, 0);
    const stream = deflated(differences(entries));
    const id = this.#fileId;
    document._write(
      `${xrefId} 0 obj\n<</Type/XRef/Size ${xrefId + 1}/W[${ENTRY_FIELD_WIDTHS.join(' ')}]` +
        `/Root ${refText(document._root.id)}/Info ${refText(document._info.id)}/ID[${id}${id}]` +
        `/Filter/FlateDecode/DecodeParms${PREDICTOR_UP.decodeParameters}` +
        `/Length ${stream.length}>>\nstream`,
    );
    document._write(stream);
    document._write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`);
    document.push(null);
  }
}

/** Every entry as the difference from the one before, after the number of this method. */
function differences(entries: Buffer): Buffer {
  const count = entries.length / ENTRY_BYTES;
  const rows = Buffer.alloc(entries.length + count);
  for (let row = 0; row < count; row += 1) {
    const [from, to] = [row * ENTRY_BYTES, row * (ENTRY_BYTES + 1)];
    rows[to] = PREDICTOR_UP.rowType;
    for (let i = from; i < from + ENTRY_BYTES; i += 1) {
      rows[to + 1 + i - from] = (entries[i] ?? 0) - (entries[i - ENTRY_BYTES] ?? 0);
    }
  }
  return rows;
}
