// Unpacks gzip, zip and the streams of PDF files, recursively.
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export interface UnpackedContent {
  /** E.g. ", unzipped,"; empty for the bytes themselves. */
  readonly path: string;
  readonly content: Buffer;
}

const MAX_DEPTH = 4;

export function unpack(bytes: Buffer, path = '', depth = 0): readonly UnpackedContent[] {
  const contents = depth === MAX_DEPTH ? [] : unpackOnce(bytes);
  return [
    { path, content: bytes },
    ...contents.flatMap((packedFile) =>
      unpack(packedFile.content, `${path}${packedFile.path}`, depth + 1),
    ),
  ];
}

function unpackOnce(bytes: Buffer): readonly UnpackedContent[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return unpackOrIgnore(', unzipped,', () => gunzipSync(bytes));
  }
  if (startsWith(bytes, 'PK\x03\x04')) return unpackZip(bytes);
  return startsWith(bytes, '%PDF-') ? unpackStreams(bytes) : [];
}

function unpackStreams(file: Buffer): readonly UnpackedContent[] {
  const streams = file.toString('latin1').matchAll(/\bstream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...streams].flatMap(([, text = '']) =>
    unpackOrIgnore(', in a stream,', () => inflateSync(Buffer.from(text, 'latin1'))),
  );
}

/** Reads the central directory, because sizes may be missing in the local headers. */
function unpackZip(zip: Buffer): readonly UnpackedContent[] {
  const end = zip.lastIndexOf('PK\x05\x06');
  if (end === -1) return [];
  const members: UnpackedContent[] = [];
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
      ...unpackOrIgnore(`, in its ${title},`, () => (method === 0 ? bytes : inflateRawSync(bytes))),
    );
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return members;
}

/** Content that can’t be unpacked counts as empty. */
function unpackOrIgnore(path: string, unpack: () => Buffer): readonly UnpackedContent[] {
  try {
    return [{ path, content: unpack() }];
  } catch {
    return [];
  }
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));
}
