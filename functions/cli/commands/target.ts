// `target`: sets the targets of folders, lists and removes them.
import { openArchive } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { indexLimits, INDEX_TYPES, SCALES } from '../../../lib/domain/scale.ts';
import type { StoredTarget } from '../../../lib/ports/settings.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  listTargets,
  removeTarget,
  setTarget,
  targetId,
} from '../../../lib/reports/change-settings.ts';
import type { ParsedArguments } from '../arguments.ts';
import { readChoice, STORE_OPTION } from '../report-options.ts';
import { EXIT } from '../terminal.ts';
import { formatMinute } from '../terminal-output.ts';
import { createCommand } from './command.ts';
import type { CompanyPlaces } from './setting-commands.ts';
import {
  createListCommand,
  createRemoveCommand,
  createSettingCommand,
  EXIT_CODES,
  formatPlace,
  OUTDATED,
  PLACES_NOTE,
  readPlaces,
  readRequiredFolder,
  requireNames,
} from './setting-commands.ts';

const setCommand = createCommand({
  name: 'target set',
  syntax: {
    usage: 'feedback-reports target set --folder KEY --index TYPE --scale SCALE --value NUMBER',
    summary: 'Sets the target of a folder for a kind of index, or changes it.',
    options: {
      folder: { value: 'KEY', help: 'the folder; the target counts below it, too' },
      index: { value: 'TYPE', help: INDEX_TYPES.join(', ') },
      scale: { value: 'SCALE', help: SCALES.join(', ') },
      value: { value: 'NUMBER', help: 'on the scale of the index' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the target as one line of JSON' },
    },
    notes: `Of the targets of a folder and those above it, the nearest counts.

The reports in which it counts and those above are outdated then, in the last settled week: report makes them again, on AWS
the planner.

${PLACES_NOTE}

${EXIT_CODES}`,
  },
  api: 'configured',
  needsStore: true,
  readOptions: (args, _settings, problems) => readTarget(args, problems),
  run: async (target, { config, system, output }) => {
    const places = await readPlaces(config, system);
    requireNames(places, { folder: target.folder, survey: null });
    const at = new Date(system.clock()).toISOString();
    const { entry, isNew } = await setTarget(openArchive(config, system), {
      ...target,
      by: WHOLE_COMPANY.id,
      at,
    });
    output.printJson(toJson(entry, places));
    const { indexType, feedbackScale, value, folder } = entry;
    const name = formatPlace(places.folderName(folder), folder);
    output.humanOutput.write(
      `${isNew ? 'Target' : 'Target as before'}: ${indexType} (${feedbackScale}) ${value} in ${name}. Id: ${targetId(entry)}\n`,
    );
    return EXIT.done;
  },
});

const listCommand = createListCommand('target', {
  summary: 'Lists the targets, with who has set them.',
  entries: 'the targets',
  noun: 'target',
  head: ['Id', 'Folder', 'Index', 'Scale', 'Value', 'By', 'At'],
  right: ['Value'],
  read: listTargets,
  toJson,
  toRows: (entry, places) => {
    const { folder, indexType, feedbackScale, value, by, at } = entry;
    const folderText = formatPlace(places.folderName(folder), folder);
    return [
      [
        ...[targetId(entry), folderText, indexType, feedbackScale, String(value)],
        ...[by, formatMinute(at)],
      ],
    ];
  },
});

export const targetCommand = createSettingCommand({
  name: 'target',
  summary: 'Sets the targets of folders, and lists and removes them.',
  commands: {
    set: { summary: 'set or change a target', command: setCommand },
    list: { summary: 'list the targets', command: listCommand },
    remove: {
      summary: 'remove a target',
      command: createRemoveCommand('target', {
        summary: `Removes an entry. ${OUTDATED}`,
        remove: removeTarget,
      }),
    },
  },
});

function readTarget(
  args: ParsedArguments,
  problems: ConfigProblem[],
): Omit<StoredTarget, 'by' | 'at'> {
  const folder = readRequiredFolder(args, problems);
  for (const name of ['index', 'scale', 'value']) {
    if (!args.values.has(name)) problems.push({ name: `--${name}`, problem: 'is required' });
  }
  const indexType = readChoice(args, 'index', INDEX_TYPES, problems);
  const feedbackScale = readChoice(args, 'scale', SCALES, problems);
  const text = args.values.get('value') ?? '';
  const value = /^-?\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  const limits = indexLimits(indexType, feedbackScale);
  if (text !== '' && limits !== null && !(value >= limits.lower && value <= limits.upper)) {
    problems.push({
      name: '--value',
      problem: `must be a number from ${limits.lower} to ${limits.upper}`,
    });
  }
  return { folder, indexType, feedbackScale, value };
}

function toJson(entry: StoredTarget, places: CompanyPlaces): object {
  return { id: targetId(entry), ...entry, folderName: places.folderName(entry.folder) };
}
