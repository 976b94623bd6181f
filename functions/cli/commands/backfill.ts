// `backfill`: the weekly run for every week of a range, oldest first, for when nothing ran for long.
import { openSecretOf, openServices, systemContext } from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { lastSettledWeek, weeksFrom } from '../../../lib/domain/calendar.ts';
import type { ReportMaking } from '../../../lib/reports/run-week.ts';
import type { Told } from './archive-command.ts';
import { orAdvice, toldBy } from './archive-command.ts';
import type { Arguments, CommandLine } from '../arguments.ts';
import { argumentsOrHelp } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { counted, EXIT, tellProblems } from '../terminal.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local-link-key.ts';
import type { CommittedReport } from '../week-run.ts';
import { runWeekWithProgress } from '../week-run.ts';
import { readStore, readWeek, refuseOpenWeek, STORE_OPTION } from '../report-options.ts';

/** Ten years; a longer range is a slip of the finger. */
const MOST_WEEKS = 530;

const BACKFILL: CommandLine = {
  usage: 'feedback-reports backfill --from YYYY-Www [options]',
  summary: 'Makes the reports of every week of a range, oldest first; what is there already stays.',
  options: {
    from: { value: 'YYYY-Www', help: 'the first week' },
    to: { value: 'YYYY-Www', help: 'the last week; default: the last one settled everywhere' },
    store: STORE_OPTION,
    force: { value: null, help: 'make a new revision also of reports that are complete' },
    json: {
      value: null,
      help: 'print {week, reports, made, kept, …} of each week as one line of JSON',
    },
  },
  notes: `A range has at most ${MOST_WEEKS} weeks. When a week cannot be made, it ends there and says which one to go on from;
--json then prints what was made or kept of it, with the failure's code as "failure".
Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN say which API; README.md lists the rest.
Exit codes: 0 all complete or empty · 1 a week could not be made · 2 wrong arguments, configuration or week · 3 some report is partial.`,
};

export async function backfillCommand(args: readonly string[], io: Io): Promise<number> {
  const given = argumentsOrHelp(BACKFILL, args, io);
  if (given === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'configured',
    store: given.values.get('store'),
  });
  const problems: ConfigProblem[] = [...given.problems];
  const weeks = readRange(given, config, systemContext.clock(), problems);
  const store = readStore(given, config, problems);
  problems.push(...configProblems);
  if (problems.length > 0 || config === null || config.api === null) {
    tellProblems(io, 'backfill', problems);
    return EXIT.wrongUsage;
  }
  const { api } = config;
  return orAdvice(io, async () => {
    const linkKeys = findLocalLinkKeys(store, openSecretOf(config, systemContext), config.linkKey);
    const services = openServices({ ...config, store }, api, systemContext, linkKeys);
    try {
      return await backfill(
        services.making,
        { weeks, force: given.switches.has('force') },
        toldBy(given, io),
      );
    } finally {
      await services.close();
    }
  });
}

/** The weeks from --from to --to, both included; empty where `problems` says what is wrong. */
function readRange(
  given: Arguments,
  config: Config | null,
  now: number,
  problems: ConfigProblem[],
): readonly Week[] {
  const settled = lastSettledWeek(now, (config ?? DEFAULTS).settleHours);
  if (!given.values.has('from')) problems.push({ name: '--from', problem: 'is missing' });
  const to = readWeek(given, 'to', settled, problems);
  const from = readWeek(given, 'from', to, problems);
  refuseOpenWeek('to', to, now, problems);
  const count = (to.monday - from.monday) / 7 + 1;
  if (count < 1) {
    problems.push({ name: '--from', problem: `must not be after --to, which is ${to.name}` });
  } else if (count > MOST_WEEKS) {
    problems.push({ name: '--from', problem: `must be at most ${MOST_WEEKS} weeks before --to` });
  } else return Array.from({ length: count }, (_, i) => weeksFrom(from, i));
  return [];
}

async function backfill(
  making: ReportMaking,
  { weeks, force }: { readonly weeks: readonly Week[]; readonly force: boolean },
  { io, people, item }: Told,
): Promise<number> {
  let total = NONE;
  const tell = (name: string, tally: Tally): void => {
    people.write(`${name}: ${tallyText(tally)}\n`);
  };
  for (const [i, week] of weeks.entries()) {
    const title = `${week.name} (${i + 1} of ${weeks.length})`;
    const run = await runWeekWithProgress(making, { week, folder: null, force }, io, { title });
    if (run.outcomes === null) {
      const tally = tallyOf(run.committed);
      if (tally.reports > 0) {
        item({ week: week.name, ...tally, failure: run.failure });
        people.write(`${week.name}: ${tallyText(tally)}; then the week failed\n`);
      }
      if (i > 0) tell(counted(i, 'week'), total);
      const last = weeks.at(-1) ?? week;
      io.stderr.write(
        `${week.name} could not be made. Go on from there: --from ${week.name} --to ${last.name}\n`,
      );
      return run.exitCode;
    }
    const tally = tallyOf(run.outcomes.flatMap(({ report }) => report ?? []));
    total = sumOf(total, tally);
    item({ week: week.name, ...tally });
    tell(week.name, tally);
  }
  tell(counted(weeks.length, 'week'), total);
  return total.partial > 0 ? EXIT.partial : EXIT.done;
}

interface Tally {
  readonly reports: number;
  readonly made: number;
  readonly kept: number;
  readonly complete: number;
  readonly partial: number;
  readonly empty: number;
}

const NONE: Tally = { reports: 0, made: 0, kept: 0, complete: 0, partial: 0, empty: 0 };

function tallyText({ reports, made, kept, partial }: Tally): string {
  return `${counted(reports, 'report')}: ${made} made, ${kept} kept, ${partial} partial`;
}

function tallyOf(reports: readonly CommittedReport[]): Tally {
  const those = (is: (report: CommittedReport) => boolean): number => reports.filter(is).length;
  return {
    reports: reports.length,
    made: those(({ outcome }) => outcome === 'made'),
    kept: those(({ outcome }) => outcome === 'kept'),
    complete: those(({ manifest }) => manifest.status === 'complete'),
    partial: those(({ manifest }) => manifest.status === 'partial'),
    empty: those(({ manifest }) => manifest.status === 'empty'),
  };
}

function sumOf(a: Tally, b: Tally): Tally {
  return {
    reports: a.reports + b.reports,
    made: a.made + b.made,
    kept: a.kept + b.kept,
    complete: a.complete + b.complete,
    partial: a.partial + b.partial,
    empty: a.empty + b.empty,
  };
}
