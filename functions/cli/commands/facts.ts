// `facts`: writes the fact tables of stored reports.
import { writeFacts } from '../../../lib/analytics/fact-files.ts';
import { openArchive, openFacts } from '../../../lib/composition/compose.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { nullIfUnreadable, readReport } from '../../../lib/reports/report-repository.ts';
import {
  manifestIn,
  readStoredReports,
  listFolderKeys,
  storedWeeks,
} from '../../../lib/reports/week-folders.ts';
import { mapConcurrent } from '../../../lib/shared/map-concurrent.ts';
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
    notes: `Reports get their tables when they are created, so the command is for reports of earlier versions and of times with
REPORT_FACTS=off. Tables that are current stay as they are. docs/analysts.md says how to query them.

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
    let isDamaged = false;
    for (const { name: week } of weeks) {
      const counts = { current: 0, written: 0, damaged: 0 };
      const folders = await listFolderKeys(archive.store, week);
      const storedReports = await readStoredReports(archive, week, folders);
      const progress = showProgress(io, `Fact tables of ${week} {bar} {value}/{total}`);
      let finished = 0;
      await mapConcurrent([...storedReports.keys()], async (folder) => {
        const manifest = manifestIn(storedReports, folder);
        const report =
          manifest === null ? null : await nullIfUnreadable(() => readReport(archive, manifest));
        if (manifest === null || report === null) counts.damaged += 1;
        else counts[(await writeFacts(context, report, manifest)) ? 'written' : 'current'] += 1;
        finished += 1;
        progress?.update(finished, storedReports.size, '');
      }).finally(() => progress?.stop());
      isDamaged ||= counts.damaged > 0;
      printJson({ week, ...counts });
      humanOutput.write(`${week}: ${formatCounts(counts)}\n`);
    }
    if (weeks.length === 0) humanOutput.write('No reports are stored for these weeks.\n');
    return isDamaged ? EXIT.failed : EXIT.done;
  },
});

function formatCounts(counts: {
  readonly current: number;
  readonly written: number;
  readonly damaged: number;
}): string {
  const { current, written, damaged } = counts;
  const leftOutText =
    damaged === 0 ? '' : `, ${formatCount(damaged, 'report')} damaged: verify says which`;
  return `fact tables of ${formatCount(written, 'report')} written, ${current} current${leftOutText}`;
}
