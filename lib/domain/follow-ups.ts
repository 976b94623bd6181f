// Follow-up options of a week beside last week's, and their pooling over many surveys.


/** One option's counts in one period, as the follow-up endpoint gives them. */
export interface OptionCounts {
  readonly key: number;
  readonly name: string;
  readonly data: readonly number[];
}

interface OptionShares {
  readonly responses: number;
  /** responses / Σ responses of its list, 0..1; null when the list has none. */
  readonly share: number | null;
  readonly previousResponses: number;
  readonly previousShare: number | null;
}

export interface FollowUpOption extends OptionShares {
  readonly key: number;
  readonly name: string;
  readonly data: readonly number[];
}

export interface PooledOption extends OptionShares {
  readonly key: number;
  readonly name: string;
  /** Null where surveys with different numbers of buttons name the option. */
  readonly data: readonly number[] | null;
  /** Surveys that name it in either week. */
  readonly places: number;
}
