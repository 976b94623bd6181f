// `report`: one shot against any reporting API, with an exit code for each kind of ending.
import { openSecretOf, openServices, systemContext } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import type { CommandLine } from '../arguments.ts';
import { argumentsOrHelp } from '../arguments.ts';
import type { Io, Output } from '../terminal.ts';
import { counted, EXIT, tellProblems } from '../terminal.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local-link-key.ts';
import { ALL_OPTION, readWanted, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';
import type { CommittedReport } from '../week-run.ts';
import { runWeekWithProgress } from '../week-run.ts';
import { tellTable } from '../run-table.ts';

const REPORT: CommandLine = {
  usage: 'feedback-reports report [options]',
  summary: 'Makes the reports of a week from a reporting API.',
  options: {
    week: WEEK_OPTION,
    folder: { value: 'KEY', help: 'only this folder and everything below it; default: the root' },
    store: STORE_OPTION,
    force: { value: null, help: 'make a new revision also of reports that are complete' },
    all: ALL_OPTION,
    json: {
      value: null,
      help: 'print the manifest of each report as one line of JSON, also when the run fails later',
    },
  },
  notes: `Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN say which API; README.md lists the rest.
Exit codes: 0 all complete or empty · 1 it could not be done · 2 wrong arguments, configuration or week · 3 some report is partial.`,
};

export async function reportCommand(args: readonly string[], io: Io): Promise<number> {
  const given = argumentsOrHelp(REPORT, args, io);
  if (given === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'configured',
    store: given.values.get('store'),
  });
  const wanted = readWanted(given, config, systemContext.clock());
  const problems = [...given.problems, ...wanted.problems, ...configProblems];
  if (problems.length > 0 || config === null || config.api === null) {
    tellProblems(io, 'report', problems);
    return EXIT.wrongUsage;
  }
  const { week, folder, force, store } = wanted;
  const linkKeys = findLocalLinkKeys(store, openSecretOf(config, systemContext), config.linkKey);
  const services = openServices({ ...config, store }, config.api, systemContext, linkKeys);
  const isJson = given.switches.has('json');
  const printer = isJson ? manifestPrinter(io.stdout) : null;
  try {
    const run = await runWeekWithProgress(services.making, { week, folder, force }, io, {
      ...(printer === null ? {} : { onCommitted: printer.add }),
    });
    if (run.outcomes === null) {
      const count = run.committed.length;
      if (count > 0) {
        io.stderr.write(
          `${counted(count, 'report')} ${count === 1 ? 'was' : 'were'} made or kept before the failure.\n`,
        );
      }
      return run.exitCode;
    }
    printer?.printAll(run.outcomes.flatMap(({ report }) => report ?? []));
    const all = given.switches.has('all');
    return await tellTable(run, { week, store, all }, isJson ? io.stderr : io.stdout);
  } finally {
    printer?.printRest();
    await services.close();
  }
}

interface ManifestPrinter {
  readonly add: (report: CommittedReport) => void;
  readonly printAll: (reports: readonly CommittedReport[]) => void;
  readonly printRest: () => void;
}

/** Prints all manifests in the order of a run that succeeded, else those added before the failure or the signal. */
function manifestPrinter(stdout: Output): ManifestPrinter {
  let added: CommittedReport[] = [];
  const printAll = (reports: readonly CommittedReport[]): void => {
    added = [];
    for (const { manifest } of reports) stdout.write(`${JSON.stringify(manifest)}\n`);
  };
  const printRest = (): void => {
    process.off('exit', printRest);
    printAll(added);
  };
  // A signal ends the process without returning here.
  process.once('exit', printRest);
  return {
    add: (report) => {
      added.push(report);
    },
    printAll,
    printRest,
  };
}
