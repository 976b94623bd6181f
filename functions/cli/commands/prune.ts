// `prune`: deletes old weeks permanently.
import { openArchive } from '../../../lib/composition/compose.ts';
import { firstWeekToKeep, pruneWeek, weeksToPrune } from '../../../lib/reports/prune-weeks.ts';
import { createCommand } from './command.ts';
import { formatCount, EXIT } from '../terminal.ts';
import { showProgress } from '../terminal-output.ts';
import { readWeek, STORE_OPTION } from '../report-options.ts';

export const pruneCommand = createCommand({
  name: 'prune',
  syntax: {
    usage: 'feedback-reports prune --before YYYY-Www [options]',
    summary:
      'Deletes everything stored for the weeks before a given week, permanently and without confirmation.',
    options: {
      before: { value: 'YYYY-Www', help: 'the first week to keep' },
      store: STORE_OPTION,
      'dry-run': { value: null, help: 'delete nothing, only print what would be deleted' },
      json: {
        value: null,
        help: 'print {week, reports, objects, removed} for each week as one line of JSON',
      },
    },
    notes: `Fact tables are deleted first. A report's manifest is deleted before its files, so that no client reads half a report; the plan, jobs and receipts follow. Links to
deleted reports stop working; revoked links stay revoked. After an interruption, run the command again. Do not create reports of
these weeks at the same time. --before can be at most the week after the last one that settled nine days ago: missing reports are
created again automatically for eight days after their week settled, and one more day lets the last jobs end. In a bucket the command needs s3:ListBucket and s3:DeleteObject, which no function
has: use your own credentials. In a bucket with versioning, deleted objects remain as old versions until its lifecycle rules remove them.

Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration.`,
  },
  api: 'none',
  readOptions: (args, { now, config }, problems) => {
    const latest = firstWeekToKeep(now, config.settleHours);
    if (!args.values.has('before')) problems.push({ name: '--before', problem: 'is required' });
    const before = readWeek(args, 'before', latest, problems);
    if (before.monday > latest.monday) {
      problems.push({
        name: '--before',
        problem: `must be ${latest.name} or earlier: missing reports of a week are created again for eight days after it settled, and one more day lets the last jobs end`,
      });
    }
    return { before, dryRun: args.switches.has('dry-run') };
  },
  run: async ({ before, dryRun }, { config, system, output: { io, humanOutput, printJson } }) => {
    const { store } = openArchive(config, system);
    const verb = dryRun ? 'would be deleted' : 'deleted';
    let reports = 0;
    let objects = 0;
    const weeks = await weeksToPrune(store, before);
    for (const week of weeks) {
      const progress = showProgress(io, `Pruning ${week.name} {bar} {value}/{total}`);
      const prunedCounts = await pruneWeek(store, week, {
        dryRun,
        onProgress: (finished, total) => progress?.update(finished, total, ''),
      }).finally(() => progress?.stop());
      reports += prunedCounts.reports;
      objects += prunedCounts.objects;
      printJson({ ...prunedCounts, removed: !dryRun });
      humanOutput.write(`${prunedCounts.week}: ${formatAmount(prunedCounts)} ${verb}\n`);
    }
    humanOutput.write(
      weeks.length === 0
        ? `Nothing is stored for weeks before ${before.name}.\n`
        : `${formatCount(weeks.length, 'week')} before ${before.name}: ${formatAmount({ reports, objects })} ${verb}.\n`,
    );
    return EXIT.done;
  },
});

/** "5 reports, 17 objects in total,". */
function formatAmount({ reports, objects }: { reports: number; objects: number }): string {
  return `${formatCount(reports, 'report')}, ${formatCount(objects, 'object')} in total,`;
}
