// Writes the file: its objects, of which the many small ones are packed into object streams, and the table of their places.
import { PdfBytes } from './pdf-bytes.ts';
import type { DictionaryEntries } from './pdf-syntax.ts';
import { deflated, dictionary, refText } from './pdf-syntax.ts';

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

export class PdfFile {
  readonly #parts: Uint8Array[] = [];
  /** Bytes in all parts. */
  #length = 0;
  /** The offset of each object that is not packed; the index is the object number minus one. */
  readonly #offsets: number[] = [];
  readonly #streams: Stream[] = [];
  readonly #bodies = new PdfBytes();
  /** The numbers of the packed objects and where their bodies begin. */
  readonly #index = new PdfBytes();
  #objects: number[] = [];

  constructor() {
    // Bytes that are no text, so that programs treat the file as binary.
    this.#write('%PDF-1.7\n%\xff\xff\xff\xff\n');
  }

  /** Reserves an object number. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  /** Writes a packed object. `body`: the object in PDF syntax, one byte per character. */
  put(id: number, body: string): void {
    this.begin(id).text(body);
  }

  /** Writes a packed object under a new number, which it returns. */
  add(body: string): number {
    const id = this.reserve();
    this.put(id, body);
    return id;
  }

  /** Returns what the packed object is written to, until the next one begins. */
  begin(id: number): PdfBytes {
    if (this.#objects.length === MAX_OBJECTS) this.flush();
    const bodies = this.#bodies;
    if (this.#objects.length > 0) bodies.text('\n');
    this.#objects.push(id);
    this.#index.integer(id).text(' ').integer(bodies.length).text(' ');
    return bodies;
  }

  /** Writes an object that is not packed. */
  putPlain(id: number, body: string): void {
    this.#offsets[id - 1] = this.#length;
    this.#write(`${id} 0 obj\n${body}\nendobj\n`);
  }

  /** As `putPlain`, under a new number, which it returns. */
  addPlain(body: string): number {
    const id = this.reserve();
    this.putPlain(id, body);
    return id;
  }

  /** Deflates and writes a stream, and returns its object number. */
  addStream(data: string | Uint8Array, entries: DictionaryEntries = {}): number {
    return this.addRawStream(deflated(data), { ...entries, Filter: '/FlateDecode' });
  }

  /** Writes a stream as it is, and returns its object number. */
  addRawStream(data: Uint8Array, entries: DictionaryEntries): number {
    const id = this.reserve();
    this.#offsets[id - 1] = this.#length;
    this.#write(`${id} 0 obj\n${dictionary({ ...entries, Length: data.length })}\nstream\n`);
    this.#writeBytes(data);
    this.#write('\nendstream\nendobj\n');
    return id;
  }

  /** Writes the packed objects until now. Must be called before the file ends. */
  flush(): void {
    const objects = this.#objects;
    if (objects.length === 0) return;
    const index = this.#index.take();
    const data = Buffer.concat([index, this.#bodies.take()]);
    const entries = { Type: '/ObjStm', N: objects.length, First: index.length };
    this.#streams.push({ id: this.addStream(data, entries), objects });
    this.#objects = [];
  }

  /** Ends the file and returns it. `root`, `info`: numbers of the catalogue and the document information; `fileId`: 32 hex digits. */
  end(root: number, info: number, fileId: string): Uint8Array {
    const start = this.#length;
    const id = this.reserve();
    this.#offsets[id - 1] = start;
    const stream = deflated(differences(this.#entries()));
    this.#write(
      `${id} 0 obj\n<</Type/XRef/Size ${id + 1}/W[${ENTRY_FIELD_WIDTHS.join(' ')}]` +
        `/Root ${refText(root)}/Info ${refText(info)}/ID[<${fileId}><${fileId}>]` +
        `/Filter/FlateDecode/DecodeParms${PREDICTOR_UP.decodeParameters}` +
        `/Length ${stream.length}>>\nstream\n`,
    );
    this.#writeBytes(stream);
    this.#write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts, this.#length);
  }

  /** The table of all objects. */
  #entries(): Buffer {
    const entries = Buffer.alloc((this.#offsets.length + 1) * ENTRY_BYTES);
    const write = (id: number, kind: number, first: number, second: number): void => {
      entries.writeUInt8(kind, id * ENTRY_BYTES);
      entries.writeUInt32BE(first, id * ENTRY_BYTES + 1);
      entries.writeUInt16BE(second, id * ENTRY_BYTES + 5);
    };
    write(0, 0, 0, 65_535);
    this.#offsets.forEach((offset, i) => {
      write(i + 1, 1, offset, 0);
    });
    for (const { id, objects } of this.#streams) {
      objects.forEach((object, place) => {
        write(object, 2, id, place);
      });
    }
    return entries;
  }

  /** Text of one byte per character. */
  #write(text: string): void {
    this.#writeBytes(Buffer.from(text, 'latin1'));
  }

  /** Keeps the bytes themselves. */
  #writeBytes(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
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
