// `service alerts try`: prints what an alert specification would have done in the last 13 weeks.
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import {
  rehearseStoredAlerts,
  type Rehearsal,
  type SpecificationContent,
} from '../../../lib/feedback-service/index.ts';
import type { CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp, readWholeNumber } from '../arguments.ts';
import { DATABASE_OPTION, printDataSetError, readDataSetSources } from '../data-sets.ts';
import { readChoice } from '../report-options.ts';
import type { Io } from '../terminal.ts';
import { EXIT, formatCount, printConfigProblems } from '../terminal.ts';

const MAX_WINDOW_MIN = 525_600;
const ALERT_TYPES = ['negative', 'indexThreshold', 'feedbackCount'] as const;

const TRY: CommandSyntax = {
  usage:
    'feedback-reports service alerts try --data DIR --survey KEY --type TYPE --window MIN --threshold NUMBER [options]',
  summary:
    'Shows what an alert specification would have done in the last 13 weeks: how often, how long, at which hours.',
  options: {
    data: { value: 'DIR', help: 'the folder of the data set' },
    database: DATABASE_OPTION,
    survey: { value: 'KEY', help: 'the key of the survey' },
    type: { value: 'TYPE', help: ALERT_TYPES.join(', ') },
    window: { value: 'MIN', help: 'the window in minutes' },
    threshold: {
      value: 'NUMBER',
      help: 'negative: percent; indexThreshold: an index; feedbackCount: a number of responses',
    },
    'threshold-type': { value: 'under|over', help: 'of indexThreshold; default: under' },
    count: { value: 'N', help: 'least number of responses, except of feedbackCount; default: 1' },
    buttons: {
      value: 'LIST',
      help: 'response indexes that feedbackCount counts, such as 0,1; default: 0,1',
    },
    'at-most': {
      value: 'N',
      help: 'also show the nearest stricter threshold with at most N alerts a week; default: 1',
    },
    json: { value: null, help: 'print one line of JSON, with every alert' },
  },
  notes: `Nothing is changed; running services are not affected. Write negative numbers as --threshold=-20.

Exit codes: 0 done · 1 failed, or there is no such survey · 2 invalid arguments.`,
};

export async function alertsCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  if (name !== 'try' && !isHelp) {
    io.stderr.write('Unknown command after alerts. Available command: try.\n');
    return EXIT.wrongUsage;
  }
  const args = readArgumentsOrShowHelp(TRY, isHelp ? ['--help'] : rest, io);
  if (args === null) return EXIT.done;
  const problems: ConfigProblem[] = [...args.problems];
  for (const option of ['data', 'survey', 'type', 'window', 'threshold']) {
    if (!args.values.has(option)) problems.push({ name: `--${option}`, problem: 'is required' });
  }
  const folder = args.values.get('data') ?? '';
  const { database } = await readDataSetSources(args, folder === '' ? [] : [folder], problems);
  const maxKey = Number.MAX_SAFE_INTEGER;
  const survey = readWholeNumber(args, 'survey', { max: maxKey, fallback: 0 }, problems);
  const maxPerWeek = readNumber(args, 'at-most', 1, problems);
  const specification = readSpecification(args, problems);
  if (problems.length > 0) {
    printConfigProblems(io, 'service alerts try', problems);
    return EXIT.wrongUsage;
  }
  try {
    const place = { directory: folder, ...(database === undefined ? {} : { database }) };
    const now = systemContext.clock();
    const request = { survey, specification, maxPerWeek, now };
    const rehearsal = await rehearseStoredAlerts(place, request);
    const text = args.switches.has('json')
      ? formatJson(rehearsal)
      : formatText(rehearsal, maxPerWeek);
    io.stdout.write(`${text}\n`);
    return EXIT.done;
  } catch (error) {
    printDataSetError(error, folder, io);
    return EXIT.failed;
  }
}

function readSpecification(args: ParsedArguments, problems: ConfigProblem[]): SpecificationContent {
  const positive = (name: string, max: number): number =>
    readWholeNumber(args, name, { min: 1, max, fallback: 1 }, problems);
  const alertType = readChoice(args, 'type', ALERT_TYPES, problems);
  const windowMin = positive('window', MAX_WINDOW_MIN);
  const foreign: Readonly<Record<typeof alertType, readonly string[]>> = {
    negative: ['threshold-type', 'buttons'],
    indexThreshold: ['buttons'],
    feedbackCount: ['threshold-type', 'count'],
  };
  for (const name of foreign[alertType].filter((option) => args.values.has(option))) {
    problems.push({ name: `--${name}`, problem: `has no effect on ${alertType}` });
  }
  if (alertType === 'feedbackCount') {
    const countThreshold = positive('threshold', Number.MAX_SAFE_INTEGER);
    const responseFilter = readButtons(args, problems);
    return { alertType, parameters: { windowMin, countThreshold, responseFilter } };
  }
  const threshold = readNumber(args, 'threshold', 0, problems);
  const countThreshold = positive('count', Number.MAX_SAFE_INTEGER);
  if (alertType === 'negative') {
    return { alertType, parameters: { windowMin, threshold, countThreshold } };
  }
  const types = ['under', 'over'] as const;
  const thresholdType = readChoice(args, 'threshold-type', types, problems);
  return { alertType, parameters: { windowMin, threshold, thresholdType, countThreshold } };
}

function readNumber(
  { values }: ParsedArguments,
  name: string,
  fallback: number,
  problems: ConfigProblem[],
): number {
  const text = values.get(name) ?? '';
  if (text === '') return fallback;
  if (/^-?\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text);
  problems.push({ name: `--${name}`, problem: 'must be a number, such as 25 or 2.5' });
  return fallback;
}

function readButtons({ values }: ParsedArguments, problems: ConfigProblem[]): readonly number[] {
  const text = values.get('buttons') ?? '0,1';
  if (/^[0-4](,[0-4])*$/.test(text)) return [...new Set(text.split(',').map(Number))];
  problems.push({ name: '--buttons', problem: 'must be response indexes, such as 0,1' });
  return [];
}

function formatJson({ survey, range, alerts, nearest, ...counts }: Rehearsal): string {
  return JSON.stringify({
    survey: survey.key,
    from: toIso(range.start),
    to: toIso(range.end),
    ...counts,
    alerts: alerts.map(({ start, end }) => ({ begin: toIso(start), end: toIso(end) })),
    nearest: nearest ?? null,
  });
}

function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

function formatText(rehearsal: Rehearsal, maxPerWeek: number): string {
  const { survey, range, weeks, presses, alerts, beginsByHour, nearest } = rehearsal;
  const [from, to] = [range.start, range.end].map((instant) => toIso(instant).slice(0, 10));
  const lengths = alerts.map(({ start, end }) => end - start).toSorted((a, b) => a - b);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const median = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
  const hours = [...beginsByHour.entries()]
    .filter(([, count]) => count > 0)
    .map(([hour, count]) => `${String(hour).padStart(2, '0')}:00 ${count}`);
  const isEnough = nearest === undefined ? 'no threshold' : `threshold ${nearest.threshold}`;
  const found = nearest === undefined ? '' : ` (${formatAlerts(nearest.alerts, weeks)})`;
  return [
    `${from} to ${to}: ${formatCount(presses, 'response')} in ${weeks.toFixed(1)} weeks`,
    formatAlerts(alerts.length, weeks),
    ...(alerts.length === 0
      ? []
      : [
          `open for ${formatLength(total)} in all, ${formatLength(median)} at the median, ${formatLength(lengths.at(-1) ?? 0)} at most`,
          `begin at (${survey.timeZone}): ${hours.join(' · ')}`,
        ]),
    `at most ${maxPerWeek} a week: ${isEnough}${found}`,
  ].join('\n');
}

function formatAlerts(count: number, weeks: number): string {
  return `${formatCount(count, 'alert')}, ${(count / weeks).toFixed(1)} a week`;
}

function formatLength(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
