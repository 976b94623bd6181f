// `verify`: compares the stored files of one week, or of all weeks, with their manifests.
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import { openArchive } from '../../../lib/composition/compose.ts';
import {
  findDamagedRecords,
  OTHER_RECORD_PREFIXES,
  recordPrefixes,
} from '../../../lib/composition/damaged-records.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import type { Mismatch, WeekVerification } from '../../../lib/reports/verify-week.ts';
import { storedWeeks } from '../../../lib/reports/week-folders.ts';
import { lastSettledWeek } from '../../../lib/domain/calendar.ts';
import { createCommand } from './command.ts';
import { formatCount, EXIT } from '../terminal.ts';
import { showProgress } from '../terminal-output.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

export const verifyCommand = createCommand({
  name: 'verify',
  syntax: {
    usage: 'feedback-reports verify [--week YYYY-Www | --all] [options]',
    summary:
      'Reads all stored reports and compares them with their manifests. It changes no report, and writes missing fact tables.',
    options: {
      week: WEEK_OPTION,
      all: { value: null, help: 'every week that has stored files' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the result of each week as one line of JSON' },
    },
    notes: `Each file in a manifest must exist with its size and SHA-256, and the JSON must be a report with the manifest's revision, status,
asOf and problems. The plan must have each folder where the reports have it, and records of jobs, messages, subscriptions and
links must be those of their keys. Fact tables that are missing or differ from their report are written again, unless REPORTS_FACTS=off. Files that are in no manifest are counted and never deleted: links may open earlier revisions.
report --folder KEY --force creates a damaged report again.

Exit codes: 0 no mismatch · 1 a mismatch, or the report store could not be read · 2 invalid arguments or configuration.`,
  },
  api: 'none',
  readOptions: (args, { now, config }, problems) => {
    const isAll = args.switches.has('all');
    if (isAll && args.values.has('week')) {
      problems.push({ name: '--all', problem: 'cannot be combined with --week' });
    }
    const week = readWeek(args, 'week', lastSettledWeek(now, config.settleHours), problems);
    return { week: isAll ? null : week };
  },
  run: async ({ week }, { config, system, output: { io, humanOutput, printJson } }) => {
    const archive = openArchive(config, system);
    const openContext = archive.facts;
    const weeks = week === null ? await storedWeeks(archive.store) : [week];
    let mismatches = 0;
    for (const verifiedWeek of weeks) {
      const progress = showProgress(io, `Verifying ${verifiedWeek.name} {bar} {value}/{total}`);
      const reports = await verifyWeek(archive, verifiedWeek, {
        onProgress: (finished, total) => progress?.update(finished, total, ''),
      }).finally(() => progress?.stop());
      const facts =
        openContext === null
          ? null
          : await writeWeekTables(await openContext(), verifiedWeek.name, {
              now: system.clock(),
              isForced: true,
            });
      const prefixes = recordPrefixes(verifiedWeek.name);
      const records = (await findDamagedRecords(archive.store, prefixes)).map((key): Mismatch => ({
        week: verifiedWeek.name,
        folder: null,
        key,
        what: DAMAGED_RECORD,
      }));
      const result = { ...reports, mismatches: [...reports.mismatches, ...records] };
      mismatches += result.mismatches.length;
      printJson(
        facts === null
          ? result
          : { ...result, facts: { current: facts.current, written: facts.written } },
      );
      humanOutput.write(`${formatResult(result)}${formatFacts(facts?.written ?? 0)}`);
    }
    const otherKeys = await findDamagedRecords(archive.store, OTHER_RECORD_PREFIXES);
    if (otherKeys.length > 0) {
      const what = DAMAGED_RECORD;
      mismatches += otherKeys.length;
      printJson({ week: null, mismatches: otherKeys.map((key) => ({ key, what })) });
      humanOutput.write(otherKeys.map((key) => `${what} (${key})\n`).join(''));
    }
    if (weeks.length !== 1) {
      humanOutput.write(`${formatCount(weeks.length, 'week')}: ${formatMismatches(mismatches)}.\n`);
    }
    return mismatches > 0 ? EXIT.failed : EXIT.done;
  },
});

const DAMAGED_RECORD = 'the record cannot be read, or is that of another key';

function formatResult({ week, reports, verified, others, mismatches }: WeekVerification): string {
  const otherFiles =
    others.files === 0
      ? ''
      : `; ${formatCount(others.files, 'file')} (${formatCount(others.bytes, 'byte')}) of earlier revisions or unfinished commits`;
  const lines = mismatches.map(
    ({ folder, key, what }) =>
      `  ${week}${folder === null ? '' : ` folder ${folder}`}: ${what} (${key})\n`,
  );
  const files = `${formatCount(verified.files, 'file')} (${formatCount(verified.bytes, 'byte')}) verified`;
  return `${week}: ${formatCount(reports, 'report')}, ${files}, ${formatMismatches(mismatches.length)}${otherFiles}\n${lines.join('')}`;
}

/** The number of reports whose tables were written; nothing where all were current. */
function formatFacts(written: number): string {
  return written === 0
    ? ''
    : `  fact tables of ${formatCount(written, 'report')} were missing or different and are written again\n`;
}

function formatMismatches(count: number): string {
  return count === 0 ? 'no mismatch' : count === 1 ? '1 mismatch' : `${count} mismatches`;
}
