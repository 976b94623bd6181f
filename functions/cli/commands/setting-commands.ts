// What `accept`, `target` and `note` share: the commands after their name, the company's places, and listing and removing
// entries.
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { openArchive, openServices } from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import type { SettingsRepository } from '../../../lib/reports/report-settings.ts';
import { flattenFolders, readSubtree } from '../../../lib/reports/subtree.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ParsedArguments } from '../arguments.ts';
import { formatHelpRows, suggestName } from '../arguments.ts';
import { readFolder, STORE_OPTION } from '../report-options.ts';
import { PROGRAM, EXIT, formatCount, toSingleLine } from '../terminal.ts';
import { createPlainTable } from '../text-columns.ts';
import type { Command } from './command.ts';
import { createCommand } from './command.ts';

interface SettingCommands {
  readonly name: string;
  /** A sentence. */
  readonly summary: string;
  readonly commands: Readonly<
    Record<string, { readonly summary: string; readonly command: Command }>
  >;
}

/** A command whose first argument names one of several. */
export function createSettingCommand({ name, summary, commands }: SettingCommands): Command {
  const names = Object.keys(commands);
  const rows = Object.entries(commands).map(([action, { summary }]) => [action, summary] as const);
  const help = `${summary}

Usage: feedback-reports ${name} ${names.join('|')} [options]

Commands:
${formatHelpRows(rows)}

Run ${PROGRAM} ${name} COMMAND --help for the options of a command.
`;
  return (argv, io, system) => {
    const [action, ...rest] = argv;
    const isHelp = action === '--help' || action === '-h' || action === 'help';
    if (action === undefined || isHelp) {
      (isHelp ? io.stdout : io.stderr).write(help);
      return Promise.resolve(isHelp ? EXIT.done : EXIT.wrongUsage);
    }
    const entry = Object.hasOwn(commands, action) ? commands[action] : undefined;
    if (entry !== undefined) return entry.command(rest, io, system);
    io.stderr.write(
      `Unknown command after ${name}${suggestName(action, names)} Available commands: ${names.join(', ')}.\n`,
    );
    return Promise.resolve(EXIT.wrongUsage);
  };
}

/** For commands that name folders and surveys. */
export const PLACES_NOTE =
  'Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API that names folders and surveys.';
export const EXIT_CODES = 'Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration.';

interface ListedSettings<T> {
  /** A sentence. */
  readonly summary: string;
  /** What is listed, in the plural: "targets". */
  readonly entries: string;
  /** The noun of a count. */
  readonly noun: string;
  readonly head: readonly string[];
  /** Columns that are aligned to the right. */
  readonly right?: readonly string[];
  readonly read: (repository: SettingsRepository) => Promise<readonly T[]>;
  readonly toJson: (entry: T, places: CompanyPlaces) => object;
  /** One or several rows below `head`. */
  readonly toRows: (entry: T, places: CompanyPlaces) => readonly (readonly string[])[];
}

/** Creates `NAME list`. */
export function createListCommand<T extends { readonly folder: number }>(
  name: string,
  { summary, entries, noun, head, right, read, toJson, toRows }: ListedSettings<T>,
): Command {
  return createCommand({
    name: `${name} list`,
    syntax: {
      usage: `feedback-reports ${name} list [options]`,
      summary,
      options: {
        folder: { value: 'KEY', help: `only ${entries} of this folder` },
        store: STORE_OPTION,
        json: { value: null, help: `print each ${noun} as one line of JSON` },
      },
      notes: `${PLACES_NOTE}\n\n${EXIT_CODES}`,
    },
    api: 'configured',
    needsStore: true,
    readOptions: (args, _settings, problems) => ({ folder: readFolder(args, problems) }),
    run: async ({ folder }, { config, system, output }) => {
      const { humanOutput, isJson, printJson } = output;
      const all = await read(openArchive(config, system));
      const listed = all.filter((entry) => folder === null || entry.folder === folder);
      if (listed.length > 0) {
        const places = await readPlaces(config, system);
        const table = createPlainTable(head, right);
        for (const entry of listed) {
          printJson(toJson(entry, places));
          for (const row of toRows(entry, places)) table.push([...row]);
        }
        if (!isJson) humanOutput.write(`${table.toString()}\n\n`);
      }
      humanOutput.write(`${formatCount(listed.length, noun)}.\n`);
      return EXIT.done;
    },
  });
}

interface RemovedSetting {
  /** A sentence. */
  readonly summary: string;
  readonly remove: (repository: SettingsRepository, id: string) => Promise<void>;
}

export const OUTDATED = 'The reports of the last settled week are outdated then.';

/** Creates `NAME remove`. */
export function createRemoveCommand(name: string, { summary, remove }: RemovedSetting): Command {
  return createCommand({
    name: `${name} remove`,
    syntax: {
      usage: `feedback-reports ${name} remove --id ID [options]`,
      summary,
      options: {
        id: { value: 'ID', help: `in the first column of ${name} list` },
        store: STORE_OPTION,
        json: { value: null, help: 'print the id as one line of JSON' },
      },
      notes:
        'Exit codes: 0 done · 1 failed, also without such an entry · 2 invalid arguments or configuration.',
    },
    api: 'none',
    readOptions: (args, _settings, problems) => {
      if (!args.values.has('id')) problems.push({ name: '--id', problem: 'is required' });
      return { id: args.values.get('id') ?? '' };
    },
    run: async ({ id }, { config, system, output }) => {
      await remove(openArchive(config, system), id);
      output.printJson({ id, removed: true });
      output.humanOutput.write(`${toSingleLine(id)} is removed.\n`);
      return EXIT.done;
    },
  });
}

export interface CompanyPlaces {
  /** Null for a folder that the company no longer has. */
  readonly folderName: (folder: number) => string | null;
  /** Null for a survey that the folder no longer has. */
  readonly surveyName: (folder: number, survey: number) => string | null;
}

/** The names of all folders and surveys in the reporting API. Fails as it does. */
export async function readPlaces(config: Config, system: SystemContext): Promise<CompanyPlaces> {
  const services = openServices(config, config.api, system);
  try {
    const { root } = await readSubtree(services.making.source, null);
    const folders = new Map(flattenFolders(root).map(({ folder }) => [folder.key, folder]));
    return {
      folderName: (folder) => folders.get(folder)?.name ?? null,
      surveyName: (folder, survey) =>
        folders.get(folder)?.surveys.find(({ key }) => key === survey)?.question.name ?? null,
    };
  } finally {
    await services.close();
  }
}

/** The names of a folder and, unless null, one of its surveys. Fails with FOLDER_NOT_FOUND or SURVEY_NOT_FOUND. */
export function requireNames(
  places: CompanyPlaces,
  { folder, survey }: { readonly folder: number; readonly survey: number | null },
): { readonly folderName: string; readonly surveyName: string | null } {
  const folderName = places.folderName(folder);
  if (folderName === null) throw new Failure('FOLDER_NOT_FOUND', { folder });
  const surveyName = survey === null ? null : places.surveyName(folder, survey);
  if (survey !== null && surveyName === null) {
    throw new Failure('SURVEY_NOT_FOUND', { folder, survey });
  }
  return { folderName, surveyName };
}

/** Reads --folder. */
export function readRequiredFolder(args: ParsedArguments, problems: ConfigProblem[]): number {
  if (!args.values.has('folder')) problems.push({ name: '--folder', problem: 'is required' });
  return readFolder(args, problems) ?? 0;
}

/** A name for a table or a sentence; the key for a place that the company no longer has. */
export function formatPlace(name: string | null, key: number): string {
  return name === null ? `${key} (removed)` : toSingleLine(name);
}
