// `status`: compares the reports that a week's plan requires with the stored ones, without any reporting API.
import { openArchive } from '../../../lib/composition/compose.ts';
import { dateOf, lastSettledWeek } from '../../../lib/domain/calendar.ts';
import type { FolderStatus, WeekStatus } from '../../../lib/jobs/week-status.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { FOLDER_STATES } from '../../../lib/reports/week-state.ts';
import type { Level } from '../../../lib/domain/signals/model.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { stateText } from '../../../lib/i18n/report-texts/state-texts.ts';
import { createCommand } from './command.ts';
import { formatCount, EXIT } from '../terminal.ts';
import { indentName, formatMinute } from '../terminal-output.ts';
import { createPlainTable } from '../text-columns.ts';
import { readWeek, STORE_OPTION, WEEK_OPTION } from '../report-options.ts';

export const statusCommand = createCommand({
  name: 'status',
  syntax: {
    usage: 'feedback-reports status [options]',
    summary:
      'Shows which reports of a week are due and which exist. It reads only the report store.',
    options: {
      week: WEEK_OPTION,
      store: STORE_OPTION,
      json: {
        value: null,
        help: 'print each folder’s status as one line of JSON instead of the table',
      },
    },
    notes: `A folder is complete, partial (its report has missing data), empty (no responses), missing, not due, or damaged.

"behind": the report contains older revisions of these subfolders' reports, or lacks them. report and backfill
create reports that are behind again. On AWS the planner creates reports that are behind again, for eight days after the week has
settled and until the week is done.

A subfolder's report is read only to compare it with its parent; verify reads all reports.

Exit codes: 0 all reports exist · 1 the report store or the week's plan could not be read · 2 invalid arguments or configuration
· 3 a due report is missing, partial or damaged, or a week that has settled was never planned.`,
  },
  api: 'none',
  readOptions: (args, { now, config }, problems) => {
    const settledWeek = lastSettledWeek(now, config.settleHours);
    const week = readWeek(args, 'week', settledWeek, problems);
    return { week, hasSettled: week.monday <= settledWeek.monday };
  },
  run: async ({ week, hasSettled }, { config, system, output }) => {
    const { humanOutput, printJson, isJson } = output;
    const status = await readWeekStatus(openArchive(config, system), week, system.clock());
    for (const folder of status.folders) printJson(folder);
    const plan = describePlan(status, hasSettled);
    if (isJson)
      humanOutput.write(`${[`${week.name}: ${plan}`, ...formatTotals(status)].join(' ')}\n`);
    else {
      humanOutput.write(
        `Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}\n`,
      );
      humanOutput.write(`${plan}\n`);
      if (status.folders.length > 0) humanOutput.write(`\n${formatTable(status)}\n\n`);
      for (const line of [...formatTotals(status), ...adviceForBehind(status)])
        humanOutput.write(`${line}\n`);
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
});

function describePlan({ plan, folders }: WeekStatus, hasSettled: boolean): string {
  switch (plan) {
    case 'damaged':
      return 'The plan of the week cannot be read, so it is unknown which reports are due.';
    case 'open':
      return 'Planned, not done yet.';
    case 'done':
      return 'Planned and done.';
    case 'none': {
      if (folders.length > 0) {
        const fact = 'The week was never planned, so it is unknown which other reports are due';
        return hasSettled
          ? `${fact}: run backfill, or report without --folder.`
          : `${fact}; it has not settled yet.`;
      }
      return hasSettled
        ? 'No reports were planned or created for this week, although it has settled: run report or backfill.'
        : 'No reports were planned or created for this week; it has not settled yet.';
    }
  }
}

function formatTable({ folders }: WeekStatus): string {
  const table = createPlainTable(
    ['Folder', 'Key', 'State', 'Verdict', 'Revision', 'Due', 'Since', 'Problems', ''],
    ['Key', 'Revision', 'Problems'],
  );
  const parents = new Map(folders.map(({ folder, parent }) => [folder.key, parent]));
  for (const status of folders) {
    const { folder, revision, dueAt, since, problems } = status;
    table.push([
      indentName(depthOf(folder.key, parents), folder.name ?? '–'),
      String(folder.key),
      status.state,
      status.signal === null ? '' : formatState(status.signal),
      revision === null ? '' : String(revision),
      formatMinute(dueAt),
      formatMinute(since),
      problems === 0 ? '' : String(problems),
      formatNotes(status).join('; '),
    ]);
  }
  return table.toString();
}

/** "still low since W42"; '' without a state. */
function formatState(level: Pick<Level, 'state' | 'since'>): string {
  const { state, since } = level;
  const text = stateText(level, {
    words: messagesFor('en'),
    formats: formatsFor('en'),
  }).toLowerCase();
  const isRun = state === 'still' || state === 'better';
  return isRun && since !== null ? `${text} since ${since.slice(5)}` : text;
}

function depthOf(key: number, parents: ReadonlyMap<number, number | null>): number {
  let depth = 0;
  // The bound ends the loop for a stored plan whose folders contain each other.
  for (let parent = parents.get(key) ?? null; parent !== null && depth < 20; depth += 1) {
    parent = parents.get(parent) ?? null;
  }
  return depth;
}

function formatNotes({ dueAt, behind, job }: FolderStatus): readonly string[] {
  const jobText = job?.state === 'failed' ? `job failed: ${job.code ?? 'unknown'}` : 'job queued';
  return [
    ...(dueAt === null ? ['not planned'] : []),
    ...(behind.length === 0 ? [] : [`behind ${behind.join(', ')}`]),
    ...(job === null ? [] : [`${jobText} ${formatMinute(job.at)}`]),
  ];
}

/** "5 folders: 3 complete, 1 partial, 1 missing; 2 due reports outstanding; 1 behind." Empty without folders. */
function formatTotals({ plan, folders, totals, lacking }: WeekStatus): readonly string[] {
  if (folders.length === 0) return [];
  const parts = FOLDER_STATES.filter((state) => totals[state] > 0).map(
    (state) => `${totals[state]} ${state}`,
  );
  const dueText =
    lacking === 0
      ? 'no due report is outstanding'
      : `${formatCount(lacking, 'due report')} outstanding`;
  const behind = countBehind(folders);
  const sections = [
    `${formatCount(folders.length, 'folder')}: ${parts.join(', ')}`,
    // Without a plan it is unknown which reports are due.
    ...(plan === 'open' || plan === 'done' ? [dueText] : []),
    ...(behind === 0 ? [] : [`${behind} behind`]),
  ];
  return [`${sections.join('; ')}.`];
}

function countBehind(folders: readonly FolderStatus[]): number {
  return folders.filter(({ behind }) => behind.length > 0).length;
}

function adviceForBehind({ week, plan, folders }: WeekStatus): readonly string[] {
  if (countBehind(folders) === 0) return [];
  const manualFix = `report --week ${week} creates them again`;
  // The planner skips a week that is done.
  const automaticFix =
    plan === 'open' ? '; on AWS the planner creates those behind again, for eight days' : '';
  return [
    `Behind: the report contains older revisions of these subfolders' reports, or lacks them. ${manualFix}${automaticFix}.`,
  ];
}
