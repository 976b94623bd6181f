// `start`: everything on one machine with no account: the sample company behind its own reporting API,
// the last week's reports, and the HTTP API until Ctrl-C.
import { randomBytes } from 'node:crypto';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  openRevocations,
  openSecretOf,
  openServices,
  systemContext,
  type SystemContext,
} from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { sampleCompany, startFeedbackService } from '../../../lib/feedback-service/index.ts';
import type { CommandLine } from '../arguments.ts';
import { argumentsOrHelp, MOST_SEED, readWholeNumber } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { EXIT, listenTrouble, tellBug, tellProblems, untilInterrupted } from '../terminal.ts';
import { findLocalLinkKeys, localLinkKeys } from '../../../lib/composition/local-link-key.ts';
import { builtPage } from '../built-page.ts';
import { runWeekWithProgress } from '../week-run.ts';
import type { LocalServer } from '../../../lib/http/local/local-server.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { tellTable } from '../run-table.ts';
import { ALL_OPTION, readWanted, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_SEED = 1;

const START: CommandLine = {
  usage: 'npm start -- [options]',
  summary:
    'Makes the last week’s reports of a sample company on this machine, then serves them over HTTP.',
  options: {
    once: { value: null, help: 'end after the reports' },
    port: { value: 'PORT', help: `of the HTTP API; default: ${DEFAULT_PORT}` },
    week: WEEK_OPTION,
    store: STORE_OPTION,
    all: ALL_OPTION,
    seed: { value: 'NUMBER', help: `which sample company; default: ${DEFAULT_SEED}` },
  },
  notes: `Environment: REPORT_STORE, REPORT_LOCALE, REPORT_PAPER and the like; README.md lists them. REPORTS_API_TOKEN is the
bearer token of the HTTP API, made up and shown when it is not set.
Exit codes: 0 done · 1 it could not be done · 2 wrong arguments, configuration or week · 3 some report is partial.`,
};

export async function startCommand(
  args: readonly string[],
  io: Io,
  world: SystemContext = systemContext,
): Promise<number> {
  const given = argumentsOrHelp(START, args, io);
  if (given === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'embedded',
    store: given.values.get('store'),
  });
  const wanted = readWanted(given, config, world.clock());
  const port = readWholeNumber(given, 'port', { least: 0, most: 65_535, fallback: DEFAULT_PORT });
  const seed = readWholeNumber(given, 'seed', {
    least: 0,
    most: MOST_SEED,
    fallback: DEFAULT_SEED,
  });
  const problems = [
    ...given.problems,
    ...wanted.problems,
    ...port.problems,
    ...seed.problems,
    ...configProblems,
  ];
  if (problems.length > 0 || config === null) {
    tellProblems(io, 'start', problems);
    return EXIT.wrongUsage;
  }

  const onBug = (error: unknown, requestId?: string): void => {
    tellBug(io, error, requestId);
  };
  const sample = sampleCompany({ seed: seed.value, clock: world.clock });
  const service = await startFeedbackService({
    companies: [sample.company],
    clock: world.clock,
    onError: onBug,
  });
  const secret = openSecretOf(config, world);
  const services = openServices(
    { ...config, store: wanted.store },
    {
      url: service.url,
      credentials: { clientId: sample.clientId, apiToken: sample.token },
      auth: 'basic',
      headerPrefix: 'X-SVC',
    },
    world,
    findLocalLinkKeys(wanted.store, secret, config.linkKey),
  );
  let server: LocalServer | null = null;
  try {
    const token = config.reportsApiToken ?? randomBytes(24).toString('base64url');
    if (!given.switches.has('once')) {
      // Before the work: whoever needs another port should hear it at once.
      server = await serveReports({
        making: services.making,
        port: port.value,
        token,
        holder: WHOLE_COMPANY,
        publicUrl: config.publicUrl,
        locale: config.locale,
        page: builtPage(),
        revocations: openRevocations(),
        linkKeys: localLinkKeys(wanted.store, secret, config.linkKey),
        onBug,
      }).catch((error: unknown) => {
        io.stderr.write(`${listenTrouble(error, '127.0.0.1', port.value)}\n`);
        return null;
      });
      if (server === null) return EXIT.failed;
    }
    const library =
      server === null ? null : `Report library: ${libraryAddress(server.url, config, token)}\n`;
    const onBegin = (): void => {
      if (library !== null) io.stdout.write(`${library}\n`);
      io.stderr.write(
        `Sample company ${seed.value} behind its own reporting API at ${service.url}\n`,
      );
    };
    const { week, folder, force, store } = wanted;
    const all = given.switches.has('all');
    const run = await runWeekWithProgress(services.making, { week, folder, force }, io, {
      onBegin,
    });
    if (run.outcomes === null) return run.exitCode;
    const exitCode = await tellTable(run, { week, store, all }, io.stdout);
    if (server === null) return exitCode;
    const madeUp = config.reportsApiToken === null ? token : null;
    tellAddress(io, server.url, madeUp, week.name, run.outcomes[0]?.folder.key ?? 0);
    // The first mention has scrolled away by now.
    if (library !== null) io.stdout.write(`\n${library}`);
    await untilInterrupted(io);
    return EXIT.done;
  } finally {
    await server?.close();
    await services.close();
    await service.close();
  }
}

/**
 * Opens the page signed in where the token is good for this run and this machine alone: browsers keep addresses. What
 * is behind # is sent to nobody, and the page takes it out of the address.
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

/** `token`: null for one that the environment told, which is not repeated: outputs are kept. */
function tellAddress(
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
HTTP API at ${reports} (Ctrl-C ends it)
Download links: ${reports}/${week}/FOLDER/report.pdf and report.json; FOLDER is the number that begins a file's path
Bearer token: ${token ?? 'that of REPORTS_API_TOKEN'}

  list      ${curl} ${reports}
  download  ${curl} -L -OJ ${reports}/${week}/${folder}/report.pdf
  share     ${curl} --json '{"folder": ${folder}, "week": "${week}"}' ${url}/v1/links
  remake    ${curl} -H 'Prefer: wait=25' --json '{"folder": ${folder}, "force": true}' ${reports}
`);
}
