// `service credentials`: who may ask for a data set. It hides how its three commands are told apart and checked.
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { openCredentials, type Credentials } from '../../../lib/feedback-service/index.ts';
import type { Arguments, CommandLine, Option } from '../arguments.ts';
import { argumentsOrHelp, meantBy } from '../arguments.ts';
import { tellTrouble } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, tellProblems } from '../terminal.ts';
import { add, list, revoke } from './change-credentials.ts';
import { DATABASE_OPTION, readSources } from '../data-set-sources.ts';

const DATA: Option = { value: 'DIR', help: 'the folder of the data set' };
const EXIT_CODES =
  'Exit codes: 0 done · 1 it could not be done, or there is no such credential · 2 wrong arguments.';

/** For how long a credential that is to be added waits for an import. */
const PATIENCE_MS = 30_000;

interface Verb {
  readonly line: CommandLine;
  readonly check: (given: Arguments) => readonly ConfigProblem[];
  readonly work: (credentials: Credentials, given: Arguments, io: Io) => Promise<number>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  add: {
    line: {
      usage: 'feedback-reports service credentials add --data DIR [options]',
      summary:
        'Makes a token for a client, and shows it this once. Running services take it at once.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        'client-id': { value: 'ID', help: 'an old client gets another token; default: a new one' },
        json: { value: null, help: 'print {clientId, token} as one line of JSON' },
      },
      notes: `During an import it waits for 30 s, and fails when that is not enough.
${EXIT_CODES}`,
    },
    check: checkNewClientId,
    work: add,
  },
  list: {
    line: {
      usage: 'feedback-reports service credentials list --data DIR [options]',
      summary: 'Lists the credentials that are valid: client, id (how its hash begins), origin.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        json: { value: null, help: 'print {clientId, id, origin, addedAt} as lines of JSON' },
      },
      notes: EXIT_CODES,
    },
    check: () => [],
    work: list,
  },
  revoke: {
    line: {
      usage: 'feedback-reports service credentials revoke --data DIR --client-id ID [options]',
      summary: 'Ends the credentials of a client, for good and at once, in running services too.',
      options: {
        data: DATA,
        database: DATABASE_OPTION,
        'client-id': { value: 'ID', help: 'whose' },
        id: { value: 'PREFIX', help: 'only the one whose id in the list begins so' },
      },
      notes: `Works during an import, too. What is revoked is kept in service.revoked.json in the folder: keep that file.
${EXIT_CODES}`,
    },
    check: checkRevoked,
    work: revoke,
  },
};

export async function credentialsCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(help());
    return name === undefined ? EXIT.wrongUsage : EXIT.done;
  }
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) {
    const names = Object.keys(VERBS);
    io.stderr.write(
      `After credentials comes what to do with them${meantBy(name, names)} There are: ${names.join(', ')}.\n`,
    );
    return EXIT.wrongUsage;
  }
  const given = argumentsOrHelp(verb.line, rest, io);
  if (given === null) return EXIT.done;
  const problems: ConfigProblem[] = [...given.problems, ...verb.check(given)];
  const folder = given.values.get('data') ?? '';
  if (!given.values.has('data')) problems.push({ name: '--data', problem: 'is missing' });
  const { database } = await readSources(given, folder === '' ? [] : [folder], problems);
  if (problems.length > 0) {
    tellProblems(io, `service credentials ${name}`, problems);
    return EXIT.wrongUsage;
  }
  try {
    const options = {
      directory: folder,
      clock: systemContext.clock,
      patienceMs: PATIENCE_MS,
      onBusy: () => {
        io.stderr.write(
          `Another process, perhaps an import, holds the database; waiting for ${PATIENCE_MS / 1000} s at most…\n`,
        );
      },
    };
    const credentials = await openCredentials(
      database === undefined ? options : { ...options, database },
    );
    try {
      return await verb.work(credentials, given, io);
    } finally {
      await credentials.close();
    }
  } catch (error) {
    tellTrouble(error, folder, io);
    return EXIT.failed;
  }
}

function help(): string {
  const lines = Object.entries(VERBS).map(
    ([name, { line }]) => `  ${name.padEnd(7)} ${line.summary}\n`,
  );
  return `Manages who may ask for a data set.

Usage: feedback-reports service credentials add|list|revoke --data DIR [options]

${lines.join('')}
feedback-reports service credentials add --help and so on tell the options of each.
`;
}

function checkNewClientId({ values }: Arguments): readonly ConfigProblem[] {
  const clientId = values.get('client-id') ?? '';
  // In Basic authentication a colon ends the client id; headers carry visible ASCII safely.
  if (clientId === '' || /^[!-9;-~]{1,100}$/.test(clientId)) return [];
  return [{ name: '--client-id', problem: 'must be visible ASCII without a colon, 100 at most' }];
}

function checkRevoked({ values }: Arguments): readonly ConfigProblem[] {
  const id = values.get('id') ?? '';
  return [
    ...(values.has('client-id') ? [] : [{ name: '--client-id', problem: 'is missing' }]),
    ...(id === '' || /^[0-9a-f]{1,64}$/i.test(id)
      ? []
      : [{ name: '--id', problem: 'must be the beginning of a hash: 0-9 and a-f' }]),
  ];
}
