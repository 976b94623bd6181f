// `service forget`, `service remove-survey`, `service compact`: erase texts and surveys of a data set.
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import {
  compactDataSet,
  forget,
  removeSurvey,
  type ForgetSelection,
} from '../../../lib/feedback-service/index.ts';
import type { CommandOption, ParsedArguments } from '../arguments.ts';
import { readWholeNumber } from '../arguments.ts';
import { formatCount } from '../terminal.ts';
import { createDataSetCommand, EXIT_CODES } from './data-set-command.ts';

const SURVEY_OPTION: CommandOption = { value: 'KEY', help: 'the key of a survey' };

export const forgetCommand = createDataSetCommand<{
  readonly selection: ForgetSelection;
  readonly isDryRun: boolean;
}>({
  name: 'forget',
  syntax: {
    usage:
      'feedback-reports service forget --data DIR (--survey KEY [--from TIME] [--to TIME] | --id ID | --containing TEXT) [options]',
    summary:
      'Erases texts of open feedback, with relevance and spam mark. The presses stay, so that sums and alerts do not change.',
    options: {
      survey: SURVEY_OPTION,
      from: { value: 'TIME', help: 'with --survey: erase texts from this time on (ISO 8601)' },
      to: { value: 'TIME', help: 'with --survey: erase texts before this time; default: now' },
      id: { value: 'ID', help: 'the id of an event' },
      containing: { value: 'TEXT', help: 'every text with these characters, in any case' },
      'dry-run': { value: null, help: 'erase nothing, only count' },
    },
    notes: `service.forgotten.log in the folder records each run without any text. Imports read it, so that a text does not come back with an old file or a new database: keep it, and remove the text from your files.
Deleted bytes may stay in the files of the database until service compact has run, and longer in write-ahead logs of PostgreSQL and in backups.

${EXIT_CODES}`,
  },
  readOptions: (args, problems) => ({
    selection: readSelection(args, problems),
    isDryRun: args.switches.has('dry-run'),
  }),
  run: async (place, { selection, isDryRun }, io) => {
    const count = await forget(place, selection, isDryRun);
    io.stdout.write(`${formatCount(count, 'text')} ${isDryRun ? 'would be erased' : 'erased'}.\n`);
  },
});

function readSelection(args: ParsedArguments, problems: ConfigProblem[]): ForgetSelection {
  const { values } = args;
  const names = ['survey', 'id', 'containing'].filter((name) => values.has(name));
  if (names.length !== 1) {
    problems.push({ name: '--survey, --id, --containing', problem: 'exactly one is required' });
  }
  for (const name of ['from', 'to'].filter((name) => values.has(name))) {
    if (!values.has('survey')) problems.push({ name: `--${name}`, problem: 'requires --survey' });
  }
  const id = values.get('id');
  if (id !== undefined) return { id };
  const containing = values.get('containing');
  if (containing !== undefined) return { containing };
  return {
    survey: readSurvey(args, problems),
    from: readTime(args, 'from', Date.parse('0001-01-01T00:00:00Z'), problems),
    to: readTime(args, 'to', systemContext.clock(), problems),
  };
}

function readSurvey(args: ParsedArguments, problems: ConfigProblem[]): number {
  return readWholeNumber(args, 'survey', { max: Number.MAX_SAFE_INTEGER, fallback: 0 }, problems);
}

function readTime(
  { values }: ParsedArguments,
  name: string,
  fallback: number,
  problems: ConfigProblem[],
): number {
  const text = values.get(name);
  if (text === undefined || text === '') return fallback;
  const time = /^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:?\d\d))?$/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return time;
  const problem = 'must be a date (UTC) or a time with offset: 2026-11-09T00:00:00+02:00';
  problems.push({ name: `--${name}`, problem });
  return fallback;
}

export const removeSurveyCommand = createDataSetCommand<number>({
  name: 'remove-survey',
  syntax: {
    usage: 'feedback-reports service remove-survey --data DIR --survey KEY [options]',
    summary: 'Removes the feedback and the alerts of a survey permanently.',
    options: { survey: SURVEY_OPTION },
    notes: `Take the survey out of company.json as well: until then it is served without feedback. Lines of the survey in files are skipped as long as company.json lacks it.

${EXIT_CODES}`,
  },
  readOptions: (args, problems) => {
    if (!args.values.has('survey')) problems.push({ name: '--survey', problem: 'is required' });
    return readSurvey(args, problems);
  },
  run: async (place, survey, io) => {
    io.stdout.write(`${formatCount(await removeSurvey(place, survey), 'event')} removed.\n`);
  },
});

export const compactCommand = createDataSetCommand<undefined>({
  name: 'compact',
  syntax: {
    usage: 'feedback-reports service compact --data DIR [options]',
    summary: 'Rewrites the database, so that its files have no byte of erased texts.',
    options: {},
    notes: `Running services keep serving; in PostgreSQL their queries wait meanwhile. Write-ahead logs that PostgreSQL has archived and backups keep what they have.

${EXIT_CODES}`,
  },
  readOptions: () => undefined,
  run: async (place, _options, io) => {
    await compactDataSet(place);
    io.stdout.write('The database was rewritten.\n');
  },
});
