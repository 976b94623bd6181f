// `report`: makes the reports of one week from a reporting API.
import { openConfiguredSecret, openServices } from '../../../lib/composition/compose.ts';
import type { CommandSyntax } from '../arguments.ts';
import type { TextOutput } from '../terminal.ts';
import { formatCount, EXIT } from '../terminal.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local.ts';
import {
  ALL_OPTION,
  CHANGED_OPTION,
  IGNORE_CLOCK_OPTION,
  NEW_ROOT_OPTION,
  readReportOptions,
  STORE_OPTION,
  WEEK_OPTION,
} from '../report-options.ts';
import type { CommittedReport } from '../week-run.ts';
import { runWeekWithProgress, warnAboutFacts } from '../week-run.ts';
import { printRunSummary } from '../run-summary.ts';
import { sendDueMessages } from '../delivery-run.ts';
import { createCommand } from './command.ts';

const REPORT: CommandSyntax = {
  usage: 'feedback-reports report [options]',
  summary:
    'Creates the reports of a week from a reporting API, and sends the messages that are due.',
  options: {
    week: WEEK_OPTION,
    folder: { value: 'KEY', help: 'only this folder and its subfolders; default: the root folder' },
    store: STORE_OPTION,
    force: { value: null, help: 'create a new revision of complete reports, too' },
    changed: CHANGED_OPTION,
    'new-root': NEW_ROOT_OPTION,
    'ignore-clock': IGNORE_CLOCK_OPTION,
    all: ALL_OPTION,
    json: {
      value: null,
      help: 'print the manifest of each report as one line of JSON, even if the run fails later',
    },
  },
  notes: `Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API; docs/commands.md lists all variables.

Exit codes: 0 all complete or empty · 1 failed · 2 invalid arguments, configuration or week · 3 a report is partial, or could not be brought up to date.`,
};

export const reportCommand = createCommand({
  name: 'report',
  syntax: REPORT,
  api: 'configured',
  readOptions: (args, settings, problems) => ({
    ...readReportOptions(args, settings, problems),
    isNewRoot: args.switches.has('new-root'),
    comparesCounts: args.switches.has('changed'),
    ignoresClock: args.switches.has('ignore-clock'),
    showAll: args.switches.has('all'),
  }),
  run: async (
    { week, folder, force, isNewRoot, comparesCounts, ignoresClock, showAll },
    { config, system, output },
  ) => {
    const { io, humanOutput } = output;
    const secret = openConfiguredSecret(config, system);
    const linkKeys = findLocalLinkKeys(config.store, secret, config.linkKey);
    const services = openServices(config, config.api, system, linkKeys, {
      ignoresClock,
      isNewRoot,
    });
    const printer = output.isJson ? createManifestPrinter(io.stdout) : null;
    try {
      const runOptions = { week, folder, force, isNewRoot, comparesCounts };
      const run = await runWeekWithProgress(services.making, runOptions, io, {
        ...(printer === null ? {} : { onCommitted: printer.add }),
      });
      if (run.outcomes === null) {
        const count = run.committed.length;
        if (count > 0) {
          io.stderr.write(
            `${formatCount(count, 'report')} ${count === 1 ? 'was' : 'were'} completed.\n`,
          );
        }
        return run.exitCode;
      }
      printer?.printAll(run.outcomes.flatMap(({ report }) => report ?? []));
      const { repository } = services.making;
      const exitCode = await printRunSummary(
        run,
        { week, store: config.store, repository, showAll, env: io.env },
        humanOutput,
      );
      const parts = { repository, secret, system };
      const sendingCode = await sendDueMessages(config, parts, io, { week, output: humanOutput });
      return sendingCode === EXIT.done ? exitCode : sendingCode;
    } finally {
      printer?.printRest();
      warnAboutFacts(io, [...services.weeksWithoutFacts]);
      await services.close();
    }
  },
});

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
