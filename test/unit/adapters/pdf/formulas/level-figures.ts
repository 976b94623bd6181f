// The numbers that tables and alternative texts give of a level.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Level } from '../../../../../lib/domain/signals/model.ts';
import { index } from './recomputed.ts';

type ShownLevel = Pick<Level, 'state' | 'usual' | 'lower' | 'upper'>;

/** Both limits, or one when they are printed alike, of a week that is as usual; otherwise ''. */
export function rangeSays({ state, lower, upper }: ShownLevel, group: GroupKey): string {
  if (state !== 'usual' || lower === null || upper === null) return '';
  return [...new Set([lower, upper].map((limit) => index(limit, group)))].join(' ');
}

/** The range of a week that is as usual; otherwise the level compared with. */
export function usualSays(level: ShownLevel, group: GroupKey): string {
  const range = rangeSays(level, group);
  return range === '' ? index(level.usual, group) : range;
}

/** The level compared with, then the range. */
export function levelSays(level: ShownLevel, group: GroupKey): string {
  if (level.state === null) return '';
  return `${index(level.usual, group)} ${level.usual === null ? '' : rangeSays(level, group)}`;
}
