// `service`: runs the feedback service, with a sample company or with data sets, until it is interrupted.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { closestName } from '../../../lib/shared/closest-name.ts';
import {
  CompanyUnavailableError,
  DatabaseError,
  isLoopback,
  sampleCompany,
  startFeedbackService,
  type Company,
  type RefusalReport,
  type RunningService,
} from '../../../lib/feedback-service/index.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import type { Command } from './command.ts';
import { credentialsCommand } from './credentials.ts';
import { backupCommand, restoreCommand } from './service-backup.ts';
import { compactCommand, forgetCommand, removeSurveyCommand } from './service-forget.ts';
import { alertsCommand } from './service-alerts.ts';
import { checkCommand } from './service-check.ts';
import { importCommand } from './service-import.ts';
import type { ServedDataSet, DataSetSources } from '../data-sets.ts';
import {
  closeDataSets,
  importInSequence,
  openDataSets,
  addCredentialsCommand,
  quoteForShell,
} from '../data-sets.ts';
import type { Operations } from '../service-operations.ts';
import { withOperations } from '../service-operations.ts';
import type { ServiceOptions } from '../service-options.ts';
import { readServiceOptions, SERVICE_OPTIONS } from '../service-options.ts';
import type { Io } from '../terminal.ts';
import {
  formatCount,
  EXIT,
  describeListenError,
  toSingleLine,
  printUnexpectedError,
  printConfigProblems,
  waitForInterrupt,
} from '../terminal.ts';

const SERVICE: CommandSyntax = {
  usage:
    'feedback-reports service [options]\n       feedback-reports service credentials add|list|revoke --data DIR\n       feedback-reports service import|forget|remove-survey|compact|backup|restore --data DIR\n       feedback-reports service check DIR|FILE…\n       feedback-reports service alerts try --data DIR --survey KEY',
  summary: 'Serves the reporting API for data sets, or for a sample company generated from a seed.',
  options: SERVICE_OPTIONS,
  notes: `What is stored is served at once. New files are imported by another process: at the start, once a folder has not changed for 10 s, and at SIGHUP. Each file is imported once; files with problems are left out until they are corrected. docs/feedback-service.md describes the format.
Other users of the machine can see arguments: leave the password out of --database and set PGPASSWORD instead.
Clients of a folder of which nothing has been imported yet get 503.
SIGHUP also reads the files of --tls-cert and --tls-key again.

Exit codes: 0 stopped by a signal · 1 nothing of a data set has been imported or its database cannot be used (of several: one is still not served at the end),
or the port cannot be used · 2 invalid arguments · 130 or 143 stopped by a signal during the first import, which is rolled back.`,
};

const SUBCOMMANDS: ReadonlyMap<string, Command> = new Map([
  ['alerts', alertsCommand],
  ['credentials', credentialsCommand],
  ['check', checkCommand],
  ['import', importCommand],
  ['forget', forgetCommand],
  ['remove-survey', removeSurveyCommand],
  ['compact', compactCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
]);

export async function serviceCommand(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  const subcommand = SUBCOMMANDS.get(first ?? '');
  if (subcommand !== undefined) return subcommand(rest, io);
  const isOption = first === undefined || first.startsWith('-');
  const meant = isOption ? undefined : closestName(first, [...SUBCOMMANDS.keys()]);
  if (meant !== undefined) {
    io.stderr.write(`Unknown command after service; did you mean ${meant}?\n`);
    return EXIT.wrongUsage;
  }
  const args = readArgumentsOrShowHelp(SERVICE, argv, io);
  if (args === null) return EXIT.done;
  const problems: ConfigProblem[] = [...args.problems];
  const options = await readServiceOptions(args, io, problems);
  if (problems.length > 0) {
    printConfigProblems(io, 'service', problems);
    return EXIT.wrongUsage;
  }
  return args.lists.has('data') ? serveDataSets(options, io) : serveSample(options, io);
}

function serveSample(options: ServiceOptions, io: Io): Promise<number> {
  const { seed, host } = options;
  // The default token is derived from the seed: an address that other machines can reach needs a random one.
  const randomToken = isLoopback(host) ? {} : { token: randomBytes(24).toString('base64url') };
  const { company, clientId, token } = sampleCompany({
    seed,
    clock: systemContext.clock,
    ...randomToken,
  });
  return withOperations([], options, io, (operations) =>
    serve([company], options, operations, io, (url) => [
      `Sample company ${seed} · client id ${clientId} · token ${token}`,
      `Try: curl -u ${clientId}:${token} '${url}/v1/folders?surveys=true'`,
    ]),
  );
}

async function serveDataSets(options: ServiceOptions, io: Io): Promise<number> {
  const { sources } = options;
  const dataSets: ServedDataSet[] = [];
  try {
    return await withOperations(dataSets, options, io, async (operations) => {
      const isAnyServed = await openDataSets(sources, dataSets, io);
      if (!isAnyServed) return EXIT.failed;
      const companies = dataSets.map(({ company }) => company);
      const servedDataSets = dataSets.filter(({ state }) => state().isServed);
      const hints = await Promise.all(
        servedDataSets.map((dataSet) => createHint(dataSet, sources)),
      );
      const onHangup = (): void => void importInSequence(dataSets);
      process.on('SIGHUP', onHangup);
      const code = await serve(companies, options, operations, io, (url) =>
        hints.map((hint) => hint(url)),
      );
      process.off('SIGHUP', onHangup);
      const unservedDataSets = dataSets.filter(({ state }) => !state().isServed);
      for (const { folder } of unservedDataSets) {
        io.stderr.write(
          `${toSingleLine(folder)} was not served: nothing of it has been imported.\n`,
        );
      }
      return unservedDataSets.length === 0 ? code : EXIT.failed;
    });
  } finally {
    await closeDataSets(dataSets);
  }
}

/** An example request for a data set. Tokens are stored only as hashes, so the hint contains none. */
async function createHint(
  { folder, company }: ServedDataSet,
  { database }: DataSetSources,
): Promise<(url: string) => string> {
  const name = toSingleLine(folder);
  const [firstCredential] = await company.credentials();
  if (firstCredential === undefined) {
    const command = addCredentialsCommand(folder, database);
    return () => `${name} has no credentials, so no client has access. To add some: ${command}`;
  }
  const user = quoteForShell(firstCredential.clientId);
  return (url) =>
    `${name}: try curl -u ${user} '${url}/v1/folders?surveys=true' (curl asks for the token)`;
}

async function serve(
  companies: readonly Company[],
  options: ServiceOptions,
  operations: Operations,
  io: Io,
  hintsFor: (url: string) => readonly string[],
): Promise<number> {
  const { host, port, headerPrefix, tls, proxies } = options;
  const service = await startFeedbackService({
    companies,
    clock: systemContext.clock,
    host,
    port,
    headerPrefix,
    ...(tls === null ? {} : { tls }),
    ...(proxies === undefined ? {} : { proxies }),
    onAnswered: operations.onAnswered,
    onError: createErrorPrinter(io),
    onRefused: (report) => {
      io.stderr.write(formatRefused(report));
    },
  }).catch((error: unknown) => {
    io.stderr.write(`${describeListenError(error, host, port)}\n`);
    return undefined;
  });
  if (service === undefined) return EXIT.failed;
  const onHangup = (): void => {
    reloadTls(service, options, io);
  };
  if (tls !== null) process.on('SIGHUP', onHangup);
  io.stdout.write(`listening on ${service.url}\n`);
  for (const hint of hintsFor(service.url)) io.stderr.write(`${hint}\n`);
  operations.setPhase('running');
  await waitForInterrupt(io);
  operations.setPhase('stopping');
  await drain(options, io);
  io.stderr.write(
    'Shutting down: requests in flight have up to 10 s to finish. Press Ctrl-C again to stop immediately.\n',
  );
  await service.close();
  process.off('SIGHUP', onHangup);
  return EXIT.done;
}

async function drain({ drainSeconds }: ServiceOptions, io: Io): Promise<void> {
  if (drainSeconds === 0) return;
  io.stderr.write(
    `Draining: requests are accepted for ${formatCount(drainSeconds, 'more second')}. Press Ctrl-C again to stop immediately.\n`,
  );
  await setTimeout(drainSeconds * 1000);
}

function reloadTls(service: RunningService, { readTls }: ServiceOptions, io: Io): void {
  const tls = readTls();
  if (tls !== null) service.replaceTls(tls);
  io.stderr.write(
    tls === null
      ? 'The files of --tls-cert and --tls-key are not a certificate in PEM and its private key: the certificate from before stays.\n'
      : 'The certificate was read again.\n',
  );
}

/** Contains no client ids: `printf %s CLIENT-ID | sha256sum` identifies a client. */
function formatRefused({ address, requests, clients }: RefusalReport): string {
  const ids = clients.length === 0 ? '' : `; SHA-256 of client ids: ${clients.join(', ')}`;
  return `Refused credentials: ${formatCount(requests, 'request')} from ${address}${ids}\n`;
}

/** Minimum time between two equal messages about an outage. */
const OUTAGE_INTERVAL_MS = 60_000;

/** An outage fails every request; its message is printed once a minute. */
function createErrorPrinter(io: Io): (error: unknown) => void {
  const printedAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof DatabaseError || error instanceof CompanyUnavailableError)) {
      printUnexpectedError(io, error);
      return;
    }
    const now = systemContext.clock();
    if (now - (printedAt.get(error.message) ?? -Infinity) < OUTAGE_INTERVAL_MS) return;
    printedAt.set(error.message, now);
    io.stderr.write(`${toSingleLine(error.message)}\n`);
  };
}
