// What adding, listing and revoking credentials does and tells. A token is made and shown here once; its hash is kept.
import { createHash, randomBytes } from 'node:crypto';
import type { Credentials, KeptCredential } from '../../../lib/feedback-service/index.ts';
import type { Arguments } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { EXIT, oneLine } from '../terminal.ts';
import { addCommand } from '../data-set-sources.ts';

export async function add(credentials: Credentials, given: Arguments, io: Io): Promise<number> {
  const clientId = given.values.get('client-id') ?? `client-${randomBytes(4).toString('hex')}`;
  const token = randomBytes(32).toString('base64url');
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  await credentials.add({ clientId, tokenSha256 });
  io.stdout.write(
    given.switches.has('json')
      ? `${JSON.stringify({ clientId, token })}\n`
      : `client id: ${clientId}\ntoken: ${token}\n`,
  );
  io.stderr.write('The token is not shown again: only its hash is kept.\n');
  return EXIT.done;
}

export async function list(credentials: Credentials, given: Arguments, io: Io): Promise<number> {
  const all = await credentials.list();
  if (given.switches.has('json')) {
    for (const one of all) io.stdout.write(`${JSON.stringify(listed(one))}\n`);
    return EXIT.done;
  }
  if (all.length === 0) {
    io.stderr.write(
      `There are no credentials, so nobody can ask. Add some: ${addCommand(given.values.get('data') ?? '', given.values.get('database'))}\n`,
    );
    return EXIT.done;
  }
  const rows = all.map(listed).map(({ clientId, id, origin, addedAt }) => {
    return [oneLine(clientId), id, origin, addedAt ?? ''];
  });
  const table = [['client id', 'id', 'origin', 'added'], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  for (const row of table) {
    const cells = row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
    io.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  return EXIT.done;
}

export async function revoke(credentials: Credentials, given: Arguments, io: Io): Promise<number> {
  const clientId = given.values.get('client-id') ?? '';
  const prefix = given.values.get('id')?.toLowerCase();
  const all = await credentials.list();
  const own = all.filter((one) => one.clientId === clientId);
  if (own.length === 0) {
    const clients = [...new Set(all.map((one) => oneLine(one.clientId)))];
    io.stderr.write(`No credentials have that client id. ${thereAre(clients)}\n`);
    return EXIT.failed;
  }
  const meant = own.filter((one) => prefix === undefined || one.tokenSha256.startsWith(prefix));
  if (meant.length !== 1 && prefix !== undefined) {
    const ids = own.map((one) => listed(one).id);
    const which =
      meant.length === 0
        ? 'No id of that client begins so.'
        : 'Several ids of that client begin so.';
    io.stderr.write(`${which} ${thereAre(ids)}\n`);
    return EXIT.failed;
  }
  const { count, inCompanyFile, isInDatabase } = await credentials.revoke(
    clientId,
    prefix === undefined ? undefined : meant[0]?.tokenSha256,
  );
  io.stdout.write(`${count} credential${count === 1 ? '' : 's'} of ${oneLine(clientId)} ended.\n`);
  if (inCompanyFile > 0) {
    io.stderr.write(
      `company.json still lists ${inCompanyFile} of them: service.revoked.json beside it keeps them revoked. Remove them from company.json before you ever remove that file.\n`,
    );
  }
  if (!isInDatabase && given.values.has('database')) {
    io.stderr.write(
      'Another process, perhaps an import, holds the database: services that read this folder refuse them already, others when one of them opens the data set again.\n',
    );
  }
  return EXIT.done;
}

function listed({ clientId, tokenSha256, origin, addedAt }: KeptCredential) {
  return {
    clientId,
    id: tokenSha256.slice(0, 8),
    origin,
    addedAt: addedAt === undefined ? null : new Date(addedAt).toISOString(),
  };
}

const MOST_TOLD = 20;

function thereAre(names: readonly string[]): string {
  if (names.length === 0) return 'There are none.';
  const more = names.length > MOST_TOLD ? ` and ${names.length - MOST_TOLD} more` : '';
  return `There are: ${names.slice(0, MOST_TOLD).join(', ')}${more}.`;
}
