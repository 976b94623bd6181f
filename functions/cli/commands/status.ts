// `status`: what a week owes beside what is there, without asking any reporting API.
import { systemContext } from '../../../lib/composition/compose.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { dateOf, lastSettledWeek } from '../../../lib/domain/calendar.ts';
import type { FolderStatus, WeekStatus } from '../../../lib/jobs/week-status.ts';
import { weekStatus } from '../../../lib/jobs/week-status.ts';
import { FOLDER_STATES } from '../../../lib/reports/week-state.ts';
import type { ArchiveCommand } from './archive-command.ts';
import { archiveCommand } from './archive-command.ts';
import type { Io } from '../terminal.ts';
import { counted, EXIT } from '../terminal.ts';
import { indentedName, plainTable } from '../plain-table.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

const STATUS: ArchiveCommand<{ readonly week: Week; readonly hasSettled: boolean }> = {
  name: 'status',
  line: {
    usage: 'feedback-reports status [options]',
    summary: 'Tells what a week owes, and what of it is there. It reads the store alone.',
    options: {
      week: WEEK_OPTION,
      store: STORE_OPTION,
      json: { value: null, help: 'print each folder’s status as one line of JSON, no table' },
    },
    notes: `A folder is complete, partial (something is missing in its report), empty (no responses), missing, not due, or damaged.
"behind": its report holds another revision of these subfolders than the one that stands. report and backfill keep
what is complete; with --force they make it again. On AWS the planner mends what is behind, for eight days
after the week has settled and while it is not done.
A subfolder's report is read where its parent has to be compared; verify reads all of them.
Exit codes: 0 all there · 1 the store or the week's plan could not be read · 2 wrong arguments or configuration
· 3 something due is missing, partial or damaged, or nothing was ever planned for a week that has settled.`,
  },
  read: (given, { now, settleHours }, problems) => {
    const settled = lastSettledWeek(now, settleHours);
    const week = readWeek(given, 'week', settled, problems);
    return { week, hasSettled: week.monday <= settled.monday };
  },
  work: async (archive, { week, hasSettled }, { people, item, isJson }) => {
    const status = await weekStatus(archive, week, systemContext.clock());
    for (const folder of status.folders) item(folder);
    const plan = planText(status, hasSettled);
    if (isJson) people.write(`${[`${week.name}: ${plan}`, ...totalsOf(status)].join(' ')}\n`);
    else {
      people.write(`Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}\n`);
      people.write(`${plan}\n`);
      if (status.folders.length > 0) people.write(`\n${tableOf(status)}\n\n`);
      for (const line of [...totalsOf(status), ...howToMend(status)]) people.write(`${line}\n`);
    }
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

function planText({ plan, folders }: WeekStatus, hasSettled: boolean): string {
  switch (plan) {
    case 'damaged':
      return 'The plan of the week cannot be read, so nobody knows what it owes.';
    case 'open':
      return 'Planned, and not done yet.';
    case 'done':
      return 'Planned and done.';
    case 'none': {
      if (folders.length > 0) {
        const what = 'The week was never planned, so what else it owes is not known';
        return hasSettled
          ? `${what}: run backfill, or report without --folder.`
          : `${what}; it has not settled yet.`;
      }
      return hasSettled
        ? 'No report of this week was planned or made, though it has settled: run report or backfill.'
        : 'No report of this week was planned or made; it has not settled yet.';
    }
  }
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

/** "5 folders: 3 complete, 1 partial, 1 missing; 2 due and lacking; 1 behind." Nothing where there is no folder. */
function totalsOf({ plan, folders, totals, lacking }: WeekStatus): readonly string[] {
  if (folders.length === 0) return [];
  const parts = FOLDER_STATES.filter((state) => totals[state] > 0).map(
    (state) => `${totals[state]} ${state}`,
  );
  const due = lacking === 0 ? 'nothing due is lacking' : `${lacking} due and lacking`;
  const behind = countBehind(folders);
  const told = [
    `${counted(folders.length, 'folder')}: ${parts.join(', ')}`,
    // Without a plan nobody knows what is due.
    ...(plan === 'open' || plan === 'done' ? [due] : []),
    ...(behind === 0 ? [] : [`${behind} behind`]),
  ];
  return [`${told.join('; ')}.`];
}

function countBehind(folders: readonly FolderStatus[]): number {
  return folders.filter(({ behind }) => behind.length > 0).length;
}

function howToMend({ week, plan, folders }: WeekStatus): readonly string[] {
  if (countBehind(folders) === 0) return [];
  const byHand = `report --week ${week} --force makes all reports of the week again`;
  // The planner passes over what is done.
  const byPlanner =
    plan === 'open' ? '; on AWS the planner makes those behind again, for eight days' : '';
  return [
    `Behind: the report holds other revisions of these subfolders than stand now. What is complete is kept without --force: ${byHand}${byPlanner}.`,
  ];
}
