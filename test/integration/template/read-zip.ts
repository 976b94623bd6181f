// Reads zip archives by their directory, on its own: what writes them is not asked.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function readZip(archive: Buffer): readonly PackedFile[] {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  const files: PackedFile[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, nameEnd);
    const bytes = readLocal(
      archive,
      archive.readUInt32LE(at + 42),
      archive.readUInt32LE(at + 20),
      name,
    );
    assert.equal(crc32(bytes), archive.readUInt32LE(at + 16), name);
    assert.equal(bytes.length, archive.readUInt32LE(at + 24), name);
    files.push({ name, bytes });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

function readLocal(archive: Buffer, at: number, packedBytes: number, name: string): Buffer {
  assert.equal(archive.readUInt32LE(at), 0x04034b50);
  const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
  assert.equal(archive.toString('utf8', at + 30, nameEnd), name);
  const start = nameEnd + archive.readUInt16LE(at + 28);
  return inflateRawSync(archive.subarray(start, start + packedBytes));
}
