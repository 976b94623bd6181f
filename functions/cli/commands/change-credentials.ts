// Adds, lists and revokes credentials. A token is generated and printed once; only its hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import type { CredentialManager, ListedCredential } from '../../../lib/feedback-service/index.ts';
import type { ParsedArguments } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { EXIT, toSingleLine } from '../terminal.ts';
import { addCredentialsCommand } from '../data-set-sources.ts';

export async function addCredential(
  credentials: CredentialManager,
  args: ParsedArguments,
  io: Io,
): Promise<number> {
  const clientId = args.values.get('client-id') ?? `client-${randomBytes(4).toString('hex')}`;
  const token = randomBytes(32).toString('base64url');
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  await credentials.add({ clientId, tokenSha256 });
  io.stdout.write(
    args.switches.has('json')
      ? `${JSON.stringify({ clientId, token })}\n`
      : `client id: ${clientId}\ntoken: ${token}\n`,
  );
  io.stderr.write(
    'Store the token now: it cannot be shown again, because only its hash is stored.\n',
  );
  return EXIT.done;
}

export async function listCredentials(
  credentials: CredentialManager,
  args: ParsedArguments,
  io: Io,
): Promise<number> {
  const storedCredentials = await credentials.list();
  if (args.switches.has('json')) {
    for (const credential of storedCredentials) {
      io.stdout.write(`${JSON.stringify(toListEntry(credential))}\n`);
    }
    return EXIT.done;
  }
  if (storedCredentials.length === 0) {
    io.stderr.write(
      `There are no credentials, so no client has access. To add some: ${addCredentialsCommand(args.values.get('data') ?? '', args.values.get('database'))}\n`,
    );
    return EXIT.done;
  }
  const rows = storedCredentials.map(toListEntry).map(({ clientId, id, origin, addedAt }) => {
    return [toSingleLine(clientId), id, origin, addedAt ?? ''];
  });
  const table = [['client id', 'id', 'origin', 'added'], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  for (const row of table) {
    const cells = row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
    io.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  return EXIT.done;
}

export async function revokeCredentials(
  credentials: CredentialManager,
  args: ParsedArguments,
  io: Io,
): Promise<number> {
  const clientId = args.values.get('client-id') ?? '';
  const prefix = args.values.get('id')?.toLowerCase();
  const storedCredentials = await credentials.list();
  const ofClient = storedCredentials.filter((credential) => credential.clientId === clientId);
  if (ofClient.length === 0) {
    const clients = [
      ...new Set(storedCredentials.map((credential) => toSingleLine(credential.clientId))),
    ];
    io.stderr.write(`No credentials have that client id. ${listExisting('client ids', clients)}\n`);
    return EXIT.failed;
  }
  const matches = ofClient.filter(
    ({ tokenSha256 }) => prefix === undefined || tokenSha256.startsWith(prefix),
  );
  if (matches.length !== 1 && prefix !== undefined) {
    const ids = ofClient.map((credential) => toListEntry(credential).id);
    const reason =
      matches.length === 0
        ? 'No id of that client begins with this prefix.'
        : 'Several ids of that client begin with this prefix.';
    io.stderr.write(`${reason} ${listExisting('ids', ids)}\n`);
    return EXIT.failed;
  }
  const { count, inCompanyFile, isInDatabase } = await credentials.revoke(
    clientId,
    prefix === undefined ? undefined : matches[0]?.tokenSha256,
  );
  io.stdout.write(
    `Revoked ${count} credential${count === 1 ? '' : 's'} of ${toSingleLine(clientId)}.\n`,
  );
  if (inCompanyFile > 0) {
    io.stderr.write(
      `company.json still lists ${inCompanyFile} of them; they stay revoked because service.revoked.json lists them, too. Remove them from company.json before you delete service.revoked.json.\n`,
    );
  }
  if (!isInDatabase && args.values.has('database')) {
    io.stderr.write(
      'Another process, perhaps an import, has locked the database: services that read this folder refuse the credentials already, other services as soon as one of them opens the data set again.\n',
    );
  }
  return EXIT.done;
}

function toListEntry({ clientId, tokenSha256, origin, addedAt }: ListedCredential) {
  return {
    clientId,
    id: tokenSha256.slice(0, 8),
    origin,
    addedAt: addedAt === undefined ? null : new Date(addedAt).toISOString(),
  };
}

const MAX_LISTED = 20;

function listExisting(noun: string, names: readonly string[]): string {
  if (names.length === 0) return `There are no ${noun}.`;
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return `Existing ${noun}: ${names.slice(0, MAX_LISTED).join(', ')}${more}.`;
}
