// `backfill`: makes the reports of every week of a range, oldest first, e.g. after an outage of the schedule.
import { openConfiguredSecret, openServices } from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { lastSettledWeek, weeksFrom } from '../../../lib/domain/calendar.ts';
import type { ReportMakingContext } from '../../../lib/reports/run-week.ts';
import type { CommandOutput } from './command.ts';
import { createCommand } from './command.ts';
import type { ParsedArguments, CommandSyntax } from '../arguments.ts';
import { formatCount, EXIT } from '../terminal.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local.ts';
import type { CommittedReport } from '../week-run.ts';
import { runWeekWithProgress, warnAboutFacts } from '../week-run.ts';
import {
  readWeek,
  checkWeekIsOver,
  CHANGED_OPTION,
  NEW_ROOT_OPTION,
  IGNORE_CLOCK_OPTION,
  STORE_OPTION,
} from '../report-options.ts';

/** Ten years; a longer range is probably a typing error. */
const MAX_WEEKS = 530;

const BACKFILL: CommandSyntax = {
  usage: 'feedback-reports backfill --from YYYY-Www [options]',
  summary: 'Creates the reports of every week of a range, oldest first. Complete reports are kept.',
  options: {
    from: { value: 'YYYY-Www', help: 'the first week' },
    to: {
      value: 'YYYY-Www',
      help: 'the last week; default: the last week that has settled everywhere',
    },
    store: STORE_OPTION,
    force: { value: null, help: 'create a new revision of complete reports, too' },
    changed: CHANGED_OPTION,
    'new-root': NEW_ROOT_OPTION,
    'ignore-clock': IGNORE_CLOCK_OPTION,
    json: {
      value: null,
      help: 'print {week, reports, made, kept, …} for each week as one line of JSON',
    },
  },
  notes: `A range has at most ${MAX_WEEKS} weeks. When a week fails, the command stops and prints how to continue from
that week; --json then prints the reports made or kept before the failure, with the failure's code as "failure".

Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API; docs/commands.md lists all variables.

Exit codes: 0 all complete or empty · 1 a week failed · 2 invalid arguments, configuration or week · 3 a report is partial, or could not be brought up to date.`,
};

export const backfillCommand = createCommand({
  name: 'backfill',
  syntax: BACKFILL,
  api: 'configured',
  readOptions: (args, settings, problems) => ({
    weeks: readRange(args, settings, problems),
    force: args.switches.has('force'),
    isNewRoot: args.switches.has('new-root'),
    comparesCounts: args.switches.has('changed'),
    ignoresClock: args.switches.has('ignore-clock'),
  }),
  run: async ({ ignoresClock, ...options }, { config, system, output }) => {
    const secret = openConfiguredSecret(config, system);
    const linkKeys = findLocalLinkKeys(config.store, secret, config.linkKey);
    const services = openServices(config, config.api, system, linkKeys, {
      ignoresClock,
      isNewRoot: options.isNewRoot,
    });
    try {
      return await backfill(services.making, options, output);
    } finally {
      warnAboutFacts(output.io, [...services.weeksWithoutFacts]);
      await services.close();
    }
  },
});

/** The weeks from --from to --to, both included; empty when there are problems. */
function readRange(
  args: ParsedArguments,
  { now, config }: { readonly now: number; readonly config: Pick<Config, 'settleHours'> },
  problems: ConfigProblem[],
): readonly Week[] {
  const settledWeek = lastSettledWeek(now, config.settleHours);
  if (!args.values.has('from')) problems.push({ name: '--from', problem: 'is required' });
  const to = readWeek(args, 'to', settledWeek, problems);
  const from = readWeek(args, 'from', to, problems);
  checkWeekIsOver('to', to, now, problems);
  const count = (to.monday - from.monday) / 7 + 1;
  if (count < 1) {
    problems.push({ name: '--from', problem: `must not be after --to, which is ${to.name}` });
  } else if (count > MAX_WEEKS) {
    problems.push({ name: '--from', problem: `must be at most ${MAX_WEEKS} weeks before --to` });
  } else return Array.from({ length: count }, (_, i) => weeksFrom(from, i));
  return [];
}

/** For each week and for all of them. */
const PRINTED_COUNTS = ['reports', 'made', 'kept', 'partial'] as const;
type PrintedCounts = Readonly<Record<(typeof PRINTED_COUNTS)[number], number>>;

interface BackfillOptions {
  readonly weeks: readonly Week[];
  readonly force: boolean;
  readonly isNewRoot: boolean;
  readonly comparesCounts: boolean;
}

async function backfill(
  making: ReportMakingContext,
  { weeks, ...options }: BackfillOptions,
  { io, humanOutput, printJson }: CommandOutput,
): Promise<number> {
  const total = { reports: 0, made: 0, kept: 0, partial: 0 };
  const printCounts = (name: string, counts: PrintedCounts): void => {
    humanOutput.write(`${name}: ${formatCounts(counts)}\n`);
  };
  let exitCode: number = EXIT.done;
  for (const [i, week] of weeks.entries()) {
    const title = `${week.name} (${i + 1} of ${weeks.length})`;
    const runOptions = { ...options, week, folder: null };
    const run = await runWeekWithProgress(making, runOptions, io, { title });
    if (run.outcomes === null) {
      const counts = countReports(run.committed);
      if (counts.reports > 0) {
        printJson({ week: week.name, ...counts, failure: run.failure });
        humanOutput.write(`${week.name}: ${formatCounts(counts)}; then the week failed\n`);
      }
      if (i > 0) printCounts(formatCount(i, 'week'), total);
      const lastWeek = weeks.at(-1) ?? week;
      io.stderr.write(
        `${week.name} failed. Continue from there with --from ${week.name} --to ${lastWeek.name}\n`,
      );
      return run.exitCode;
    }
    exitCode = Math.max(exitCode, run.exitCode);
    const counts = countReports(run.outcomes.flatMap(({ report }) => report ?? []));
    for (const name of PRINTED_COUNTS) total[name] += counts[name];
    printJson({ week: week.name, ...counts });
    printCounts(week.name, counts);
  }
  printCounts(formatCount(weeks.length, 'week'), total);
  return exitCode;
}

function formatCounts({ reports, made, kept, partial }: PrintedCounts): string {
  return `${formatCount(reports, 'report')}: ${made} made, ${kept} kept, ${partial} partial`;
}

function countReports(reports: readonly CommittedReport[]) {
  const countIf = (matches: (report: CommittedReport) => boolean): number =>
    reports.filter(matches).length;
  return {
    reports: reports.length,
    made: countIf(({ outcome }) => outcome === 'made'),
    kept: countIf(({ outcome }) => outcome === 'kept'),
    complete: countIf(({ manifest }) => manifest.status === 'complete'),
    partial: countIf(({ manifest }) => manifest.status === 'partial'),
    empty: countIf(({ manifest }) => manifest.status === 'empty'),
  };
}
