// Stores revoked credentials in a file next to company.json, so that revoking does not need the lock of
// the database and stays effective when the database is removed.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Credential } from '../company-store.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import { describeReadError } from './read-lines.ts';

const revocationsFile = 'service.revoked.json';
/** Locked by SQLite, which releases the lock when its process ends. */
const lockFile = 'service.revoked.lock';
const lockTimeoutMs = 5_000;

const schema = z.strictObject({
  revoked: z.array(
    z.strictObject({
      clientId: z.string(),
      tokenSha256: z.string().regex(/^[0-9a-f]{64}$/),
      revokedAt: z.iso.datetime(),
    }),
  ),
});

type CredentialRevocation = z.infer<typeof schema>['revoked'][number];

export interface Revocations {
  readonly all: readonly Credential[];
  readonly has: (credential: Credential) => boolean;
}

/** The reader reads the file again only after it was replaced. It throws a DataSetError. */
export function createRevocationsReader(directory: string): () => Promise<Revocations> {
  const path = join(directory, revocationsFile);
  let cached: { readonly version: string; readonly revocations: Revocations } | undefined;
  return async () => {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
      const version = [ino, size, mtimeNs, ctimeNs].join(' ');
      if (cached?.version !== version) {
        cached = {
          version,
          revocations: indexRevocations(parseRevocations(await readFile(path, 'utf8'))),
        };
      }
      return cached.revocations;
    } catch (error) {
      if (error instanceof DataSetError) throw error;
      if (errorCode(error) === 'ENOENT') return indexRevocations([]);
      throw new DataSetError([{ file: revocationsFile, reason: describeReadError(error) }]);
    }
  };
}

/**
 * Returns when the new file is on disk; a power failure leaves either the old or the new file. It is
 * synchronous, so that calls within one process do not overlap. Throws a DataSetError.
 */
export function addRevocations(
  directory: string,
  credentials: readonly Credential[],
  now: number,
): void {
  const path = join(directory, revocationsFile);
  try {
    const lock = new DatabaseSync(join(directory, lockFile), { timeout: lockTimeoutMs });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      const earlier = readRevocationsSync(path);
      const { has } = indexRevocations(earlier);
      const revokedAt = new Date(now).toISOString();
      const addedRevocations = credentials
        .filter((credential) => !has(credential))
        .map(({ clientId, tokenSha256 }) => ({ clientId, tokenSha256, revokedAt }));
      if (addedRevocations.length > 0)
        replaceFile(directory, path, [...earlier, ...addedRevocations]);
    } finally {
      lock.close();
    }
  } catch (error) {
    if (error instanceof DataSetError) throw error;
    const reason = `cannot be written (${errorCode(error) ?? 'unknown'}): check the owner and the permissions of the directory`;
    throw new DataSetError([{ file: revocationsFile, reason }]);
  }
}

function readRevocationsSync(path: string): readonly CredentialRevocation[] {
  try {
    return parseRevocations(readFileSync(path, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function replaceFile(
  directory: string,
  path: string,
  revoked: readonly CredentialRevocation[],
): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify({ revoked }, undefined, 1)}\n`, {
    flag: 'wx',
    flush: true,
  });
  renameSync(draft, path);
  const folder = openSync(directory, 'r');
  try {
    // Otherwise a power failure may restore the previous file.
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A damaged file may have revoked any credential, so it is never treated as empty. */
function parseRevocations(text: string): readonly CredentialRevocation[] {
  const damaged =
    'is damaged: restore it from a backup; without it, the credentials that it revoked would be valid again';
  try {
    return schema.parse(JSON.parse(text)).revoked;
  } catch {
    throw new DataSetError([{ file: revocationsFile, reason: damaged }]);
  }
}

function indexRevocations(credentials: readonly Credential[]): Revocations {
  const identities = new Set(credentials.map(credentialIdentity));
  return { all: credentials, has: (credential) => identities.has(credentialIdentity(credential)) };
}

export function credentialIdentity({ clientId, tokenSha256 }: Credential): string {
  return JSON.stringify([clientId, tokenSha256]);
}
