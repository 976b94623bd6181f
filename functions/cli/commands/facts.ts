// `facts`: writes the fact tables of stored reports.
import type { WrittenTables } from '../../../lib/analytics/week-tables.ts';
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import { openArchive, openFacts } from '../../../lib/composition/compose.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { storedWeeks } from '../../../lib/reports/week-folders.ts';
import { createCommand } from './command.ts';
import { readWeek, STORE_OPTION } from '../report-options.ts';
import { EXIT, formatCount } from '../terminal.ts';
import { showProgress } from '../terminal-output.ts';

/** Defaults: all weeks. */
const FIRST: Week = { name: 'the first week', monday: -Infinity };
const LAST: Week = { name: 'the last week', monday: Infinity };

export const factsCommand = createCommand({
  name: 'facts',
  syntax: {
    usage: 'feedback-reports facts [--from YYYY-Www] [--to YYYY-Www] [options]',
    summary: 'Writes the fact tables of stored reports for analysts, without the reporting API.',
    options: {
      from: { value: 'YYYY-Www', help: 'the first week; default: the first one with reports' },
      to: { value: 'YYYY-Www', help: 'the last week; default: the last one with reports' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the counts of each week as one line of JSON' },
    },
    notes: `Tables are written when the reports of a week are created, so the command is for reports of earlier versions, whose files
it replaces, and of times with REPORTS_FACTS=off. It writes what is missing, older or damaged. docs/analysts.md says how to query them.

Exit codes: 0 done · 1 a report is damaged, or the report store could not be used · 2 invalid arguments or configuration.`,
  },
  api: 'none',
  readOptions: (args, _settings, problems) => {
    const from = readWeek(args, 'from', FIRST, problems);
    const to = readWeek(args, 'to', LAST, problems);
    if (from.monday > to.monday) {
      problems.push({ name: '--from', problem: `must not be after --to, which is ${to.name}` });
    }
    return { from, to };
  },
  run: async ({ from, to }, { config, system, output: { io, humanOutput, printJson } }) => {
    const archive = openArchive(config, system);
    const weeks = (await storedWeeks(archive.store)).filter(
      ({ monday }) => monday >= from.monday && monday <= to.monday,
    );
    const context = await openFacts(archive)();
    const progress = showProgress(io, 'Fact tables of {text} {bar} {value}/{total} weeks');
    let isDamaged = false;
    try {
      for (const [i, { name: week }] of weeks.entries()) {
        progress?.update(i, weeks.length, week);
        const { current, written, damaged } = await writeWeekTables(context, week, {
          now: system.clock(),
          isForced: true,
        });
        isDamaged ||= damaged > 0;
        printJson({ week, current, written, damaged });
        humanOutput.write(`${week}: ${formatCounts({ current, written, damaged })}\n`);
      }
    } finally {
      progress?.stop();
    }
    if (weeks.length === 0) humanOutput.write('No reports are stored for these weeks.\n');
    return isDamaged ? EXIT.failed : EXIT.done;
  },
});

function formatCounts({ current, written, damaged }: WrittenTables): string {
  const leftOutText =
    damaged === 0 ? '' : `, ${formatCount(damaged, 'report')} damaged: verify says which`;
  return `fact tables of ${formatCount(written, 'report')} written, ${current} current${leftOutText}`;
}
