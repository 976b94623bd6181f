// The checksums that S3 verifies when an object is written and returns with it.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-response.ts';

/** By the name at the end of their header; each returns the digest in base64. */
const ALGORITHMS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  crc32: (bytes) => toBase64(crc32(bytes)),
  crc32c: (bytes) => toBase64(reflectedCrc(bytes, CRC32C).low),
  crc64nvme: (bytes) => {
    const { high, low } = reflectedCrc(bytes, CRC64NVME);
    return toBase64(high, low);
  },
  sha1: (bytes) => createHash('sha1').update(bytes).digest('base64'),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('base64'),
};

/**
 * Returns the checksum headers to store with an object: those of the request, or S3's own.
 * Fails with 400 when one of them, or the MD5, does not match the bytes.
 */
export function verifyChecksums(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64')) {
    throw new S3Error(400, md5.length === 24 ? 'BadDigest' : 'InvalidDigest');
  }
  const claimedChecksums = Object.entries(ALGORITHMS).flatMap(([name, digest]) => {
    const claimed = headers[`x-amz-checksum-${name}`];
    if (claimed === undefined) return [];
    const computed = digest(bytes);
    if (claimed.length !== computed.length) throw new S3Error(400, 'InvalidRequest');
    if (claimed !== computed) throw new S3Error(400, 'BadDigest');
    return [[`x-amz-checksum-${name}`, computed] as const];
  });
  if (claimedChecksums.length > 1) throw new S3Error(400, 'InvalidRequest');
  const announced = headers['x-amz-sdk-checksum-algorithm']?.toLowerCase();
  if (announced !== undefined && claimedChecksums[0]?.[0] !== `x-amz-checksum-${announced}`) {
    throw new S3Error(400, 'InvalidRequest');
  }
  if (claimedChecksums.length > 0) return Object.fromEntries(claimedChecksums);
  return { 'x-amz-checksum-crc64nvme': ALGORITHMS['crc64nvme']?.(bytes) ?? '' };
}

function toBase64(...words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [i, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, i * 4);
  return bytes.toString('base64');
}

// ── cyclic redundancy checks, least significant bit first ───────────────────────────────────────

interface Word {
  /** The upper 32 of 64 bits. */
  readonly high: number;
  readonly low: number;
}

const CRC32C = crcTable({ high: 0, low: 0x82f63b78 });
const CRC64NVME = crcTable({ high: 0x9a6c9329, low: 0xac4bc9b5 });

function crcTable(polynomial: Word): readonly Word[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let word: Word = { high: 0, low: byte };
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (word.low & 1) === 1;
      const half = shiftRight(word, 1);
      word = isOdd ? xor(half, polynomial) : half;
    }
    return word;
  });
}

function reflectedCrc(bytes: Uint8Array, table: readonly Word[]): Word {
  // A 32-bit CRC is computed as a 64-bit one whose upper half stays 0.
  const allOnes: Word = table === CRC32C ? { high: 0, low: ~0 } : { high: ~0, low: ~0 };
  let crc = allOnes;
  for (const byte of bytes) {
    crc = xor(shiftRight(crc, 8), table[(crc.low ^ byte) & 0xff] ?? allOnes);
  }
  return xor(crc, allOnes);
}

function shiftRight({ high, low }: Word, bits: number): Word {
  return { high: high >>> bits, low: (low >>> bits) | (high << (32 - bits)) };
}

function xor(a: Word, b: Word): Word {
  return { high: a.high ^ b.high, low: a.low ^ b.low };
}
