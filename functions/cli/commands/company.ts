// `company`: shows whose reports a store has, and says that they are those of the company of the reporting API.
import { adoptCompany, companyCodec, openArchive } from '../../../lib/composition/compose.ts';
import type { CompanyRecord } from '../../../lib/ports/stored-records.ts';
import { readCompanyRecord } from '../../../lib/reports/store-identity.ts';
import { STORE_OPTION } from '../report-options.ts';
import { EXIT, toSingleLine } from '../terminal.ts';
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

export const companyCommand = createSettingCommand({
  name: 'company',
  summary: 'Shows and changes whose reports the store has.',
  commands: {
    show: { summary: 'show the company and what runs the schedule', command: showCommand },
    adopt: {
      summary: 'record the company of the reporting API as that of the store',
      command: adoptCommand,
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
