// `start`: runs everything on one machine without an account: a reporting API with a sample company, last week's
// reports, and the HTTP API until Ctrl-C.
import { randomBytes } from 'node:crypto';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { openServices } from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { isSet } from '../../../lib/composition/setting-values.ts';
import { sampleCompany, startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  findLocalLinkKeys,
  localLinkKeys,
  localServerParts,
} from '../../../lib/composition/local.ts';
import type { LocalServer, ServeOptions } from '../../../lib/http/local/local-server.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import type { LocalDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { openServedDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { createSubscription, listSubscriptions } from '../../../lib/delivery/subscriptions.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { FolderOutcome } from '../../../lib/reports/run-week.ts';
import type { CommandSyntax } from '../arguments.ts';
import { MAX_SEED, readWholeNumber } from '../arguments.ts';
import { findProductionProblems } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, describeListenError, printUnexpectedError, waitForInterrupt } from '../terminal.ts';
import { isBuilt } from '../../../lib/composition/release.ts';
import { describeFailure, runWeekWithProgress, warnAboutFacts } from '../week-run.ts';
import { printRunSummary } from '../run-summary.ts';
import { sendDueMessages, sendsMessages } from '../delivery-run.ts';
import { createCommand } from './command.ts';
import { ALL_OPTION, readReportOptions, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_SEED = 1;
/** Not that of the other commands: the sample's reports must not join those of a company. */
const SAMPLE_STORE = 'file:./sample-reports';

const START: CommandSyntax = {
  usage: isBuilt ? 'feedback-reports start [options]' : 'npm start -- [options]',
  summary:
    'Creates last week’s reports of a sample company on this machine, sends some of them into an outbox, then serves them over HTTP.',
  options: {
    once: { value: null, help: 'exit after creating the reports' },
    port: { value: 'PORT', help: `port of the HTTP API; default: ${DEFAULT_PORT}` },
    week: WEEK_OPTION,
    store: { ...STORE_OPTION, help: `where reports are stored; default: ${SAMPLE_STORE}` },
    all: ALL_OPTION,
    seed: { value: 'NUMBER', help: `seed of the sample company; default: ${DEFAULT_SEED}` },
  },
  notes: `Environment: REPORTS_LOCALE, REPORTS_PAPER and others; docs/commands.md lists them. REPORTS_API_TOKEN is the bearer token of the
HTTP API; without it, a random token is generated and printed. REPORTS_STORE and FEEDBACK_API_URL are refused: they belong to a
company of your own, whose reports the command serve makes.

Exit codes: 0 done · 1 failed · 2 invalid arguments, configuration or week · 3 a report is partial.`,
};

export const startCommand = createCommand({
  name: 'start',
  syntax: START,
  api: 'embedded',
  defaultStore: SAMPLE_STORE,
  readOptions: (args, settings, problems) => {
    problems.push(...findProductionProblems(settings.env), ...findCompanyProblems(settings.env));
    return {
      ...readReportOptions(args, settings, problems),
      port: readWholeNumber(args, 'port', { max: 65_535, fallback: DEFAULT_PORT }, problems),
      seed: readWholeNumber(args, 'seed', { max: MAX_SEED, fallback: DEFAULT_SEED }, problems),
      isOnce: args.switches.has('once'),
      showAll: args.switches.has('all'),
    };
  },
  run: async (options, { config, system, output: { io } }) => {
    const { week, folder, force, port, seed, showAll } = options;
    const onUnexpectedError = (error: unknown, requestId?: string): void => {
      if (error instanceof Failure) io.stderr.write(`${describeFailure(error)}\n`);
      else printUnexpectedError(io, error, requestId);
    };
    const { service, services } = await openSample(config, seed, system, onUnexpectedError);
    const parts = { repository: services.making.repository, secret: null, system };
    let server: LocalServer | null = null;
    try {
      const token = config.reportsApiToken ?? randomBytes(24).toString('base64url');
      if (!options.isOnce) {
        // Before the reports are made, so that a port in use is reported immediately.
        server = await startServer(io, config, port, {
          making: services.making,
          token,
          linkKeys: localLinkKeys(config.store, null, config.linkKey),
          onError: onUnexpectedError,
          openDelivery: sendsMessages(config)
            ? (address) => openServedDeliveries(config, parts, address, onUnexpectedError)
            : null,
        });
        if (server === null) return EXIT.failed;
      }
      const library =
        server === null ? null : `Report library: ${libraryAddress(server.url, config, token)}\n`;
      const onBegin = (): void => {
        if (library !== null) io.stdout.write(`${library}\n`);
        io.stderr.write(
          `Sample company ${seed}, served by its own reporting API at ${service.url}\n`,
        );
      };
      const run = await runWeekWithProgress(services.making, { week, folder, force }, io, {
        onBegin,
      });
      if (run.outcomes === null) return run.exitCode;
      const exitCode = await printRunSummary(
        run,
        { week, store: config.store, repository: parts.repository, showAll, env: io.env },
        io.stdout,
      );
      const { outcomes } = run;
      const sendingCode = await sendDueMessages(
        { ...config, publicUrl: config.publicUrl ?? server?.url ?? null },
        parts,
        io,
        {
          week,
          output: io.stdout,
          prepare: (opened) => addSampleSubscriptions(opened, config, outcomes),
        },
      );
      if (sendingCode !== EXIT.done) return sendingCode;
      if (server === null) return exitCode;
      const generatedToken = config.reportsApiToken === null ? token : null;
      printApiUsage(io, server.url, generatedToken, week.name, run.outcomes[0]?.folder.key ?? 0);
      // The first line with the address has scrolled away by now.
      if (library !== null) io.stdout.write(`\n${library}`);
      await waitForInterrupt(io);
      return EXIT.done;
    } finally {
      await server?.close();
      warnAboutFacts(io, [...services.weeksWithoutFacts]);
      await services.close();
      await service.close();
    }
  },
});

/** Settings of a company of the user's own: the sample's reports would join its reports. */
function findCompanyProblems(env: Io['env']): readonly ConfigProblem[] {
  const problem =
    'is set, but start makes reports of a sample company only: unset it, or make and serve the reports of your own company with the command serve';
  return ['REPORTS_STORE', 'FEEDBACK_API_URL']
    .filter((name) => isSet(env[name]))
    .map((name) => ({ name, problem }));
}

/** The sample company behind its own reporting API, and what reads it. */
async function openSample(
  config: Config,
  seed: number,
  system: SystemContext,
  onError: (error: unknown) => void,
) {
  const { clock } = system;
  const { company, clientId, token } = sampleCompany({ seed, clock });
  const service = await startFeedbackService({ companies: [company], clock, onError });
  const services = openServices(
    config,
    {
      url: service.url,
      credentials: { clientId, apiToken: token },
      auth: 'basic',
      headerPrefix: 'X-SVC',
    },
    system,
    findLocalLinkKeys(config.store, null, config.linkKey),
  );
  return { service, services };
}

/** Null when the port can't be used, which is printed. */
function startServer(
  io: Io,
  config: Config,
  port: number,
  parts: Pick<ServeOptions, 'making' | 'token' | 'linkKeys' | 'onError' | 'openDelivery'>,
): Promise<LocalServer | null> {
  return serveReports({
    ...localServerParts(config),
    ...parts,
    port,
  }).catch((error: unknown) => {
    io.stderr.write(`${describeListenError(error, '127.0.0.1', port)}\n`);
    return null;
  });
}

/**
 * The address signs the reader in only where the token is valid for this run and this machine alone, because browsers
 * store addresses. A browser never sends the fragment to a server, and the page removes it from the address.
 */
function libraryAddress(
  url: string,
  { publicUrl, reportsApiToken }: Pick<Config, 'publicUrl' | 'reportsApiToken'>,
  token: string,
): string {
  return publicUrl === null && reportsApiToken === null
    ? `${url}/#token=${token}`
    : `${publicUrl ?? url}/ (sign in with the bearer token)`;
}

/** `token`: null for a configured token, which is not printed because outputs are often stored. */
function printApiUsage(
  io: Io,
  url: string,
  token: string | null,
  week: string,
  folder: number,
): void {
  const reports = `${url}/v1/reports`;
  const curl =
    token === null
      ? 'curl -H "Authorization: Bearer $REPORTS_API_TOKEN"'
      : `curl -H 'Authorization: Bearer ${token}'`;
  io.stdout.write(`
HTTP API at ${reports} (Ctrl-C to stop)
Download links: ${reports}/${week}/FOLDER/report.pdf and report.json; FOLDER is the key of a folder, which list shows
Bearer token: ${token ?? 'the value of REPORTS_API_TOKEN'}

  list      ${curl} ${reports}
  download  ${curl} -L -OJ ${reports}/${week}/${folder}/report.pdf
  share     ${curl} --json '{"folder": ${folder}, "week": "${week}"}' ${url}/v1/links
  recreate  ${curl} -H 'Prefer: wait=25' --json '{"folder": ${folder}, "force": true}' ${reports}
`);
}

type SampleSubscription = Pick<Subscription, 'address' | 'locale' | 'only'>;

const OF_COMPANY: SampleSubscription = {
  address: 'management@example.com',
  locale: 'en',
  only: 'always',
};

const BY_PLACE: ReadonlyMap<string, SampleSubscription> = new Map<string, SampleSubscription>([
  ['Finland', { address: 'finland@example.com', locale: 'fi', only: 'always' }],
  [
    'Security control, Terminal 2',
    { address: 'security.t2@example.com', locale: 'en', only: 'signals' },
  ],
  ['Dubai International Airport', { address: 'dubai@example.com', locale: 'ar', only: 'always' }],
  ['Haneda Airport', { address: 'haneda@example.com', locale: 'ja', only: 'always' }],
  ['Washrooms, Terminal 3', { address: 'washrooms@example.com', locale: 'en', only: 'signals' }],
]);

/** Only where messages become files, and there are no subscriptions yet. */
async function addSampleSubscriptions(
  deliveries: LocalDeliveries,
  { mail }: Pick<Config, 'mail'>,
  outcomes: readonly FolderOutcome[],
): Promise<void> {
  if (mail?.transport.kind !== 'file') return;
  const context = { ...deliveries, jobs: { send: () => Promise.resolve() } };
  const existing = await listSubscriptions(context, WHOLE_COMPANY, { folder: null, mine: false });
  if (existing.length > 0) return;
  for (const { folder, path, report } of outcomes) {
    const sample = path.length === 0 ? OF_COMPANY : BY_PLACE.get(folder.name);
    if (sample === undefined || report === null) continue;
    await createSubscription(
      context,
      WHOLE_COMPANY,
      { folder: folder.key, channel: 'mail', ...sample, when: 'ready', attach: 'pdf' },
      { isConfirmed: true },
    );
  }
}
