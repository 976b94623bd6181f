// What is packed in bytes, at any depth: gzip, zip, and a PDF's streams with the files and the objects in them.
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export interface Content {
  /** ", unzipped," and such; empty: as the bytes are. */
  readonly inside: string;
  readonly content: Buffer;
}

const DEEPEST = 4;

export function unpacked(bytes: Buffer, inside = '', depth = 0): readonly Content[] {
  const inner = depth === DEEPEST ? [] : innerOf(bytes);
  return [
    { inside, content: bytes },
    ...inner.flatMap((one) => unpacked(one.content, `${inside}${one.inside}`, depth + 1)),
  ];
}

function innerOf(bytes: Buffer): readonly Content[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return tried(', unzipped,', () => gunzipSync(bytes));
  }
  if (startsWith(bytes, 'PK\x03\x04')) return membersOf(bytes);
  return startsWith(bytes, '%PDF-') ? streamsOf(bytes) : [];
}

function streamsOf(file: Buffer): readonly Content[] {
  const streams = file.toString('latin1').matchAll(/\bstream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...streams].flatMap(([, text = '']) =>
    tried(', in a stream,', () => inflateSync(Buffer.from(text, 'latin1'))),
  );
}

/** By the list at the end of a zip, where sizes are known in any case. */
function membersOf(zip: Buffer): readonly Content[] {
  const end = zip.lastIndexOf('PK\x05\x06');
  if (end === -1) return [];
  const members: Content[] = [];
  let at = zip.readUInt32LE(end + 16);
  while (at + 46 <= end && zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, start] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(data, data + size);
    const title = zip.toString('utf8', at + 46, at + 46 + (name ?? 0));
    members.push(
      ...tried(`, in its ${title},`, () => (method === 0 ? bytes : inflateRawSync(bytes))),
    );
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return members;
}

/** What can't be unpacked has nothing inside. */
function tried(inside: string, unpack: () => Buffer): readonly Content[] {
  try {
    return [{ inside, content: unpack() }];
  } catch {
    return [];
  }
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));
}
