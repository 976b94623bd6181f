// What can be accepted of a place that has been low, short of responses or silent for long.
import { parseWeek, weeksFrom } from '../calendar.ts';
import type { AcceptedKind } from './accepted.ts';
import type { Level, Spell, VolumeLevel } from './model.ts';

/** From this calendar week of a low run on, the run can be accepted as usual. */
const MIN_LOW_WEEKS = 12;

/** A place that is silent for so many weeks may be closed. */
export const WEEKS_OF_CLOSURE = 13;

export interface AcceptOffer {
  readonly kind: AcceptedKind;
  /** ISO week from which it would count. */
  readonly week: string;
}

/** A group has no silence and no number of responses of its own. */
export interface OfferedPlace {
  readonly level: Pick<Level, 'state' | 'since' | 'weeks'>;
  readonly silent?: Pick<Spell, 'weeks'> | null;
  readonly volume?: Pick<VolumeLevel, 'verdict' | 'since' | 'weeks'> | null;
}

/** What can be accepted in the report of `week`. */
export function acceptOffers(place: OfferedPlace, week: string): readonly AcceptOffer[] {
  const { level, silent = null, volume = null } = place;
  if (level.state === 'silent') return closureOffers(silent?.weeks ?? 0, week);
  return [
    ...(level.state === 'still' ? runOffers('level', level) : []),
    ...(volume?.verdict === 'low' ? runOffers('volume', volume) : []),
  ];
}

function runOffers(
  kind: 'level' | 'volume',
  { since, weeks }: Pick<Level, 'since' | 'weeks'>,
): readonly AcceptOffer[] {
  return since === null || (weeks ?? 0) < MIN_LOW_WEEKS ? [] : [{ kind, week: since }];
}

/** A closure counts from the first empty week. */
function closureOffers(emptyWeeks: number, week: string): readonly AcceptOffer[] {
  const parsed = parseWeek(week);
  if (parsed === null || emptyWeeks < WEEKS_OF_CLOSURE) return [];
  return [{ kind: 'closed', week: weeksFrom(parsed, 1 - emptyWeeks).name }];
}
