// `prune`: takes old weeks away, for good.
import type { Week } from '../../../lib/domain/calendar.ts';
import { firstWeekToKeep, pruneWeek, weeksToPrune } from '../../../lib/reports/prune-weeks.ts';
import type { ArchiveCommand } from './archive-command.ts';
import { archiveCommand } from './archive-command.ts';
import type { Io } from '../terminal.ts';
import { counted, EXIT } from '../terminal.ts';
import { showProgress } from '../progress-bar.ts';
import { readWeek, STORE_OPTION } from '../report-options.ts';

interface Wanted {
  readonly before: Week;
  readonly dryRun: boolean;
}

const PRUNE: ArchiveCommand<Wanted> = {
  name: 'prune',
  line: {
    usage: 'feedback-reports prune --before YYYY-Www [options]',
    summary: 'Removes all that is kept of the weeks before one, for good. It asks nothing.',
    options: {
      before: { value: 'YYYY-Www', help: 'the first week that stays' },
      store: STORE_OPTION,
      'dry-run': { value: null, help: 'remove nothing, only tell what would be' },
      json: {
        value: null,
        help: 'print {week, reports, objects, removed} of each week as one line of JSON',
      },
    },
    notes: `A report's manifest goes before its files, so no reader finds half a report; then plan, jobs and receipts. Links to removed reports
lead nowhere; those that were withdrawn stay withdrawn. Interrupted, it goes on when it is run again. Nobody should make reports
of these weeks meanwhile. --before is at most the week after the last one that settled 9 days ago: what is missing of a later week
is made again of itself. In a bucket it needs s3:ListBucket and s3:DeleteObject, which no function has: use your own credentials.
Where the bucket keeps versions, what is removed stays as an old version for as long as the bucket's rules say.
Exit codes: 0 done · 1 it could not be done · 2 wrong arguments or configuration.`,
  },
  read: (given, { now, settleHours }, problems) => {
    const latest = firstWeekToKeep(now, settleHours);
    if (!given.values.has('before')) problems.push({ name: '--before', problem: 'is missing' });
    const before = readWeek(given, 'before', latest, problems);
    if (before.monday > latest.monday) {
      problems.push({
        name: '--before',
        problem: `must be ${latest.name} or earlier: what is missing of a week is made again until 9 days after it settled`,
      });
    }
    return { before, dryRun: given.switches.has('dry-run') };
  },
  work: async ({ store }, { before, dryRun }, { io, people, item }) => {
    const verb = dryRun ? 'would be removed' : 'removed';
    let reports = 0;
    let objects = 0;
    const weeks = await weeksToPrune(store, before);
    for (const week of weeks) {
      const progress = showProgress(io, `Pruning ${week.name} {bar} {value}/{total}`);
      const pruned = await pruneWeek(store, week, {
        dryRun,
        onProgress: (done, total) => progress?.update(done, total, ''),
      }).finally(() => progress?.stop());
      reports += pruned.reports;
      objects += pruned.objects;
      item({ ...pruned, removed: !dryRun });
      people.write(`${pruned.week}: ${amountText(pruned)} ${verb}\n`);
    }
    people.write(
      weeks.length === 0
        ? `Nothing is kept of weeks before ${before.name}.\n`
        : `${counted(weeks.length, 'week')} before ${before.name}: ${amountText({ reports, objects })} ${verb}.\n`,
    );
    return EXIT.done;
  },
};

export function pruneCommand(args: readonly string[], io: Io): Promise<number> {
  return archiveCommand(PRUNE, args, io);
}

/** "5 reports, 17 objects in all". */
function amountText({ reports, objects }: { reports: number; objects: number }): string {
  return `${counted(reports, 'report')}, ${counted(objects, 'object')} in all,`;
}
