// The checksums that S3 compares with what arrived and gives back with the object.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-answer.ts';

/** By the name at the end of their header; each gives the digest in base64. */
const ALGORITHMS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  crc32: (bytes) => base64Of(crc32(bytes)),
  crc32c: (bytes) => base64Of(reflectedCrc(bytes, CRC32C).low),
  crc64nvme: (bytes) => {
    const { high, low } = reflectedCrc(bytes, CRC64NVME);
    return base64Of(high, low);
  },
  sha1: (bytes) => createHash('sha1').update(bytes).digest('base64'),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('base64'),
};

/**
 * The checksum headers that an object keeps: those that came with it, or S3's own.
 * Fails with 400 where one of them, or the MD5, doesn't fit the bytes.
 */
export function verifiedChecksums(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64')) {
    throw new S3Error(400, md5.length === 24 ? 'BadDigest' : 'InvalidDigest');
  }
  const given = Object.entries(ALGORITHMS).flatMap(([name, digest]) => {
    const claimed = headers[`x-amz-checksum-${name}`];
    if (claimed === undefined) return [];
    const computed = digest(bytes);
    if (claimed.length !== computed.length) throw new S3Error(400, 'InvalidRequest');
    if (claimed !== computed) throw new S3Error(400, 'BadDigest');
    return [[`x-amz-checksum-${name}`, computed] as const];
  });
  if (given.length > 1) throw new S3Error(400, 'InvalidRequest');
  const announced = headers['x-amz-sdk-checksum-algorithm']?.toLowerCase();
  if (announced !== undefined && given[0]?.[0] !== `x-amz-checksum-${announced}`) {
    throw new S3Error(400, 'InvalidRequest');
  }
  if (given.length > 0) return Object.fromEntries(given);
  return { 'x-amz-checksum-crc64nvme': ALGORITHMS['crc64nvme']?.(bytes) ?? '' };
}

function base64Of(...words: readonly number[]): string {
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

const CRC32C = tableOf({ high: 0, low: 0x82f63b78 });
const CRC64NVME = tableOf({ high: 0x9a6c9329, low: 0xac4bc9b5 });

function tableOf(polynomial: Word): readonly Word[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let word: Word = { high: 0, low: byte };
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (word.low & 1) === 1;
      const half = shifted(word, 1);
      word = isOdd ? plus(half, polynomial) : half;
    }
    return word;
  });
}

function reflectedCrc(bytes: Uint8Array, table: readonly Word[]): Word {
  // A check of 32 bits is one of 64 whose upper half stays empty.
  const ones: Word = table === CRC32C ? { high: 0, low: ~0 } : { high: ~0, low: ~0 };
  let crc = ones;
  for (const byte of bytes) {
    crc = plus(shifted(crc, 8), table[(crc.low ^ byte) & 0xff] ?? ones);
  }
  return plus(crc, ones);
}

function shifted({ high, low }: Word, bits: number): Word {
  return { high: high >>> bits, low: (low >>> bits) | (high << (32 - bits)) };
}

function plus(a: Word, b: Word): Word {
  return { high: a.high ^ b.high, low: a.low ^ b.low };
}
