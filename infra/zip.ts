// Writes zip archives whose bytes depend on nothing but the files in them. It hides the format: no dates, no owners,
// names in order, so that the same code gives the same package and a deployment changes only what changed.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** With slashes, relative. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const deflate = promisify(deflateRaw);

// 1980-01-01 00:00, the first moment that the format can say.
const DOS_DATE = 0x0021;
const DOS_TIME = 0;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
const VERSION = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION;
/** A regular file that everybody may read: Lambda runs code as another user than the one who packed it. */
const READABLE_FILE = (0o100644 << 16) >>> 0;

/** The archive of these files; each is below 4 GiB, and names are told apart. */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const packed = await Promise.all(sorted.map(pack));
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, fields, data } of packed) {
    const local = Buffer.concat([header(0x04034b50, [VERSION]), fields, name, data]);
    const central = Buffer.concat([
      header(0x02014b50, [MADE_ON_UNIX, VERSION]),
      fields,
      centralTail(offset),
      name,
    ]);
    locals.push(local);
    directory.push(central);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...locals, list, endOf(packed.length, list.length, offset)]);
}

interface Packed {
  readonly name: Buffer;
  /** What a file's own header and its line in the directory have in common. */
  readonly fields: Buffer;
  readonly data: Buffer;
}

async function pack({ name, bytes }: ZipEntry): Promise<Packed> {
  const nameBytes = Buffer.from(name, 'utf8');
  const data = await deflate(bytes, { level: constants.Z_DEFAULT_COMPRESSION });
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(UTF8_NAMES, 0);
  fields.writeUInt16LE(DEFLATED, 2);
  fields.writeUInt16LE(DOS_TIME, 4);
  fields.writeUInt16LE(DOS_DATE, 6);
  fields.writeUInt32LE(crc32(bytes), 8);
  fields.writeUInt32LE(data.length, 12);
  fields.writeUInt32LE(bytes.byteLength, 16);
  fields.writeUInt16LE(nameBytes.length, 20);
  return { name: nameBytes, fields, data };
}

function header(signature: number, versions: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * versions.length);
  bytes.writeUInt32LE(signature, 0);
  versions.forEach((version, index) => bytes.writeUInt16LE(version, 4 + 2 * index));
  return bytes;
}

/** Comment length, disk, kinds, attributes and where the file's own header is. */
function centralTail(offset: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32LE(READABLE_FILE, 6);
  bytes.writeUInt32LE(offset, 10);
  return bytes;
}

function endOf(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(directoryBytes, 12);
  bytes.writeUInt32LE(directoryOffset, 16);
  return bytes;
}
