// `accept`: accepts levels, numbers of responses and closures, lists what is accepted, and removes entries.
import { openArchive } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { lastSettledWeek } from '../../../lib/domain/calendar.ts';
import type { Accepted, AcceptedKind } from '../../../lib/domain/signals/accepted.ts';
import { ACCEPTED_KINDS } from '../../../lib/domain/signals/accepted.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  acceptedId,
  listAccepted,
  removeAccepted,
  setAccepted,
} from '../../../lib/reports/change-settings.ts';
import type { ParsedArguments } from '../arguments.ts';
import { checkWeekIsOver, readFolder, readWeek, STORE_OPTION } from '../report-options.ts';
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
  name: 'accept set',
  syntax: {
    usage: 'feedback-reports accept set --folder KEY --kind KIND [options]',
    summary: 'Accepts that a place has changed, so that its reports compare with the new state.',
    options: {
      folder: { value: 'KEY', help: 'the folder of the place' },
      survey: { value: 'KEY', help: 'a survey of the folder; default: the folder’s own level' },
      kind: { value: 'KIND', help: `${ACCEPTED_KINDS.join(', ')}; see below` },
      week: { value: 'YYYY-Www', help: 'from which it counts; default: the last settled week' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the entry as one line of JSON' },
    },
    notes: `level: weeks before --week no longer tell what index is usual. volume: the same for the number of responses.
closed: no silence is reported until the next response. volume and closed need --survey.

The report of the folder and those above it are outdated then, in the last settled week: report makes them again, on AWS the
planner. What is accepted already stays as it is.

${PLACES_NOTE}

${EXIT_CODES}`,
  },
  api: 'configured',
  needsStore: true,
  readOptions: (args, { now, config }, problems) => {
    const folder = readRequiredFolder(args, problems);
    const survey = readFolder(args, problems, 'survey', 'survey');
    const kind = readKind(args, problems);
    const week = readWeek(args, 'week', lastSettledWeek(now, config.settleHours), problems);
    checkWeekIsOver('week', week, now, problems);
    if (kind !== 'level' && kind !== null && !args.values.has('survey')) {
      problems.push({ name: '--survey', problem: `is required with --kind ${kind}` });
    }
    return { folder, survey, kind: kind ?? 'level', week: week.name };
  },
  run: async (place, { config, system, output }) => {
    const places = await readPlaces(config, system);
    requireNames(places, place);
    const at = new Date(system.clock()).toISOString();
    const { entry, isNew } = await setAccepted(openArchive(config, system), {
      ...place,
      by: WHOLE_COMPANY.id,
      at,
    });
    output.printJson(toJson(entry, places));
    const state = isNew ? 'Accepted' : 'Accepted before';
    output.humanOutput.write(`${state}: ${describe(entry, places)}. Id: ${acceptedId(entry)}\n`);
    return EXIT.done;
  },
});

const listCommand = createListCommand('accept', {
  summary: 'Lists what is accepted, with who has accepted it.',
  entries: 'what is accepted',
  noun: 'accepted change',
  head: ['Id', 'Folder', 'Survey', 'Kind', 'Week', 'By', 'At'],
  read: listAccepted,
  toJson,
  toRows: (entry, places) => {
    const { folder, survey, kind, week, by, at } = entry;
    const surveyText =
      survey === null ? '' : formatPlace(places.surveyName(folder, survey), survey);
    const folderText = formatPlace(places.folderName(folder), folder);
    return [[acceptedId(entry), folderText, surveyText, kind, week, by, formatMinute(at)]];
  },
});

export const acceptCommand = createSettingCommand({
  name: 'accept',
  summary:
    'Accepts levels, numbers of responses and closures, and lists and removes what is accepted.',
  commands: {
    set: { summary: 'accept a level, a number of responses or a closure', command: setCommand },
    list: { summary: 'list what is accepted', command: listCommand },
    remove: {
      summary: 'remove what was accepted',
      command: createRemoveCommand('accept', {
        summary: `Removes an entry. ${OUTDATED}`,
        remove: removeAccepted,
      }),
    },
  },
});

function readKind(args: ParsedArguments, problems: ConfigProblem[]): AcceptedKind | null {
  const text = args.values.get('kind');
  const kind = ACCEPTED_KINDS.find((candidate) => candidate === text) ?? null;
  if (text === undefined) problems.push({ name: '--kind', problem: 'is required' });
  else if (kind === null && text !== '') {
    problems.push({ name: '--kind', problem: `must be one of ${ACCEPTED_KINDS.join(', ')}` });
  }
  return kind;
}

function toJson(entry: Accepted, places: CompanyPlaces): object {
  const { folder, survey } = entry;
  return {
    id: acceptedId(entry),
    ...entry,
    folderName: places.folderName(folder),
    surveyName: survey === null ? null : places.surveyName(folder, survey),
  };
}

/** "level of Terminal 2 (Airport) from 2026-W46". */
function describe({ folder, survey, kind, week }: Accepted, places: CompanyPlaces): string {
  const folderText = formatPlace(places.folderName(folder), folder);
  const place =
    survey === null
      ? folderText
      : `${formatPlace(places.surveyName(folder, survey), survey)} (${folderText})`;
  return `${kind} of ${place} from ${week}`;
}
