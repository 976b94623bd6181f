// What is to be made, as the arguments of `start` and `report` say it and the configuration completes it.
import type { Config, ConfigProblem } from '../../lib/composition/config.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import type { StoreConfig } from '../../lib/composition/setting-values.ts';
import { parseStore } from '../../lib/composition/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import {
  firstBeginning,
  lastSettledWeek,
  endsEverywhere,
  parseWeek,
  weeksFrom,
} from '../../lib/domain/calendar.ts';
import type { Arguments, Option } from './arguments.ts';

export const WEEK_OPTION: Option = {
  value: 'YYYY-Www',
  help: 'ISO week, e.g. 2026-W46; default: the last one over and settled everywhere',
};
export const STORE_OPTION: Option = {
  value: 'URL',
  help: 'where reports are kept, e.g. file:./reports; default: REPORT_STORE',
};

export const ALL_OPTION: Option = {
  value: null,
  help: 'show every report in the table, not only the ten best and ten worst of many',
};

export interface Wanted {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
  readonly store: StoreConfig;
  readonly problems: readonly ConfigProblem[];
}

/** Reads --week, --folder, --store and --force; where something is wrong, `problems` says so. */
export function readWanted(given: Arguments, config: Config | null, now: number): Wanted {
  const problems: ConfigProblem[] = [];
  const fallback = lastSettledWeek(now, (config ?? DEFAULTS).settleHours);
  const week = readWeek(given, 'week', fallback, problems);
  refuseOpenWeek('week', week, now, problems);
  const folderText = given.values.get('folder') ?? '';
  const folder = /^\d{1,16}$/.test(folderText) ? Number(folderText) : null;
  if (folderText !== '' && (folder === null || folder < 1 || !Number.isSafeInteger(folder))) {
    problems.push({ name: '--folder', problem: 'must be the key of a folder, a whole number' });
  }
  return {
    week,
    folder,
    force: given.switches.has('force'),
    store: readStore(given, config, problems),
    problems,
  };
}

/** Reads an option that names a week; where it is wrong, it is taken for the other one and `problems` says so. */
export function readWeek(
  given: Arguments,
  name: string,
  fallback: Week,
  problems: ConfigProblem[],
): Week {
  const text = given.values.get(name) ?? '';
  const week = text === '' ? fallback : parseWeek(text);
  if (week === null) {
    problems.push({ name: `--${name}`, problem: 'must be an ISO week such as 2026-W46' });
  }
  return week ?? fallback;
}

/** A week can be made once it is over somewhere. */
export function refuseOpenWeek(
  name: string,
  week: Week,
  now: number,
  problems: ConfigProblem[],
): void {
  if (now >= firstBeginning(weeksFrom(week, 1))) return;
  const closes = new Date(endsEverywhere(week)).toISOString();
  problems.push({
    name: `--${name}`,
    problem: `is not over yet (WEEK_NOT_CLOSED): ${week.name} is over everywhere at ${closes}`,
  });
}

/** The store that --store names, otherwise the configured one. */
export function readStore(
  given: Arguments,
  config: Config | null,
  problems: ConfigProblem[],
): StoreConfig {
  const text = given.values.get('store') ?? '';
  const store = text === '' ? null : parseStore(text);
  if (store?.ok === false) problems.push({ name: '--store', problem: store.problem });
  return store?.ok === true ? store.value : (config ?? DEFAULTS).store;
}
