// Queries on a survey's feedback: sums, follow-ups, open feedback, raw results.
// It hides the shapes of their items and how much fits into one answer.
import { buttonsOf, directoryOf, type FollowUp } from './company.ts';
import { fillPage, type Page } from './pages.ts';
import { findSurvey } from './query-structure.ts';
import type { FeedbackEvent, OpenText, Range, Store } from './store.ts';
import { sumsBy, type Truncation } from './sums.ts';
import { formatTimestamp } from './timestamp.ts';
import { zoneOf, type Zone } from './zone.ts';

/** Items in one answer. */
export interface Caps {
  readonly openFeedback: number;
  readonly rawWithOpenFeedback: number;
  readonly raw: number;
  readonly alerts: number;
}

export async function results(
  store: Store,
  key: number,
  range: Range,
  truncation: Truncation,
): Promise<readonly object[]> {
  const { survey } = findSurvey(store, key);
  const zone = zoneOf(survey.timeZone);
  const sums = sumsBy(truncation, buttonsOf(survey.feedbackScale), zone);
  await store.eachCount(key, range, (ts, r, count) => {
    sums.add(ts, r, count);
  });
  return sums.items().map(({ ts, data }) => ({ ts: formatTimestamp(ts, zone), data }));
}

export async function followUps(store: Store, key: number, range: Range): Promise<object> {
  const { survey } = findSurvey(store, key);
  const buttons = buttonsOf(survey.feedbackScale);
  const options = directoryOf(store.structure()).followUps;
  const counted = new Map<number, number[]>();
  await store.eachFollowUp(key, range, (followUp, r, count) => {
    const data = counted.get(followUp) ?? Array.from({ length: buttons }, () => 0);
    counted.set(followUp, data);
    data[r] = (data[r] ?? 0) + count;
  });
  const rows = [...counted].flatMap(([option, data]) => {
    const found = options.get(option);
    return found === undefined ? [] : [{ option: found, data }];
  });
  return {
    meta: {},
    data: { painPoints: ranked(rows, 'painPoint'), highlights: ranked(rows, 'highlight') },
  };
}

interface Row {
  readonly option: FollowUp;
  readonly data: readonly number[];
}

function ranked(rows: readonly Row[], kind: FollowUp['kind']): readonly object[] {
  const own = rows
    .filter(({ option }) => option.kind === kind)
    .sort((a, b) => {
      const more = sum(b.data) - sum(a.data);
      return more === 0 ? a.option.key - b.option.key : more;
    });
  const total = sum(own.map(({ data }) => sum(data)));
  return own.map(({ option, data }) => ({
    ...followUpBody(option),
    data,
    percentages: data.map((count) => count / total),
  }));
}

export async function openFeedback(
  store: Store,
  key: number,
  range: Range,
  caps: Caps,
): Promise<object> {
  const { survey } = findSurvey(store, key);
  const zone = zoneOf(survey.timeZone);
  const options = directoryOf(store.structure()).followUps;
  const filler = fillPage<object>(caps.openFeedback);
  await store.eachEvent(key, range, 'openFeedback', (event) => {
    if ('data' in event || event.open === undefined) return true;
    const { relevance, spam, text } = event.open;
    const item = {
      ts: formatTimestamp(event.ts, zone),
      r: event.r,
      ...(relevance === undefined ? {} : { relevance }),
      ...(spam === undefined ? {} : { spam }),
      ...chosen(event.followUp, options),
      text,
    };
    return filler.offer(event.ts, item, range.start);
  });
  return pageBody(filler.page(), zone);
}

export async function rawResults(
  store: Store,
  key: number,
  range: Range,
  wanted: { readonly followUp: boolean; readonly openFeedback: boolean },
  caps: Caps,
): Promise<object> {
  const { survey } = findSurvey(store, key);
  const zone = zoneOf(survey.timeZone);
  const options = directoryOf(store.structure()).followUps;
  const filler = fillPage<object>(wanted.openFeedback ? caps.rawWithOpenFeedback : caps.raw);
  await store.eachEvent(key, range, 'all', (event) => {
    const ts = formatTimestamp(event.ts, zone);
    const item =
      'data' in event
        ? { ts, data: event.data }
        : { ts, ...pressBody(event, wanted.openFeedback, wanted.followUp ? options : none) };
    return filler.offer(event.ts, item, range.start);
  });
  return pageBody(filler.page(), zone);
}

const none: ReadonlyMap<number, FollowUp> = new Map();

function pressBody(
  { r, followUp, open }: Exclude<FeedbackEvent, { data: unknown }>,
  withOpenFeedback: boolean,
  options: ReadonlyMap<number, FollowUp>,
): object {
  const f = chosen(followUp, options);
  if (open === undefined || !withOpenFeedback) return { r, ...f };
  return open.isOldWebItem ? { o: { r, text: open.text } } : { r, ...f, o: textBody(open) };
}

function textBody({ text }: OpenText): object {
  return { text };
}

function chosen(key: number | undefined, options: ReadonlyMap<number, FollowUp>): object {
  const option = key === undefined ? undefined : options.get(key);
  return option === undefined ? {} : { f: followUpBody(option) };
}

function followUpBody({ key, name }: FollowUp): object {
  return { key, name };
}

function pageBody({ items, moreAfter }: Page<object>, zone: Zone): object {
  const meta =
    moreAfter === undefined ? {} : { moreResultsAfter: formatTimestamp(moreAfter, zone) };
  return { meta, data: items };
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
