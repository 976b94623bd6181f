// `service`: our feedback service alone, on the sample company or on data sets, until it is interrupted.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { closestName } from '../../../lib/composition/config.ts';
import {
  CompanyUnavailableError,
  DatabaseError,
  isLoopback,
  sampleCompany,
  startFeedbackService,
  type Company,
  type FeedbackServiceOptions,
  type RefusalReport,
} from '../../../lib/feedback-service/index.ts';
import type { Arguments, CommandLine } from '../arguments.ts';
import { argumentsOrHelp, MOST_SEED, readWholeNumber } from '../arguments.ts';
import { credentialsCommand } from './credentials.ts';
import { closeDataSets, openDataSets, type ServedDataSet } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import {
  counted,
  EXIT,
  listenTrouble,
  oneLine,
  tellBug,
  tellProblems,
  untilInterrupted,
} from '../terminal.ts';
import {
  addCommand,
  DATABASE_OPTION,
  readSources,
  shellWord,
  type Sources,
} from '../data-set-sources.ts';

const SERVICE: CommandLine = {
  usage:
    'feedback-reports service [options]\n       feedback-reports service credentials add|list|revoke --data DIR',
  summary: 'Serves the reporting API on data sets, or on a sample company that a seed makes.',
  options: {
    port: { value: 'PORT', help: 'where to listen; 0 takes a free one; default 8080' },
    host: { value: 'HOST', help: 'default 127.0.0.1; any but a loopback address needs TLS' },
    data: {
      value: 'DIR…',
      isList: true,
      help: 'folders of data, one company each: company.json, feedback*.ndjson, alerts*.ndjson (or .gz)',
    },
    database: DATABASE_OPTION,
    seed: { value: 'NUMBER', help: 'which sample company, where there is no --data; default 1' },
    'header-prefix': {
      value: 'PREFIX',
      help: 'credentials may come in PREFIX-Client-Id and PREFIX-API-Token; default X-SVC',
    },
    'tls-cert': { value: 'FILE', help: 'certificate (chain) in PEM; with --tls-key' },
    'tls-key': { value: 'FILE', help: 'its key in PEM; with --tls-cert' },
  },
  notes: `What is new in a folder is imported before the service listens; a file is imported once. README.md tells the format.
Other users of the machine see arguments: leave the password out of --database and put it into PGPASSWORD.
Of several folders those that can be opened are served; callers of the others get 503 until their files are mended.
Exit codes: 0 ended by a signal · 1 a data set or its database cannot be used (of several: when it ends, one still
is not served), or it could not listen · 2 wrong arguments · 130 or 143 a signal during the import: nothing of it is kept.`,
};

interface Wanted {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly headerPrefix: string;
  readonly tls: FeedbackServiceOptions['tls'];
  readonly sources: Sources;
}

export async function serviceCommand(args: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  if (first === 'credentials') return credentialsCommand(rest, io);
  if (first !== undefined && closestName(first, ['credentials']) !== undefined) {
    io.stderr.write('There is no such command of service; did you mean credentials?\n');
    return EXIT.wrongUsage;
  }
  const given = argumentsOrHelp(SERVICE, args, io);
  if (given === null) return EXIT.done;
  const problems: ConfigProblem[] = [...given.problems];
  const wanted = await readWanted(given, io, problems);
  if (problems.length > 0) {
    tellProblems(io, 'service', problems);
    return EXIT.wrongUsage;
  }
  return given.lists.has('data') ? serveDataSets(wanted, io) : serveSample(wanted, io);
}

function serveSample(wanted: Wanted, io: Io): Promise<number> {
  const { seed, host } = wanted;
  // What others can reach is not guarded by a token that everybody can work out.
  const own = isLoopback(host) ? {} : { token: randomBytes(24).toString('base64url') };
  const { company, clientId, token } = sampleCompany({ seed, clock: systemContext.clock, ...own });
  return serve([company], wanted, io, (url) => [
    `Sample company ${seed} · client id ${clientId} · token ${token}`,
    `Try: curl -u ${clientId}:${token} '${url}/v1/folders?surveys=true'`,
  ]);
}

async function serveDataSets(wanted: Wanted, io: Io): Promise<number> {
  const { sources } = wanted;
  const opened = await openDataSets(sources, io);
  if (opened === null) return EXIT.failed;
  try {
    const companies = opened.map(({ company }) => company);
    const served = opened.filter(({ isServed }) => isServed());
    const hints = await Promise.all(served.map((one) => hintOn(one, sources)));
    const code = await serve(companies, wanted, io, (url) => hints.map((hint) => hint(url)));
    const unserved = opened.filter(({ isServed }) => !isServed());
    for (const { folder } of unserved) {
      io.stderr.write(`${oneLine(folder)} was not served: its files must be mended.\n`);
    }
    return unserved.length === 0 ? code : EXIT.failed;
  } finally {
    await closeDataSets(opened);
  }
}

/** How to ask for a data set; its tokens are nowhere. */
async function hintOn(
  { folder, company }: ServedDataSet,
  { database }: Sources,
): Promise<(url: string) => string> {
  const name = oneLine(folder);
  const [first] = await company.credentials();
  if (first === undefined) {
    const command = addCommand(folder, database);
    return () => `${name} has no credentials, so nobody can ask for it. Add some: ${command}`;
  }
  const user = shellWord(first.clientId);
  return (url) =>
    `${name}: try curl -u ${user} '${url}/v1/folders?surveys=true' (curl asks for the token)`;
}

async function serve(
  companies: readonly Company[],
  { host, port, headerPrefix, tls }: Wanted,
  io: Io,
  hintsFor: (url: string) => readonly string[],
): Promise<number> {
  const service = await startFeedbackService({
    companies,
    clock: systemContext.clock,
    host,
    port,
    headerPrefix,
    ...(tls === undefined ? {} : { tls }),
    onError: tellErrors(io),
    onRefused: (report) => {
      io.stderr.write(refusedText(report));
    },
  }).catch((error: unknown) => {
    io.stderr.write(`${listenTrouble(error, host, port)}\n`);
    return undefined;
  });
  if (service === undefined) return EXIT.failed;
  io.stdout.write(`listening on ${service.url}\n`);
  for (const hint of hintsFor(service.url)) io.stderr.write(`${hint}\n`);
  await untilInterrupted(io);
  io.stderr.write(
    'Ending when requests under way are answered, after 10 s at most; a second signal ends it at once.\n',
  );
  await service.close();
  return EXIT.done;
}

/** Without client ids and addresses: `printf %s CLIENT-ID | sha256sum` shows which client it is. */
function refusedText({ requests, sources, clients }: RefusalReport): string {
  const ids = clients.length === 0 ? '' : `; SHA-256 of client ids: ${clients.join(', ')}`;
  return `Refused credentials: ${counted(requests, 'request')} from ${counted(sources, 'source')}${ids}\n`;
}

/** How often one message about the same outage is written, ms. */
const OUTAGE_INTERVAL_MS = 60_000;

/** An outage fails every request, but its message is written once a minute. */
function tellErrors(io: Io): (error: unknown) => void {
  const writtenAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof DatabaseError || error instanceof CompanyUnavailableError)) {
      tellBug(io, error);
      return;
    }
    const now = systemContext.clock();
    if (now - (writtenAt.get(error.message) ?? -Infinity) < OUTAGE_INTERVAL_MS) return;
    writtenAt.set(error.message, now);
    io.stderr.write(`${oneLine(error.message)}\n`);
  };
}

async function readWanted(given: Arguments, io: Io, problems: ConfigProblem[]): Promise<Wanted> {
  const { values, lists } = given;
  function number(name: string, most: number, fallback: number): number {
    const read = readWholeNumber(given, name, { least: 0, most, fallback });
    problems.push(...read.problems);
    return read.value;
  }
  async function file(name: string): Promise<string | undefined> {
    const path = values.get(name);
    if (path === undefined || path === '') return undefined;
    return readFile(path, 'utf8').catch(() => {
      problems.push({ name: `--${name}`, problem: 'names a file that cannot be read' });
      return undefined;
    });
  }
  const host = values.get('host') ?? '127.0.0.1';
  const port = number('port', 65_535, 8080);
  const seed = number('seed', MOST_SEED, 1);
  const headerPrefix = values.get('header-prefix') ?? 'X-SVC';
  if (headerPrefix !== '' && !/^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(headerPrefix)) {
    const problem = 'must be letters, digits and hyphens, e.g. X-SVC';
    problems.push({ name: '--header-prefix', problem });
  }
  const [cert, key] = [await file('tls-cert'), await file('tls-key')];
  if (values.has('tls-cert') !== values.has('tls-key')) {
    const [has, lacks] = values.has('tls-cert')
      ? ['--tls-cert', '--tls-key']
      : ['--tls-key', '--tls-cert'];
    problems.push({ name: has, problem: `needs ${lacks} beside it` });
  } else if (host !== '' && !isLoopback(host) && !values.has('tls-cert')) {
    const problem =
      'is not a loopback address: without --tls-cert and --tls-key, credentials would travel in the clear';
    problems.push({ name: '--host', problem });
  }
  const sources = await readSources(given, lists.get('data') ?? [], problems);
  if (lists.has('data') && values.has('seed')) {
    problems.push({ name: '--seed', problem: 'makes a sample company: --data has none' });
  }
  if (!lists.has('data') && values.has('database')) {
    problems.push({ name: '--database', problem: 'needs --data beside it' });
  }
  const isProduction = (io.env['REPORTS_SECRET'] ?? '') !== '';
  if (isProduction && !lists.has('data')) {
    const problem = 'is set: where production credentials are, made-up data are not served';
    problems.push({ name: 'REPORTS_SECRET', problem });
  }
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  if (tls !== undefined && !isPair(tls)) {
    const problem = 'and --tls-key are not a certificate in PEM and its own key';
    problems.push({ name: '--tls-cert', problem });
  }
  return { port, host, seed, headerPrefix, tls, sources };
}

function isPair(tls: { readonly cert: string; readonly key: string }): boolean {
  try {
    createSecureContext(tls);
    return true;
  } catch {
    return false;
  }
}
