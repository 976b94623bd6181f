// The level that is shown of a group of a folder: a single survey speaks for itself, whatever its group says.
import type { GroupKey } from '../figures.ts';
import { compareGroups } from '../ranking.ts';
import type { GroupFigures } from '../report.ts';
import type { Entry, EntryState, Level, LevelState, LevelVerdict } from './model.ts';

export type ShownLevel = Pick<
  Level,
  | 'state'
  | 'verdict'
  | 'basis'
  | 'usual'
  | 'lower'
  | 'upper'
  | 'was'
  | 'since'
  | 'weeks'
  | 'lossWeek'
  | 'lossTotal'
>;

/**
 * The level of the only survey of a group, from the folder's own surveys or from the entries of its list; of the group where it
 * has several surveys, or where neither has the survey.
 */
export function shownLevel(
  group: GroupFigures,
  surveys: readonly (GroupKey & { readonly level: Level })[],
  entries: readonly Entry[],
): ShownLevel {
  if (group.surveys !== 1) return group.level;
  const own = surveys.find((survey) => compareGroups(survey, group) === 0);
  if (own !== undefined) return own.level;
  const entry = entries.find((other) => compareGroups(other, group) === 0);
  return (entry === undefined ? null : levelOfEntry(entry)) ?? group.level;
}

/** What the surveys of the entries have lost since their levels fell. */
export function lostOf(entries: readonly Pick<Entry, 'state' | 'figures'>[]): number {
  return (
    entries
      // Those of a place that recovered by itself are of the low weeks that are over.
      .filter(
        ({ state, figures }) => (state === 'new' || state === 'still') && figures.was === null,
      )
      .reduce((sum, { figures }) => sum + (figures.lossTotal ?? 0), 0)
  );
}

/** The states of entries that are states of levels, and their verdicts. */
const VERDICTS = {
  silent: 'tooFew',
  new: 'low',
  still: 'low',
  recovered: 'usual',
  better: 'high',
} as const satisfies Partial<Record<EntryState & LevelState, LevelVerdict>>;

/** Null for an entry that is not listed for its level. */
function levelOfEntry({ state, figures }: Entry): ShownLevel | null {
  if (!isLevelState(state)) return null;
  const { basis, usual, was, since, lossWeek } = figures;
  const isRecovered = state === 'recovered';
  return {
    ...{ state, verdict: VERDICTS[state], basis, usual, was, since, lossWeek },
    // Limits are printed with the state "usual" alone.
    ...{ lower: null, upper: null },
    // An entry of a recovered place has those of the low weeks that are over.
    weeks: isRecovered ? null : figures.weeks,
    lossTotal: isRecovered ? null : figures.lossTotal,
  };
}

function isLevelState(state: EntryState): state is keyof typeof VERDICTS {
  return Object.hasOwn(VERDICTS, state);
}
