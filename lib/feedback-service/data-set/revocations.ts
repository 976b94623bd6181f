// Stores revoked credentials in a file next to company.json, so that revoking does not need the lock of
// the database and stays effective when the database is removed.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Credential } from '../company-store.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import { updateLockedFile } from './locked-file.ts';
import { describeReadError } from './read-lines.ts';

const revocationsFile = 'service.revoked.json';

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

const noRevocations = indexRevocations([]);

/** The reader reads the file again only after it was replaced. It throws a DataSetError. */
export function createRevocationsReader(directory: string): () => Promise<Revocations> {
  const path = join(directory, revocationsFile);
  let cached: { readonly version: string; readonly revocations: Revocations } | undefined;
  return async () => {
    try {
      // Every request asks: another thread would take twenty times as long.
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return noRevocations;
      const { ino, size, mtimeNs, ctimeNs } = stats;
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
      // Removed since.
      if (errorCode(error) === 'ENOENT') return noRevocations;
      throw new DataSetError([{ file: revocationsFile, reason: describeReadError(error) }]);
    }
  };
}

/** Returns when the file is on disk. Throws a DataSetError. */
export function addRevocations(
  directory: string,
  credentials: readonly Credential[],
  now: number,
): void {
  updateLockedFile(directory, revocationsFile, (text) => {
    const earlier = text === undefined ? [] : parseRevocations(text);
    const { has } = indexRevocations(earlier);
    const revokedAt = new Date(now).toISOString();
    const addedRevocations = credentials
      .filter((credential) => !has(credential))
      .map(({ clientId, tokenSha256 }) => ({ clientId, tokenSha256, revokedAt }));
    if (addedRevocations.length === 0) return undefined;
    return `${JSON.stringify({ revoked: [...earlier, ...addedRevocations] }, undefined, 1)}\n`;
  });
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
