// `note`: writes notes on places and who is on it, lists and removes them.
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { openArchive } from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { lastSettledWeek } from '../../../lib/domain/calendar.ts';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES } from '../../../lib/domain/place-notes.ts';
import { parseNoteText, parseWriterName } from '../../../lib/i18n/note-input.ts';
import type { FolderNotes } from '../../../lib/ports/settings.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  addNote,
  listPlaceNotes,
  releasePlace,
  removeNote,
  takePlace,
} from '../../../lib/reports/place-notes.ts';
import type { CommandOption, ParsedArguments } from '../arguments.ts';
import { checkWeekIsOver, readWeek, STORE_OPTION } from '../report-options.ts';
import { EXIT } from '../terminal.ts';
import { formatMinute } from '../terminal-output.ts';
import { cutText } from '../text-columns.ts';
import type { CommandDefinition } from './command.ts';
import { createCommand } from './command.ts';
import type { CompanyPlaces } from './setting-commands.ts';
import {
  createListCommand,
  createRemoveCommand,
  createSettingCommand,
  EXIT_CODES,
  formatPlace,
  PLACES_NOTE,
  readPlaces,
  readRequiredFolder,
  requireNames,
} from './setting-commands.ts';

const OPERATOR = { id: WHOLE_COMPANY.id, isWholeCompany: true };

const KEPT = 'PDFs and messages that were made before keep it.';

const WRITE_OPTIONS: Readonly<Record<string, CommandOption>> = {
  folder: { value: 'KEY', help: 'the folder of the place' },
  name: {
    value: 'NAME',
    help: `who writes, as it is shown; at most ${MAX_NAME_LENGTH} characters`,
  },
};
const WEEK: CommandOption = {
  value: 'YYYY-Www',
  help: 'from which it is shown; default: the last settled week',
};

const addCommand = createCommand({
  name: 'note add',
  syntax: {
    usage: 'feedback-reports note add --folder KEY --name NAME --text TEXT [options]',
    summary: 'Writes a note on a place, which its list, its PDF and the next mail show.',
    options: {
      ...WRITE_OPTIONS,
      text: { value: 'TEXT', help: `one line; at most ${MAX_NOTE_LENGTH} characters` },
      week: WEEK,
      store: STORE_OPTION,
      json: { value: null, help: 'print the note as one line of JSON' },
    },
    notes: `The same note by the same name in the same week stays as it is. A place has at most ${MAX_NOTES}: another
one is refused until one of them is removed.

${PLACES_NOTE}

${EXIT_CODES}`,
  },
  api: 'configured',
  needsStore: true,
  readOptions: (args, settings, problems) => ({
    ...readWriter(args, settings, problems),
    text: readLine(args, 'text', parseNoteText, MAX_NOTE_LENGTH, problems),
  }),
  run: async ({ folder, ...written }, { config, system, output }) => {
    const place = await readPlaceName(config, system, folder);
    const { entry, isNew } = await addNote(openArchive(config, system), folder, {
      ...written,
      by: WHOLE_COMPANY.id,
      at: new Date(system.clock()).toISOString(),
    });
    output.printJson({ folder, ...entry, folderName: place.name });
    const state = isNew ? 'Written' : 'Written before';
    output.humanOutput.write(`${state}: note on ${place.text}. Id: ${entry.id}\n`);
    return EXIT.done;
  },
});

const takeCommand = createCommand({
  name: 'note take',
  syntax: {
    usage: 'feedback-reports note take --folder KEY --name NAME [options]',
    summary: 'Says who is on it at a place, instead of anybody before.',
    options: {
      ...WRITE_OPTIONS,
      week: WEEK,
      store: STORE_OPTION,
      json: { value: null, help: 'print the owner as one line of JSON' },
    },
    notes: `${PLACES_NOTE}\n\n${EXIT_CODES}`,
  },
  api: 'configured',
  needsStore: true,
  readOptions: readWriter,
  run: async ({ folder, ...written }, { config, system, output }) => {
    const place = await readPlaceName(config, system, folder);
    const { entry, isNew } = await takePlace(openArchive(config, system), folder, {
      ...written,
      by: WHOLE_COMPANY.id,
      since: new Date(system.clock()).toISOString(),
    });
    output.printJson({ folder, ...entry, folderName: place.name });
    output.humanOutput.write(
      `${isNew ? 'Owner' : 'Owner as before'} of ${place.text}: ${entry.name}.\n`,
    );
    return EXIT.done;
  },
});

const releaseCommand = createCommand({
  name: 'note release',
  syntax: {
    usage: 'feedback-reports note release --folder KEY [options]',
    summary: `Removes the owner of a place. ${KEPT}`,
    options: {
      folder: { value: 'KEY', help: 'the folder of the place' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the folder as one line of JSON' },
    },
    notes:
      'Exit codes: 0 done · 1 failed, also without an owner · 2 invalid arguments or configuration.',
  },
  api: 'none',
  readOptions: (args, _settings, problems) => ({ folder: readRequiredFolder(args, problems) }),
  run: async ({ folder }, { config, system, output }) => {
    await releasePlace(openArchive(config, system), folder, OPERATOR);
    output.printJson({ folder, removed: true });
    output.humanOutput.write(`Folder ${folder} has no owner now.\n`);
    return EXIT.done;
  },
});

const listCommand = createListCommand<FolderNotes>('note', {
  summary: 'Lists the owners and notes of places, with who has written them.',
  entries: 'those',
  noun: 'place',
  head: ['Id', 'Folder', 'Week', 'Name', 'Note', 'By', 'At'],
  read: listPlaceNotes,
  toJson: (entry, places) => ({ ...entry, folderName: places.folderName(entry.folder) }),
  toRows: toRows,
});

export const noteCommand = createSettingCommand({
  name: 'note',
  summary: 'Writes notes on places and who is on it, and lists and removes them.',
  commands: {
    list: { summary: 'list owners and notes', command: listCommand },
    add: { summary: 'write a note', command: addCommand },
    remove: {
      summary: 'remove a note',
      command: createRemoveCommand('note', {
        summary: `Removes a note. ${KEPT}`,
        remove: (repository, id) => removeNote(repository, id, OPERATOR),
      }),
    },
    take: { summary: 'say who is on it at a place', command: takeCommand },
    release: { summary: 'remove the owner of a place', command: releaseCommand },
  },
});

interface Writer {
  readonly folder: number;
  readonly name: string;
  readonly week: string;
}

/** Reads --folder, --name and --week. */
function readWriter(
  args: ParsedArguments,
  { now, config }: Parameters<CommandDefinition<Writer>['readOptions']>[1],
  problems: ConfigProblem[],
): Writer {
  const folder = readRequiredFolder(args, problems);
  const name = readLine(args, 'name', parseWriterName, MAX_NAME_LENGTH, problems);
  const week = readWeek(args, 'week', lastSettledWeek(now, config.settleHours), problems);
  checkWeekIsOver('week', week, now, problems);
  return { folder, name, week: week.name };
}

function readLine(
  args: ParsedArguments,
  name: string,
  parse: (text: string) => string | null,
  limit: number,
  problems: ConfigProblem[],
): string {
  const text = args.values.get(name);
  const line = parse(text ?? '');
  if (text === undefined) problems.push({ name: `--${name}`, problem: 'is required' });
  else if (line === null && text !== '') {
    problems.push({ name: `--${name}`, problem: `must have 1 to ${limit} visible characters` });
  }
  return line ?? '';
}

async function readPlaceName(config: Config, system: SystemContext, folder: number) {
  const places = await readPlaces(config, system);
  const { folderName: name } = requireNames(places, { folder, survey: null });
  return { name, text: formatPlace(name, folder) };
}

const NOTE_WIDTH = 60;

/** A row for the owner and one for each note. */
function toRows(
  { folder, owner, notes }: FolderNotes,
  places: CompanyPlaces,
): readonly (readonly string[])[] {
  const place = formatPlace(places.folderName(folder), folder);
  const ownerRow =
    owner === null
      ? []
      : [['', place, owner.week, owner.name, '(owner)', owner.by, formatMinute(owner.since)]];
  return [
    ...ownerRow,
    ...notes.map(({ id, week, name, text, by, at }) => [
      ...[id, place, week, name, cutText(text, NOTE_WIDTH), by, formatMinute(at)],
    ]),
  ];
}
