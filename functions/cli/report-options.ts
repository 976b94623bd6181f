// Reads the options that several commands share: week, folder and store.
import type { Config, ConfigProblem } from '../../lib/composition/config.ts';
import type { StoreConfig } from '../../lib/composition/setting-values.ts';
import { parseStore } from '../../lib/composition/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import {
  firstStartOfWeek,
  lastSettledWeek,
  endOfWeekEverywhere,
  parseWeek,
  weeksFrom,
} from '../../lib/domain/calendar.ts';
import type { ParsedArguments, CommandOption } from './arguments.ts';

export const WEEK_OPTION: CommandOption = {
  value: 'YYYY-Www',
  help: 'ISO week, e.g. 2026-W46; default: the last week that has ended and settled everywhere',
};
export const STORE_OPTION: CommandOption = {
  value: 'URL',
  help: 'where reports are stored, e.g. file:./reports; default: REPORTS_STORE',
};

export const ALL_OPTION: CommandOption = {
  value: null,
  help: 'list every place, also those that are as usual',
};

export const NEW_ROOT_OPTION: CommandOption = {
  value: null,
  help: 'make reports although those in the store have another root folder: that of the company has changed',
};

export const CHANGED_OPTION: CommandOption = {
  value: null,
  help: 'compare the counts of complete reports with the reporting API, and create a new revision where they differ',
};

export const IGNORE_CLOCK_OPTION: CommandOption = {
  value: null,
  help: 'make reports although the clocks of this machine and of the reporting API differ by more than a day',
};

export interface ReportOptions {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
}

/** Reads --week, --folder and --force. */
export function readReportOptions(
  args: ParsedArguments,
  { now, config }: { readonly now: number; readonly config: Pick<Config, 'settleHours'> },
  problems: ConfigProblem[],
): ReportOptions {
  const week = readWeek(args, 'week', lastSettledWeek(now, config.settleHours), problems);
  checkWeekIsOver('week', week, now, problems);
  return { week, folder: readFolder(args, problems), force: args.switches.has('force') };
}

/** Reads an option that names a folder. Null without one; an invalid value gives null and a problem. */
export function readFolder(
  args: ParsedArguments,
  problems: ConfigProblem[],
  name = 'folder',
  what = 'folder',
): number | null {
  const text = args.values.get(name) ?? '';
  if (text === '') return null;
  const folder = parseKey(text);
  if (folder === null) {
    problems.push({ name: `--${name}`, problem: `must be the key of a ${what}, a whole number` });
  }
  return folder;
}

function parseKey(text: string): number | null {
  const key = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return key >= 1 && Number.isSafeInteger(key) ? key : null;
}

/** Reads the list option "folder". Null without one; an invalid value is left out and gives a problem. */
export function readFolderList(
  args: ParsedArguments,
  problems: ConfigProblem[],
): readonly number[] | null {
  const texts = args.lists.get('folder');
  if (texts === undefined) return null;
  const folders = texts.map(parseKey);
  if (folders.includes(null)) {
    problems.push({ name: '--folder', problem: 'must be keys of folders, whole numbers' });
  }
  return [...new Set(folders.flatMap((folder) => folder ?? []))];
}

/** Reads an option that has one of these values. Without one, and for any other, the first. */
export function readChoice<T extends string>(
  args: ParsedArguments,
  name: string,
  choices: readonly [T, ...T[]],
  problems: ConfigProblem[],
): T {
  const text = args.values.get(name) ?? '';
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined && text !== '') {
    problems.push({ name: `--${name}`, problem: `must be one of ${choices.join(', ')}` });
  }
  return choice ?? choices[0];
}

/** Reads an option that names a week. An invalid value gives the fallback and a problem. */
export function readWeek(
  args: ParsedArguments,
  name: string,
  fallback: Week,
  problems: ConfigProblem[],
): Week {
  const text = args.values.get(name) ?? '';
  const week = text === '' ? fallback : parseWeek(text);
  if (week === null) {
    problems.push({ name: `--${name}`, problem: 'must be an ISO week such as 2026-W46' });
  }
  return week ?? fallback;
}

/** Reports of a week can be made once it has ended in at least one time zone. */
export function checkWeekIsOver(
  name: string,
  week: Week,
  now: number,
  problems: ConfigProblem[],
): void {
  if (now >= firstStartOfWeek(weeksFrom(week, 1))) return;
  const closes = new Date(endOfWeekEverywhere(week)).toISOString();
  problems.push({
    name: `--${name}`,
    problem: `has not ended yet (WEEK_NOT_CLOSED): ${week.name} ends everywhere at ${closes}`,
  });
}

/** The store that the value of --store names, otherwise the configured one. */
export function readStore(
  text: string,
  config: Pick<Config, 'store'>,
  problems: ConfigProblem[],
): StoreConfig {
  const store = text === '' ? null : parseStore(text);
  if (store?.ok === false) problems.push({ name: '--store', problem: store.problem });
  return store?.ok === true ? store.value : config.store;
}
