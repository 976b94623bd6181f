// `company`: shows whose reports a store has, and says that they are those of the company of the reporting API.
import { findWeekTables, writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import type { Archive, SystemContext } from '../../../lib/composition/compose.ts';
import {
  adoptCompany,
  companyCodec,
  openArchive,
  openFacts,
} from '../../../lib/composition/compose.ts';
import type { CompanyRecord } from '../../../lib/ports/stored-records.ts';
import {
  cleanSubscriptions,
  cleanWeek,
  findForeignFolders,
} from '../../../lib/reports/clean-company.ts';
import { readCompanyRecord } from '../../../lib/reports/store-identity.ts';
import { STORE_OPTION } from '../report-options.ts';
import { EXIT, formatCount, toSingleLine } from '../terminal.ts';
import { showProgress } from '../terminal-output.ts';
import { createCommand } from './command.ts';
import { createSettingCommand, EXIT_CODES } from './setting-commands.ts';

const OPTIONS = {
  store: STORE_OPTION,
  json: { value: null, help: 'print the record as one line of JSON' },
} as const;

const showCommand = createCommand({
  name: 'company show',
  syntax: {
    usage: 'feedback-reports company show [options]',
    summary: 'Shows whose reports the store has, and what runs its schedule.',
    options: OPTIONS,
    notes: EXIT_CODES,
  },
  api: 'none',
  readOptions: () => ({}),
  run: async (_options, { config, system, output: { humanOutput, printJson } }) => {
    const context = { repository: openArchive(config, system), companies: companyCodec };
    const record = (await readCompanyRecord(context))?.value ?? null;
    if (record !== null) printJson(record);
    humanOutput.write(record === null ? 'The store has no company yet.\n' : describe(record));
    return EXIT.done;
  },
});

const adoptCommand = createCommand({
  name: 'company adopt',
  syntax: {
    usage: 'feedback-reports company adopt [options]',
    summary:
      'Records that the reports of the store are those of the company of the reporting API, whatever was recorded.',
    options: OPTIONS,
    notes: `Also removes the record of what runs the schedule of the store: stop that first.

Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API.

${EXIT_CODES}`,
  },
  api: 'configured',
  needsStore: true,
  readOptions: () => ({}),
  run: async (_options, { config, system, output: { humanOutput, printJson } }) => {
    const record = await adoptCompany(config, system);
    printJson(record);
    humanOutput.write(describe(record));
    return EXIT.done;
  },
});

const cleanCommand = createCommand({
  name: 'company clean',
  syntax: {
    usage: 'feedback-reports company clean [options]',
    summary:
      'Deletes reports, rows of fact tables, receipts and subscriptions of folders below another root than that of the company, permanently and without confirmation.',
    options: {
      store: STORE_OPTION,
      'dry-run': { value: null, help: 'delete nothing, only print what would be deleted' },
      json: {
        value: null,
        help: 'print {week, folders, reports, receipts, removed} for each week, and {subscriptions, removed}, as lines of JSON',
      },
    },
    notes: `The plans of the weeks say below which root a folder is; company show says which root the company has, and company adopt records it. Two companies with the same key of the root cannot be told apart. Folders without a plan are left. After an interruption, run the command again. In a
bucket it needs s3:ListBucket and s3:DeleteObject, which no function has: use your own credentials.

${EXIT_CODES}`,
  },
  api: 'none',
  readOptions: (args) => ({ dryRun: args.switches.has('dry-run') }),
  run: async ({ dryRun }, { config, system, output: { io, humanOutput, printJson } }) => {
    const archive = openArchive(config, system);
    const foreign = await findForeignFolders({ repository: archive, companies: companyCodec });
    for (const week of foreign.unreadable) {
      humanOutput.write(`${week}: the plan cannot be read; nothing of the week is deleted.\n`);
    }
    const verb = dryRun ? 'would be deleted' : 'deleted';
    const subscriptions = await cleanSubscriptions(archive.store, foreign.folders, { dryRun });
    printJson({ subscriptions, removed: !dryRun });
    if (subscriptions > 0)
      humanOutput.write(`${formatCount(subscriptions, 'subscription')} ${verb}\n`);
    for (const week of foreign.weeks) {
      const progress = showProgress(io, `Cleaning ${week.week} {bar} {value}/{total}`);
      const cleaned = await cleanWeek(archive, week, {
        dryRun,
        writeTables: createTableWriter(archive, system),
        onProgress: (finished, total) => progress?.update(finished, total, ''),
      }).finally(() => progress?.stop());
      printJson({ ...cleaned, removed: !dryRun });
      const amount = `${formatCount(cleaned.reports, 'report')} of ${formatCount(cleaned.folders, 'folder')}, ${formatCount(cleaned.receipts, 'receipt')}`;
      humanOutput.write(`${cleaned.week}: ${amount} ${verb}\n`);
    }
    if (foreign.weeks.length === 0) {
      humanOutput.write('The store has no folders below another root.\n');
    }
    return EXIT.done;
  },
});

/** Only for weeks that have tables, whether new ones are written or not. */
function createTableWriter(archive: Archive, system: SystemContext) {
  const facts = openFacts(archive);
  return async (week: string): Promise<void> => {
    if ((await findWeekTables(archive, week)) === null) return;
    await writeWeekTables(await facts(), week, { now: system.clock() });
  };
}

export const companyCommand = createSettingCommand({
  name: 'company',
  summary: 'Shows and changes whose reports the store has.',
  commands: {
    show: { summary: 'show the company and what runs the schedule', command: showCommand },
    adopt: {
      summary: 'record the company of the reporting API as that of the store',
      command: adoptCommand,
    },
    clean: {
      summary: 'delete what the store has of folders below another root',
      command: cleanCommand,
    },
  },
});

function describe({ root, name, apiHost, runner, changes }: CompanyRecord): string {
  const schedule = runner === null ? 'nothing runs its schedule' : `run by ${runner}`;
  const lines = [
    `${toSingleLine(name)}, root folder ${root}, reporting API ${apiHost}; ${schedule}.`,
    ...changes.map(
      (change) => `Until ${change.at}: root folder ${change.root}, reporting API ${change.apiHost}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
