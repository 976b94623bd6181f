// Revoked credentials in a file beside company.json: revoking needs no lock of the database, and lasts
// when the database is removed.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Credential } from '../company-store.ts';
import { DataSetError } from './data-set-problem.ts';
import { describeReadError } from './read-lines.ts';

const revocationsFile = 'service.revoked.json';
/** Held by a lock of SQLite, which ends with its process. */
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

type Revocation = z.infer<typeof schema>['revoked'][number];

export interface Revocations {
  readonly all: readonly Credential[];
  readonly has: (credential: Credential) => boolean;
}

/** A reader that reads the file again only when it was replaced. Throws a DataSetError. */
export function createRevocationsReader(directory: string): () => Promise<Revocations> {
  const path = join(directory, revocationsFile);
  let known: { readonly version: string; readonly revocations: Revocations } | undefined;
  return async () => {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
      const version = [ino, size, mtimeNs, ctimeNs].join(' ');
      if (known?.version !== version) {
        known = {
          version,
          revocations: indexRevocations(parseRevocations(await readFile(path, 'utf8'))),
        };
      }
      return known.revocations;
    } catch (error) {
      if (error instanceof DataSetError) throw error;
      if (isMissing(error)) return indexRevocations([]);
      throw new DataSetError([{ file: revocationsFile, reason: describeReadError(error) }]);
    }
  };
}

/**
 * Returns when the file with these is on the disk, which power failures leave whole. Synchronous, so that
 * callers of one process take turns too. Throws a DataSetError.
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
      const known = readRevocationsSync(path);
      const has = indexRevocations(known).has;
      const revokedAt = new Date(now).toISOString();
      const added = credentials
        .filter((credential) => !has(credential))
        .map(({ clientId, tokenSha256 }) => ({ clientId, tokenSha256, revokedAt }));
      if (added.length > 0) replaceFile(directory, path, [...known, ...added]);
    } finally {
      lock.close();
    }
  } catch (error) {
    if (error instanceof DataSetError) throw error;
    const reason = `cannot be written (${codeOf(error) ?? 'unknown'}): look at the owner and mode of the folder`;
    throw new DataSetError([{ file: revocationsFile, reason }]);
  }
}

function readRevocationsSync(path: string): readonly Revocation[] {
  try {
    return parseRevocations(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function replaceFile(directory: string, path: string, revoked: readonly Revocation[]): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify({ revoked }, undefined, 1)}\n`, {
    flag: 'wx',
    flush: true,
  });
  renameSync(draft, path);
  const folder = openSync(directory, 'r');
  try {
    // Without this a power failure may bring the former file back.
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** What cannot be read may revoke any credential: it is never taken for an empty file. */
function parseRevocations(text: string): readonly Revocation[] {
  const damaged =
    'is damaged: put a copy in its place, or else the credentials that it ended are valid again';
  try {
    return schema.parse(JSON.parse(text)).revoked;
  } catch {
    throw new DataSetError([{ file: revocationsFile, reason: damaged }]);
  }
}

function indexRevocations(all: readonly Credential[]): Revocations {
  const identities = new Set(all.map(credentialIdentity));
  return { all, has: (credential) => identities.has(credentialIdentity(credential)) };
}

export function credentialIdentity({ clientId, tokenSha256 }: Credential): string {
  return JSON.stringify([clientId, tokenSha256]);
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
