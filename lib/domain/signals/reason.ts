// What a survey's own data say about why its level is low or high: a follow-up option that is named more often than last week,
// or else a part of the week that differs from its usual.
import type { GroupKey } from '../figures.ts';
import type { FollowUpOption } from '../follow-ups.ts';
import { MIN_PRESSES } from '../follow-ups.ts';
import { compareInOrder } from '../order.ts';
import { indexOf, responsesOf } from '../scale.ts';
import type { LevelState, Reason, WeekPart } from './model.ts';
import type { WeekCells } from './week-parts.ts';
import { marginCounts } from './week-parts.ts';

type Option = Pick<FollowUpOption, 'key' | 'name' | 'responses' | 'previousResponses'>;

export interface ReasonFacts extends GroupKey {
  readonly state: LevelState | null;
  /** Null where the follow-ups could not be read. */
  readonly painPoints: readonly Option[] | null;
  readonly highlights: readonly Option[] | null;
  readonly responses: number;
  readonly previousResponses: number;
  readonly parts: readonly WeekPart[];
  readonly cells: WeekCells;
  /** Of the twelve weeks before, together. */
  readonly earlierCells: WeekCells;
}

const MIN_OPTION_PRESSES = 5;
const MIN_Z = 2.33;
/** The variance of a count beyond chance, as a share of its square: presses of one option come in groups. */
const EXTRA_VARIANCE = 0.04;
/** Excesses nearer than this are equal. */
const TOLERANCE = 1e-9;

/** Null in states without a reason, and where nothing stands out. */
export function findReason(facts: ReasonFacts): Reason | null {
  switch (facts.state) {
    case 'new':
      return risenOption('painPoint', facts) ?? changedPart(-1, facts);
    case 'better':
      return risenOption('highlight', facts) ?? changedPart(1, facts);
    case 'still':
      return mostNamed(facts.painPoints ?? []);
    default:
      return null;
  }
}

function risenOption(kind: 'painPoint' | 'highlight', facts: ReasonFacts): Reason | null {
  const options = (kind === 'painPoint' ? facts.painPoints : facts.highlights) ?? [];
  const risen = findRisenOption(options, facts.responses, facts.previousResponses);
  return risen === null
    ? null
    : {
        kind,
        ...pressesOf(risen.option, options),
        previousPresses: risen.option.previousResponses,
      };
}

export interface RisenOption {
  readonly option: Option;
  readonly z: number;
  /** Presses beyond as many for each response of the survey as last week. */
  readonly excess: number;
}

/** The option with the largest excess of those that are named clearly more often; null without one, and without last week. */
export function findRisenOption(
  options: readonly Option[],
  responses: number,
  previousResponses: number,
): RisenOption | null {
  if (previousResponses === 0) return null;
  const share = responses / (previousResponses + responses);
  let largest: RisenOption | null = null;
  for (const option of options.toSorted((a, b) => a.key - b.key)) {
    const { responses: presses, previousResponses: previousPresses } = option;
    const both = presses + previousPresses;
    const variance = both * share * (1 - share);
    const z = (presses - both * share) / Math.sqrt(variance * (1 + EXTRA_VARIANCE * variance));
    const excess = presses - (previousPresses * responses) / previousResponses;
    if (presses < MIN_OPTION_PRESSES || !(z > MIN_Z)) continue;
    if (largest === null || excess > largest.excess + TOLERANCE) largest = { option, z, excess };
  }
  return largest;
}

/** The pain point with most presses of a list that has enough. */
function mostNamed(options: readonly Option[]): Reason | null {
  const [first] = options.toSorted((a, b) =>
    compareInOrder(b.responses - a.responses, a.key - b.key),
  );
  if (first === undefined) return null;
  const presses = pressesOf(first, options);
  return presses.listPresses < MIN_PRESSES
    ? null
    : { kind: 'painPoint', ...presses, previousPresses: null };
}

function pressesOf(
  { key, name, responses }: Option,
  list: readonly Option[],
): Pick<Extract<Reason, { listPresses: number }>, 'option' | 'presses' | 'listPresses'> {
  return {
    option: { key, name },
    presses: responses,
    listPresses: responsesOf(list.map((option) => option.responses)),
  };
}

/** The part of the week that changed most in a direction, weighted by its responses. */
function changedPart(direction: -1 | 1, facts: ReasonFacts): Reason | null {
  const sizeOf = ({ difference, usual, responses }: WeekPart): number =>
    direction * (difference - usual) * responses;
  const [part] = facts.parts
    .filter((candidate) => candidate.says === 'new' && sizeOf(candidate) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (part === undefined) return null;
  const indexIn = (cells: WeekCells): number | null =>
    indexOf(marginCounts(cells, part), facts.indexType, facts.feedbackScale);
  const [index, usual] = [indexIn(facts.cells), indexIn(facts.earlierCells)];
  if (index === null || usual === null) return null;
  const place =
    part.weekday === null
      ? ({ kind: 'part', at: part.part ?? 0 } as const)
      : ({ kind: 'weekday', at: part.weekday } as const);
  return { ...place, responses: part.responses, index, usual };
}
