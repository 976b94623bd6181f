// The order of places: small samples are pulled towards the mean, so that three lucky presses don't win.
import type { GroupKey } from './figures.ts';

/** A direct subfolder or an own survey, with its own figures; `rankScore` only orders. */
export interface RankedPlace extends GroupKey {
  /** Exactly one of the two is present. */
  readonly folder?: number;
  readonly survey?: number;
  readonly name: string;
  readonly index: number | null;
  readonly responses: number;
  readonly change: number | null;
  readonly rankScore: number | null;
}
