// What queries are asked: values that requests stand for, whatever spells them.
import type { Range } from '../company-store.ts';

export const surveyStates = ['active', 'ended', 'starting'] as const;
export type SurveyState = (typeof surveyStates)[number];

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** A range in absolute time, or in the local time (ms as if UTC) of each survey. */
export interface AlertRange extends Range {
  readonly isLocal: boolean;
}
