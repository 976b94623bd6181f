// A query to the service with the answer that the model expects in a given state.
import { fc } from '../../support/property-settings.ts';
import type { ModelRange, State } from './model-company.ts';
import type { Expected } from './compare-answers.ts';
import { gaps, pick } from './generate-company.ts';
import { surveyStates } from './model-structure.ts';
import { hourMs, parse, spell, stretchAt, truncations } from './model-zones.ts';

export interface ModelQuery {
  readonly path: string;
  readonly expected: (state: State) => Expected;
  /** The same ask from an instant on, for those that can be continued. */
  readonly from?: (ts: string) => ModelQuery;
}

/** Items in one answer. */
export interface Caps {
  readonly openFeedback: number;
  readonly rawWithOpenFeedback: number;
  readonly raw: number;
  readonly alerts: number;
}

const boundPicks = fc.option(
  fc.record({
    event: fc.nat(59),
    gap: fc.oneof(
      fc.constant(0),
      fc.constantFrom(...gaps, ...gaps.map((gap) => -gap)),
      fc.integer({ min: -72, max: 72 }).map((n) => n * hourMs),
    ),
    offset: fc.nat(3),
    colon: fc.boolean(),
  }),
  { freq: 2, nil: undefined },
);
const flag = fc.constantFrom(undefined, true, false);

/** What is asked, about which of the keys, and every parameter that any endpoint takes. */
export const queryPicks = fc.record({
  what: fc.constantFrom(
    ...(['results', 'results', 'results', 'results', 'results', 'results'] as const),
    ...(['rawresults', 'rawresults', 'rawresults', 'openfeedback', 'openfeedback'] as const),
    ...(['alerts', 'alerts', 'alerts', 'alerts', 'followup', 'followup', 'followup'] as const),
    ...(['folders', 'folder', 'children', 'survey', 'questions', 'question', 'surveys'] as const),
  ),
  key: fc.nat(11),
  elsewhere: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
  start: boundPicks,
  end: boundPicks,
  reversed: fc.constantFrom(...Array.from({ length: 6 }, () => false), true),
  truncation: fc.constantFrom(undefined, ...truncations, ...truncations),
  shout: fc.boolean(),
  first: flag,
  second: flag,
  local: fc.boolean(),
  state: fc.constantFrom(undefined, ...surveyStates),
  offset: fc.constantFrom(undefined, 0, 1, 2, 5),
  limit: fc.constantFrom(undefined, 1, 2, 3, 100),
  /** Follow moreResultsAfter to the end. */
  walk: fc.boolean(),
});
export type QueryPicks = ReturnType<typeof queryPicks.generate>['value'];

export const missing: Expected = { kind: 'refused', status: 404 };
export const invalid: Expected = { kind: 'refused', status: 400 };

/** A range and how it is written in the request. */
export interface FormattedRange extends ModelRange {
  readonly startText?: string | undefined;
  readonly endText?: string | undefined;
}

/** Bounds lie near events. */
export function formatRange(
  { start, end, reversed }: QueryPicks,
  { lines, now }: State,
): FormattedRange {
  const at = (rangeEdge: QueryPicks['start']): number | undefined => {
    if (rangeEdge === undefined) return undefined;
    return (lines.length === 0 ? now : parse(pick(lines, rangeEdge.event).ts)) + rangeEdge.gap;
  };
  let [from, to] = [at(start), at(end)];
  if (from !== undefined && to !== undefined && from > to !== reversed) [from, to] = [to, from];
  const text = (
    rangeEdge: QueryPicks['start'],
    instant: number | undefined,
  ): string | undefined => {
    if (rangeEdge === undefined || instant === undefined) return undefined;
    const helsinki = stretchAt('Europe/Helsinki', instant).offset;
    const offset = pick([0, helsinki, -3.5 * hourMs, 5.75 * hourMs], rangeEdge.offset);
    return spell(instant, offset, rangeEdge.colon ? ':' : '', instant % 1000 !== 0);
  };
  return { ...rangeOf(from, to), startText: text(start, from), endText: text(end, to) };
}

export function rangeOf(start: number | undefined, end: number | undefined): ModelRange {
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

export function startingAt(range: FormattedRange, ts: string): FormattedRange {
  return { ...range, start: parse(ts), startText: ts };
}

export function isReversed({ start, end }: ModelRange): boolean {
  return start !== undefined && end !== undefined && end < start;
}

export function pathOf(
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
