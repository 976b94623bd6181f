// The SHA-256 of a file in its own metadata: that of its bytes with the digits of the hash as zeros.
import { createHash } from 'node:crypto';

export const CHECKSUM_KEY = 'facts.sha256';
const HEX_DIGITS = 64;
/** In place of the hash while it is computed. */
export const NO_CHECKSUM = '0'.repeat(HEX_DIGITS);
/** Between key and value: the header of the next field of a Thrift struct, and the length of its text. */
const VALUE_HEADER = Buffer.of(0x18, HEX_DIGITS);
const BEFORE_VALUE = Buffer.concat([Buffer.from(CHECKSUM_KEY), VALUE_HEADER]);

/** A file that was written with `NO_CHECKSUM`, with its hash instead. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  const start = startOfChecksum(bytes);
  if (start === null) throw new TypeError('a file without a place for its hash');
  bytes.set(Buffer.from(checksumOf(bytes, start)), start);
  return bytes;
}

/** Whether a file has a hash, and its bytes match it. */
export function isIntact(bytes: Uint8Array): boolean {
  const start = startOfChecksum(bytes);
  if (start === null) return false;
  const stored = Buffer.from(bytes.subarray(start, start + HEX_DIGITS)).toString('latin1');
  return stored === checksumOf(bytes, start);
}

/** Metadata are at the end of a file: a text in a row may be the same. */
function startOfChecksum(bytes: Uint8Array): number | null {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(
    BEFORE_VALUE,
  );
  return found === -1 ? null : found + BEFORE_VALUE.byteLength;
}

function checksumOf(bytes: Uint8Array, start: number): string {
  return createHash('sha256')
    .update(bytes.subarray(0, start))
    .update(NO_CHECKSUM)
    .update(bytes.subarray(start + HEX_DIGITS))
    .digest('hex');
}
