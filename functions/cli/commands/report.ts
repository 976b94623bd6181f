// `report`: makes the reports of one week from a reporting API.
import {
  openConfiguredSecret,
  openServices,
  systemContext,
} from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import type { Io, TextOutput } from '../terminal.ts';
import { formatCount, EXIT, printConfigProblems } from '../terminal.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local.ts';
import { ALL_OPTION, readReportOptions, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';
import type { CommittedReport } from '../week-run.ts';
import { runWeekWithProgress, warnAboutFacts } from '../week-run.ts';
import { printRunTable } from '../run-table.ts';
import { sendDueMessages } from '../delivery-run.ts';

const REPORT: CommandSyntax = {
  usage: 'feedback-reports report [options]',
  summary:
    'Creates the reports of a week from a reporting API, and sends the messages that are due.',
  options: {
    week: WEEK_OPTION,
    folder: { value: 'KEY', help: 'only this folder and its subfolders; default: the root folder' },
    store: STORE_OPTION,
    force: { value: null, help: 'create a new revision of complete reports, too' },
    all: ALL_OPTION,
    json: {
      value: null,
      help: 'print the manifest of each report as one line of JSON, even if the run fails later',
    },
  },
  notes: `Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API; docs/commands.md lists all variables.

Exit codes: 0 all complete or empty · 1 failed · 2 invalid arguments, configuration or week · 3 a report is partial.`,
};

export async function reportCommand(argv: readonly string[], io: Io): Promise<number> {
  const args = readArgumentsOrShowHelp(REPORT, argv, io);
  if (args === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'configured',
    store: args.values.get('store'),
  });
  const options = readReportOptions(args, config, systemContext.clock());
  const problems = [...args.problems, ...options.problems, ...configProblems];
  if (problems.length > 0 || config === null || config.api === null) {
    printConfigProblems(io, 'report', problems);
    return EXIT.wrongUsage;
  }
  const { week, folder, force, store } = options;
  const secret = openConfiguredSecret(config, systemContext);
  const linkKeys = findLocalLinkKeys(store, secret, config.linkKey);
  const services = openServices({ ...config, store }, config.api, systemContext, linkKeys);
  const isJson = args.switches.has('json');
  const printer = isJson ? createManifestPrinter(io.stdout) : null;
  try {
    const run = await runWeekWithProgress(services.making, { week, folder, force }, io, {
      ...(printer === null ? {} : { onCommitted: printer.add }),
    });
    if (run.outcomes === null) {
      const count = run.committed.length;
      if (count > 0) {
        io.stderr.write(
          `${formatCount(count, 'report')} ${count === 1 ? 'was' : 'were'} completed before the failure.\n`,
        );
      }
      return run.exitCode;
    }
    printer?.printAll(run.outcomes.flatMap(({ report }) => report ?? []));
    const showAll = args.switches.has('all');
    const output = isJson ? io.stderr : io.stdout;
    const exitCode = await printRunTable(run, { week, store, showAll }, output);
    const { repository } = services.making;
    const parts = { repository, secret, system: systemContext };
    const sendingCode = await sendDueMessages({ ...config, store }, parts, io, { week, output });
    return sendingCode === EXIT.done ? exitCode : sendingCode;
  } finally {
    printer?.printRest();
    warnAboutFacts(io, services.weeksWithoutFacts);
    await services.close();
  }
}

interface ManifestPrinter {
  readonly add: (report: CommittedReport) => void;
  readonly printAll: (reports: readonly CommittedReport[]) => void;
  readonly printRest: () => void;
}

/** Prints all manifests in the order of a successful run, or those added before a failure or a signal. */
function createManifestPrinter(stdout: TextOutput): ManifestPrinter {
  let addedReports: CommittedReport[] = [];
  const printAll = (reports: readonly CommittedReport[]): void => {
    addedReports = [];
    for (const { manifest } of reports) stdout.write(`${JSON.stringify(manifest)}\n`);
  };
  const printRest = (): void => {
    process.off('exit', printRest);
    printAll(addedReports);
  };
  // A signal ends the process without returning here.
  process.once('exit', printRest);
  return {
    add: (report) => {
      addedReports.push(report);
    },
    printAll,
    printRest,
  };
}
