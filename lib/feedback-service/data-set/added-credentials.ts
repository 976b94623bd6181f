// The credentials that were added to a data set are in its database and, so that they survive it, in
// `service.added.json` beside it. What is revoked leaves the file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Session } from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import { credentials as table } from './database-tables.ts';
import { updateLockedFile } from './locked-file.ts';
import { describeReadError } from './read-lines.ts';
import { credentialIdentity } from './revocations.ts';

const addedFile = 'service.added.json';

const schema = z.strictObject({
  added: z.array(
    z.strictObject({
      clientId: z.string(),
      tokenSha256: z.string().regex(/^[0-9a-f]{64}$/),
      addedAt: z.iso.datetime(),
    }),
  ),
});

type StoredCredential = z.infer<typeof schema>['added'][number];

/** Inserts an added credential; nothing is stored when the transaction or the file fails. Throws a DataSetError. */
export async function addCredential(
  session: Session,
  directory: string,
  { clientId, tokenSha256 }: Credential,
  now: number,
): Promise<void> {
  await session.insert(table, [[clientId, tokenSha256, 'added', now, null]]);
  updateFile(directory, [{ clientId, tokenSha256, addedAt: new Date(now).toISOString() }], []);
}

/**
 * Gives a new database the credentials of the file, and the file those that only the database has. What is revoked must be
 * stored as revoked before. Throws a DataSetError.
 */
export async function synchronizeAdded(session: Session, directory: string): Promise<void> {
  for (const { clientId, tokenSha256, addedAt } of await readAdded(directory)) {
    await session.run(
      "INSERT INTO credentials (client_id, token_sha256, origin, added_at) VALUES ($1, $2, 'added', $3) ON CONFLICT (client_id, token_sha256) DO NOTHING",
      [clientId, tokenSha256, Date.parse(addedAt)],
    );
  }
  const stored = await readStored(session);
  if (stored.length > 0) updateFile(directory, stored, []);
}

/** Replaces the file by what the database has. Throws a DataSetError. */
export async function replaceAdded(session: Session, directory: string): Promise<void> {
  const stored = await readStored(session);
  updateLockedFile(directory, addedFile, () => format(stored));
}

async function readStored(session: Session): Promise<readonly StoredCredential[]> {
  const rows = await session.all(
    "SELECT client_id, token_sha256, added_at FROM credentials WHERE origin = 'added' AND revoked_at IS NULL ORDER BY added_at",
  );
  return rows.map(([clientId, tokenSha256, addedAt]) => ({
    clientId: String(clientId),
    tokenSha256: String(tokenSha256),
    addedAt: new Date(Number(addedAt)).toISOString(),
  }));
}

/** Throws a DataSetError. */
export function removeAdded(directory: string, revoked: readonly Credential[]): void {
  updateFile(directory, [], revoked);
}

function updateFile(
  directory: string,
  added: readonly StoredCredential[],
  revoked: readonly Credential[],
): void {
  updateLockedFile(directory, addedFile, (text) => {
    const before = text === undefined ? [] : parseAdded(text);
    const removed = new Set(revoked.map(credentialIdentity));
    const known = new Set(before.map(credentialIdentity));
    const after = [
      ...before.filter((credential) => !removed.has(credentialIdentity(credential))),
      ...added.filter((credential) => !known.has(credentialIdentity(credential))),
    ];
    const isUnchanged =
      after.length === before.length && after.every((one, i) => one === before[i]);
    return isUnchanged ? undefined : format(after);
  });
}

function format(added: readonly StoredCredential[]): string {
  return `${JSON.stringify({ added }, undefined, 1)}\n`;
}

async function readAdded(directory: string): Promise<readonly StoredCredential[]> {
  try {
    return parseAdded(await readFile(join(directory, addedFile), 'utf8'));
  } catch (error) {
    if (error instanceof DataSetError) throw error;
    if (errorCode(error) === 'ENOENT') return [];
    throw new DataSetError([{ file: addedFile, reason: describeReadError(error) }]);
  }
}

function parseAdded(text: string): readonly StoredCredential[] {
  try {
    return schema.parse(JSON.parse(text)).added;
  } catch {
    const reason =
      'is damaged: restore it from a backup, or remove it; credentials that the database has are written to it again';
    throw new DataSetError([{ file: addedFile, reason }]);
  }
}
