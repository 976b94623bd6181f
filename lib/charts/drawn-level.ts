// What charts draw of a level: the range of a usual week, and in all other states only the level that the week is compared with.
import type { Entry, Level } from '../domain/signals/model.ts';

/** In the unit of the index. */
export interface DrawnLevel {
  /** Null without a level to compare with. */
  readonly usual: number | null;
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

type LevelLimits = Pick<Level, 'state' | 'usual' | 'lower' | 'upper'>;

export function drawnLevel({ state, usual, lower, upper }: LevelLimits): DrawnLevel {
  const hasRange = state === 'usual' && lower !== null && upper !== null;
  return { usual, range: hasRange ? { lower, upper } : null };
}

/** Entries are never as usual. */
export function drawnLevelOf({ figures: { usual } }: Pick<Entry, 'figures'>): DrawnLevel {
  return { usual, range: null };
}
