// Queries for the feedback of a survey: sums by local year, month, week, day or hour, follow-ups, open feedback, raw results.
import type { FollowUpDefinition } from '../company.ts';
import { buttonCount, companyIndexOf } from '../company.ts';
import type {
  Answer,
  FollowUp as FollowUpAnswer,
  FollowUpResult,
  OpenFeedback,
  RawResult,
} from '../description/answer-schemas.ts';
import type { FeedbackEvent, TimeRange, CompanyStore } from '../company-store.ts';
import { formatTimestamp } from '../timestamp.ts';
import type { TimeZone } from '../time-zone.ts';
import { timeZoneOf } from '../time-zone.ts';
import { JsonList } from './json-list.ts';
import type { DatedItem } from './time-pages.ts';
import { PageByTime } from './time-pages.ts';
import { findSurvey } from './structure-queries.ts';

/** The maximum number of items in one answer. */
export interface ItemLimits {
  readonly openFeedback: number;
  readonly rawWithOpenFeedback: number;
  readonly raw: number;
  readonly alerts: number;
}

/** Items of `SummedResults`. */
export async function getResults(
  store: CompanyStore,
  key: number,
  range: TimeRange,
  truncation: Truncation,
): Promise<JsonList> {
  const { survey } = findSurvey(store, key);
  const zone = timeZoneOf(survey.timeZone);
  const sums = createPeriodSums(truncation, buttonCount(survey.feedbackScale), zone);
  await store.forEachCount(key, range, (ts, counts) => {
    sums.add(ts, counts);
  });
  return new JsonList(sumsJson(sums.items, zone));
}

function* sumsJson(sums: readonly PeriodSum[], zone: TimeZone): Generator<string> {
  for (const { ts, data } of sums) {
    yield `{"ts":"${formatTimestamp(ts, zone)}","data":[${numbersJson(data)}]}`;
  }
}

/** Several times as fast as `join` for a few numbers. */
function numbersJson([first = 0, ...others]: readonly number[]): string {
  let text = String(first);
  for (const number of others) text += `,${number}`;
  return text;
}

export async function getFollowUpResults(
  store: CompanyStore,
  key: number,
  range: TimeRange,
): Promise<Answer<'FollowUpResults'>> {
  const { survey } = findSurvey(store, key);
  const buttons = buttonCount(survey.feedbackScale);
  const options = companyIndexOf(store.structure()).followUps;
  const countsByOption = new Map<number, number[]>();
  await store.forEachFollowUp(key, range, (followUp, r, count) => {
    const data = countsByOption.get(followUp) ?? Array.from({ length: buttons }, () => 0);
    countsByOption.set(followUp, data);
    data[r] = (data[r] ?? 0) + count;
  });
  const rows = [...countsByOption].flatMap(([option, data]) => {
    const definition = options.get(option);
    return definition === undefined ? [] : [{ option: definition, data }];
  });
  return {
    meta: {},
    data: {
      painPoints: rankOptions(rows, 'painPoint'),
      highlights: rankOptions(rows, 'highlight'),
    },
  };
}

interface DefinitionCounts {
  readonly option: FollowUpDefinition;
  readonly data: readonly number[];
}

function rankOptions(
  rows: readonly DefinitionCounts[],
  kind: FollowUpDefinition['kind'],
): readonly FollowUpResult[] {
  const ranking = rows
    .filter(({ option }) => option.kind === kind)
    .sort((a, b) => {
      const difference = sum(b.data) - sum(a.data);
      return difference === 0 ? a.option.key - b.option.key : difference;
    });
  const total = sum(ranking.map(({ data }) => sum(data)));
  return ranking.map(({ option, data }) => ({
    ...followUpBody(option),
    data,
    percentages: data.map((count) => count / total),
  }));
}

export function listOpenFeedback(
  store: CompanyStore,
  key: number,
  range: TimeRange,
  caps: ItemLimits,
): PageByTime<OpenFeedback> {
  const { survey } = findSurvey(store, key);
  const zone = timeZoneOf(survey.timeZone);
  const options = companyIndexOf(store.structure()).followUps;
  const events = store.events(key, range, 'openFeedback');
  return createPage(events, range, caps.openFeedback, zone, (event) => {
    if ('data' in event || event.open === undefined) return undefined;
    const { relevance, spam, text } = event.open;
    return {
      ts: formatTimestamp(event.ts, zone),
      r: event.r,
      ...(relevance === undefined ? {} : { relevance }),
      ...(spam === undefined ? {} : { spam }),
      ...followUpField(event.followUp, options),
      text,
    };
  });
}

export function listRawResults(
  store: CompanyStore,
  key: number,
  range: TimeRange,
  include: { readonly followUp: boolean; readonly openFeedback: boolean },
  caps: ItemLimits,
): PageByTime<RawResult> {
  const { survey } = findSurvey(store, key);
  const zone = timeZoneOf(survey.timeZone);
  const options = include.followUp ? companyIndexOf(store.structure()).followUps : undefined;
  const cap = include.openFeedback ? caps.rawWithOpenFeedback : caps.raw;
  return createPage(store.events(key, range, 'all'), range, cap, zone, (event): RawResult => {
    const ts = formatTimestamp(event.ts, zone);
    if ('data' in event) return { ts, data: event.data };
    const { r, open } = event;
    const f = followUpField(event.followUp, options);
    if (open === undefined || !include.openFeedback) return { ts, r, ...f };
    const { text } = open;
    return open.isOldWebItem ? { ts, o: { r, text } } : { ts, r, ...f, o: { text } };
  });
}

function followUpField(
  key: number | undefined,
  options: ReadonlyMap<number, FollowUpDefinition> | undefined,
): { f?: FollowUpAnswer } {
  const option = key === undefined ? undefined : options?.get(key);
  return option === undefined ? {} : { f: followUpBody(option) };
}

function followUpBody({ key, name }: FollowUpDefinition): FollowUpAnswer {
  return { key, name };
}

function createPage<Item>(
  events: AsyncIterable<readonly FeedbackEvent[]>,
  { start }: TimeRange,
  cap: number,
  zone: TimeZone,
  body: (event: FeedbackEvent) => Item | undefined,
): PageByTime<Item> {
  async function* dated(): AsyncGenerator<readonly DatedItem<Item>[]> {
    for await (const batch of events) {
      yield batch.flatMap((event) => {
        const item = body(event);
        return item === undefined ? [] : [{ ts: event.ts, zone, start, item }];
      });
    }
  }
  return new PageByTime(dated(), cap);
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

export const truncations = ['year', 'month', 'week', 'day', 'hour'] as const;
export type Truncation = (typeof truncations)[number];

const dayMs = 86_400_000;

interface PeriodSum {
  /** The first instant of the local period. */
  readonly ts: number;
  readonly data: number[];
}

function createPeriodSums(truncation: Truncation, buttons: number, zone: TimeZone) {
  const startOf = createPeriodStart(truncation, zone);
  /** Ascending, without empty periods. */
  const items: PeriodSum[] = [];
  let start = NaN;
  let data: number[] = [];

  function dataOf(period: number): number[] {
    let index = items.length;
    // When clocks go back over midnight, a local day is followed by the previous one.
    while (index > 0 && (items[index - 1]?.ts ?? period) > period) index -= 1;
    const existingItem = items[index - 1];
    if (existingItem?.ts === period) return existingItem.data;
    const counts = buttons === 4 ? [0, 0, 0, 0] : [0, 0, 0, 0, 0];
    const item = { ts: period, data: counts };
    if (index === items.length) items.push(item);
    else items.splice(index, 0, item);
    return counts;
  }

  return {
    items,
    /** `counts` by response index; times ascend. */
    add: (ts: number, counts: readonly number[]): void => {
      if (!counts.some((count) => count > 0)) return;
      const period = startOf(ts);
      if (period !== start) {
        start = period;
        data = dataOf(period);
      }
      for (let r = 0; r < buttons; r += 1) data[r] = (data[r] ?? 0) + (counts[r] ?? 0);
    },
  };
}

function createPeriodStart(truncation: Truncation, zone: TimeZone): (ts: number) => number {
  if (truncation === 'hour') return (ts) => zone.hourStart(ts);
  let day = NaN;
  let start = NaN;
  return (ts) => {
    const localDay = Math.floor((ts + zone.offsetAt(ts)) / dayMs);
    if (localDay !== day) {
      day = localDay;
      start = zone.firstInstantOf(firstDay(truncation, localDay) * dayMs);
    }
    return start;
  };
}

/** The first day of the period, in days since 1970-01-01. */
function firstDay(truncation: Exclude<Truncation, 'hour'>, day: number): number {
  const date = new Date(day * dayMs);
  switch (truncation) {
    case 'day':
      return day;
    case 'week':
      return day - ((date.getUTCDay() + 6) % 7);
    case 'month':
      return day - date.getUTCDate() + 1;
    case 'year':
      return date.setUTCMonth(0, 1) / dayMs;
  }
}
