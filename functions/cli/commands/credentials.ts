// `service credentials add|list|revoke`: manages the clients that may read a data set.
import { createHash, randomBytes } from 'node:crypto';
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { CredentialManager, ListedCredential } from '../../../lib/feedback-service/index.ts';
import { openCredentials } from '../../../lib/feedback-service/index.ts';
import type { ParsedArguments, CommandSyntax, CommandOption } from '../arguments.ts';
import { formatHelpRows, readArgumentsOrShowHelp, suggestName } from '../arguments.ts';
import {
  printDataSetError,
  DATABASE_OPTION,
  readDataSetSources,
  addCredentialsCommand,
} from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { PROGRAM, EXIT, printConfigProblems, toSingleLine } from '../terminal.ts';

const DATA: CommandOption = { value: 'DIR', help: 'the folder of the data set' };
const EXIT_CODES =
  'Exit codes: 0 done · 1 failed, or there is no such credential · 2 invalid arguments.';

/** Maximum time to wait for an import that has locked the database. */
const MAX_LOCK_WAIT_MS = 30_000;

interface Subcommand {
  readonly syntax: CommandSyntax;
  readonly check: (args: ParsedArguments) => readonly ConfigProblem[];
  readonly run: (credentials: CredentialManager, args: ParsedArguments, io: Io) => Promise<number>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  add: {
    syntax: {
      usage: 'feedback-reports service credentials add --data DIR [options]',
      summary:
        'Creates a token for a client and prints it once. Running services accept it immediately.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        'client-id': {
          value: 'ID',
          help: 'an existing client gets an additional token; default: a new client',
        },
        json: { value: null, help: 'print {clientId, token} as one line of JSON' },
      },
      notes: `During an import the command waits for up to 30 s and then fails.

${EXIT_CODES}`,
    },
    check: checkNewClientId,
    run: addCredential,
  },
  list: {
    syntax: {
      usage: 'feedback-reports service credentials list --data DIR [options]',
      summary: 'Lists the valid credentials: client, id (the start of the token’s hash), origin.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        json: {
          value: null,
          help: 'print {clientId, id, origin, addedAt} of each as one line of JSON',
        },
      },
      notes: EXIT_CODES,
    },
    check: () => [],
    run: listCredentials,
  },
  revoke: {
    syntax: {
      usage: 'feedback-reports service credentials revoke --data DIR --client-id ID [options]',
      summary:
        'Revokes the credentials of a client permanently; running services refuse them immediately.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        'client-id': { value: 'ID', help: 'the client' },
        id: { value: 'PREFIX', help: 'only the credential whose id begins with PREFIX' },
      },
      notes: `Works during an import, too. service.revoked.json in the folder lists what is revoked: do not delete it.

${EXIT_CODES}`,
    },
    check: checkRevoked,
    run: revokeCredentials,
  },
};

export async function credentialsCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(help());
    return name === undefined ? EXIT.wrongUsage : EXIT.done;
  }
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) {
    const names = Object.keys(SUBCOMMANDS);
    io.stderr.write(
      `Unknown command after credentials${suggestName(name, names)} Available commands: ${names.join(', ')}.\n`,
    );
    return EXIT.wrongUsage;
  }
  const args = readArgumentsOrShowHelp(subcommand.syntax, rest, io);
  if (args === null) return EXIT.done;
  const problems: ConfigProblem[] = [...args.problems, ...subcommand.check(args)];
  const folder = args.values.get('data') ?? '';
  if (!args.values.has('data')) problems.push({ name: '--data', problem: 'is required' });
  const { database } = await readDataSetSources(args, folder === '' ? [] : [folder], problems);
  if (problems.length > 0) {
    printConfigProblems(io, `service credentials ${name}`, problems);
    return EXIT.wrongUsage;
  }
  try {
    const options = {
      directory: folder,
      clock: systemContext.clock,
      maxWaitMs: MAX_LOCK_WAIT_MS,
      onBusy: () => {
        io.stderr.write(
          `Another process, perhaps an import, has locked the database; waiting for up to ${MAX_LOCK_WAIT_MS / 1000} s…\n`,
        );
      },
    };
    const credentials = await openCredentials(
      database === undefined ? options : { ...options, database },
    );
    try {
      return await subcommand.run(credentials, args, io);
    } finally {
      await credentials.close();
    }
  } catch (error) {
    printDataSetError(error, folder, io);
    return EXIT.failed;
  }
}

function help(): string {
  const rows = Object.entries(SUBCOMMANDS).map(
    ([name, { syntax }]) => [name, syntax.summary] as const,
  );
  return `Manages the credentials of the clients of a data set.

Usage: feedback-reports service credentials add|list|revoke --data DIR [options]

Commands:
${formatHelpRows(rows)}

Run ${PROGRAM} service credentials COMMAND --help for options.
`;
}

function checkNewClientId({ values }: ParsedArguments): readonly ConfigProblem[] {
  const clientId = values.get('client-id') ?? '';
  // In Basic authentication a colon ends the client id; headers carry visible ASCII safely.
  if (clientId === '' || /^[!-9;-~]{1,100}$/.test(clientId)) return [];
  return [
    {
      name: '--client-id',
      problem: 'must be at most 100 visible ASCII characters without a colon',
    },
  ];
}

function checkRevoked({ values }: ParsedArguments): readonly ConfigProblem[] {
  const id = values.get('id') ?? '';
  return [
    ...(values.has('client-id') ? [] : [{ name: '--client-id', problem: 'is required' }]),
    ...(id === '' || /^[0-9a-f]{1,64}$/i.test(id)
      ? []
      : [{ name: '--id', problem: 'must be the beginning of a hash: 0-9 and a-f' }]),
  ];
}

async function addCredential(
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

async function listCredentials(
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

async function revokeCredentials(
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
  const moreText = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return `Existing ${noun}: ${names.slice(0, MAX_LISTED).join(', ')}${moreText}.`;
}
