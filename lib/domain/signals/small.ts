// Whether a level was judged by four weeks together, because single weeks have too few responses.
import type { Level } from './model.ts';

/** Weeks of the usual level of a place that isn't small. */
const WEEKS_OF_REFERENCE = 6;

/** The four weeks are what to print of such a place, not this week alone. */
export function isSmall({ z, fourWeeks, state, weeksUsed }: Level): boolean {
  if (fourWeeks === null) return false;
  // A recovered place is compared with its last usual level, without a z of its own.
  return state === 'recovered' ? (weeksUsed ?? 0) > WEEKS_OF_REFERENCE : z === null;
}
