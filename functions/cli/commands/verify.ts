// `verify`: whether all that is kept of a week, or of every week, is what its manifests say.
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import type { WeekVerification } from '../../../lib/reports/verify-week.ts';
import { storedWeeks } from '../../../lib/reports/stored-weeks.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { lastSettledWeek } from '../../../lib/domain/calendar.ts';
import type { ArchiveCommand } from './archive-command.ts';
import { archiveCommand } from './archive-command.ts';
import type { Io } from '../terminal.ts';
import { counted, EXIT } from '../terminal.ts';
import { showProgress } from '../progress-bar.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

const VERIFY: ArchiveCommand<{ readonly week: Week | null }> = {
  name: 'verify',
  line: {
    usage: 'feedback-reports verify [--week YYYY-Www | --all] [options]',
    summary: 'Reads all that is kept and compares it with its manifests. It changes nothing.',
    options: {
      week: WEEK_OPTION,
      all: { value: null, help: 'every week of which anything is kept' },
      store: STORE_OPTION,
      json: { value: null, help: 'print what was found of each week as one line of JSON' },
    },
    notes: `Each file that a manifest names must be there with its size and SHA-256, and the JSON must be a report of that revision,
status, asOf and problems. Files that no manifest names are counted and never removed: links may lead to earlier revisions.
report --folder KEY --force makes a damaged report again.
Exit codes: 0 all as it should be · 1 something is not, or the store could not be read · 2 wrong arguments or configuration.`,
  },
  read: (given, { now, settleHours }, problems) => {
    const isAll = given.switches.has('all');
    if (isAll && given.values.has('week')) {
      problems.push({ name: '--all', problem: 'cannot be given beside --week' });
    }
    const week = readWeek(given, 'week', lastSettledWeek(now, settleHours), problems);
    return { week: isAll ? null : week };
  },
  work: async (archive, { week }, { io, people, item }) => {
    const weeks = week === null ? await storedWeeks(archive.store, ['weeks/']) : [week];
    let mismatches = 0;
    for (const one of weeks) {
      const progress = showProgress(io, `Verifying ${one.name} {bar} {value}/{total}`);
      const found = await verifyWeek(archive, one, (done, total) => {
        progress?.update(done, total, '');
      }).finally(() => progress?.stop());
      mismatches += found.mismatches.length;
      item(found);
      people.write(textOf(found));
    }
    if (weeks.length !== 1) {
      people.write(`${counted(weeks.length, 'week')}: ${mismatchText(mismatches)}.\n`);
    }
    return mismatches > 0 ? EXIT.failed : EXIT.done;
  },
};

export function verifyCommand(args: readonly string[], io: Io): Promise<number> {
  return archiveCommand(VERIFY, args, io);
}

function textOf({ week, reports, verified, others, mismatches }: WeekVerification): string {
  const beside =
    others.files === 0
      ? ''
      : `; ${counted(others.files, 'file')} (${counted(others.bytes, 'byte')}) of earlier revisions or unfinished commits`;
  const lines = mismatches.map(
    ({ folder, key, what }) =>
      `  ${week}${folder === null ? '' : ` folder ${folder}`}: ${what} (${key})\n`,
  );
  const files = `${counted(verified.files, 'file')} (${counted(verified.bytes, 'byte')}) as they should be`;
  return `${week}: ${counted(reports, 'report')}, ${files}, ${mismatchText(mismatches.length)}${beside}\n${lines.join('')}`;
}

function mismatchText(count: number): string {
  return count === 0 ? 'no mismatch' : count === 1 ? '1 mismatch' : `${count} mismatches`;
}
