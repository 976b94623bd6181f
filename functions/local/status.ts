// `status`: what a week owes beside what is there, without asking any reporting API.
import { realWorld } from '../../lib/compose.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { dateOf, lastSettledWeek } from '../../lib/domain/calendar.ts';
import type { FolderStatus, WeekStatus } from '../../lib/app/week-status.ts';
import { FOLDER_STATES, weekStatus } from '../../lib/app/week-status.ts';
import type { ArchiveCommand } from './archive-command.ts';
import { archiveCommand } from './archive-command.ts';
import type { Io } from './io.ts';
import { counted, EXIT } from './io.ts';
import { indentedName, plainTable } from './plain-table.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from './wanted.ts';

const STATUS: ArchiveCommand<{ readonly week: Week; readonly hasSettled: boolean }> = {
  name: 'status',
  line: {
    usage: 'feedback-reports status [options]',
    summary: 'Tells what a week owes, and what of it is there. It reads the store alone.',
    options: {
      week: WEEK_OPTION,
      store: STORE_OPTION,
      json: { value: null, help: 'print the status of each folder as one line of JSON' },
    },
    notes: `A folder is complete, partial (something is missing in its report), empty (no responses), missing, not due, or damaged.
"behind": its report has an older revision of these subfolders; the next one brings them together.
A subfolder's report is read where its parent has to be compared; verify reads all of them.
Exit codes: 0 all there · 1 the store or the week's plan could not be read · 2 wrong arguments or configuration
· 3 something due is missing, partial or damaged, or nothing was ever planned for a week that has settled.`,
  },
  read: (given, { now, settleHours }, problems) => {
    const settled = lastSettledWeek(now, settleHours);
    const week = readWeek(given, 'week', settled, problems);
    return { week, hasSettled: week.monday <= settled.monday };
  },
  work: async (archive, { week, hasSettled }, { people, item }) => {
    const status = await weekStatus(archive, week, realWorld.clock());
    for (const folder of status.folders) item(folder);
    people.write(`Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}\n`);
    people.write(`${PLAN[status.plan]}${noPlan(status, hasSettled)}\n`);
    if (status.folders.length > 0) people.write(`\n${tableOf(status)}\n\n${totalsText(status)}\n`);
    switch (status.plan) {
      case 'damaged':
        return EXIT.failed;
      case 'none':
        return hasSettled ? EXIT.partial : EXIT.done;
      case 'open':
      case 'done':
        return status.lacking > 0 ? EXIT.partial : EXIT.done;
    }
  },
};

export function statusCommand(args: readonly string[], io: Io): Promise<number> {
  return archiveCommand(STATUS, args, io);
}

const PLAN: Readonly<Record<WeekStatus['plan'], string>> = {
  none: 'Nothing was planned or run for all folders',
  damaged: 'The plan of the week cannot be read, so nobody knows what it owes.',
  open: 'Planned, and not done yet.',
  done: 'Planned and done.',
};

function noPlan({ plan }: WeekStatus, hasSettled: boolean): string {
  if (plan !== 'none') return '';
  return hasSettled
    ? ', though the week has settled: run report or backfill.'
    : '; the week has not settled yet.';
}

function tableOf({ folders }: WeekStatus): string {
  const table = plainTable(
    ['Folder', 'Key', 'State', 'Revision', 'Due', 'Since', 'Problems', ''],
    ['left', 'right', 'left', 'right', 'left', 'left', 'right', 'left'],
  );
  const parents = new Map(folders.map(({ folder, parent }) => [folder.key, parent]));
  for (const status of folders) {
    const { folder, revision, dueAt, since, problems } = status;
    table.push([
      indentedName(depthOf(folder.key, parents), folder.name ?? '–'),
      String(folder.key),
      status.state,
      revision === null ? '' : String(revision),
      minuteOf(dueAt),
      minuteOf(since),
      problems === 0 ? '' : String(problems),
      notesOn(status).join('; '),
    ]);
  }
  return table.toString();
}

function depthOf(key: number, parents: ReadonlyMap<number, number | null>): number {
  let depth = 0;
  // A plan is only data: one whose folders contain each other must not hold the table up.
  for (let at = parents.get(key) ?? null; at !== null && depth < 20; depth += 1) {
    at = parents.get(at) ?? null;
  }
  return depth;
}

/** "2026-11-16 13:00Z". */
function minuteOf(instant: string | null): string {
  return instant === null ? '' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}

function notesOn({ dueAt, behind, job }: FolderStatus): readonly string[] {
  const known = job?.state === 'failed' ? `job failed: ${job.code ?? 'unknown'}` : 'job queued';
  return [
    ...(dueAt === null ? ['not planned'] : []),
    ...(behind.length === 0 ? [] : [`behind ${behind.join(', ')}`]),
    ...(job === null ? [] : [`${known} ${minuteOf(job.at)}`]),
  ];
}

/** "5 folders: 3 complete, 1 partial, 1 missing; 2 lacking". */
function totalsText({ folders, totals, lacking }: WeekStatus): string {
  const parts = FOLDER_STATES.filter((state) => totals[state] > 0).map(
    (state) => `${totals[state]} ${state}`,
  );
  const due = lacking === 0 ? 'nothing due is lacking' : `${lacking} due and lacking`;
  return `${counted(folders.length, 'folder')}: ${parts.join(', ')}; ${due}.`;
}
