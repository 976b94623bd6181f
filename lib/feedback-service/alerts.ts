// The alert engine: what a survey's specifications make of its presses.
// It hides the sliding window and the rules by which an alert opens and closes.
import { createHash } from 'node:crypto';
import { pressesOf, type Columns, type Presses } from './columns.ts';
import { buttonsOf, type AlertSpecification, type IndexType, type Survey } from './company.ts';
import type { Alert } from './store.ts';

const minuteMs = 60_000;

/** How many buttons, from the worst one up, count as negative. */
const negativeButtons = 2;

interface Window {
  /** Counts by response index. */
  readonly data: readonly number[];
  readonly responses: number;
}

interface Verdict {
  readonly isMet: boolean;
  /** Told at once or not at all: the window moves on. */
  parameters(): Readonly<Record<string, unknown>>;
}

/**
 * Every alert of the survey's specifications, by the order of specifications and time.
 * Each is closed here: at the latest when the last press leaves the window.
 */
export function alertsOf(survey: Survey, columns: Columns): readonly Alert[] {
  const presses = pressesOf(columns);
  return survey.alertSpecifications.flatMap((specification) =>
    alertsOfSpecification(survey, specification, presses),
  );
}

function alertsOfSpecification(
  survey: Survey,
  specification: AlertSpecification,
  { ts: times, r: buttons }: Presses,
): readonly Alert[] {
  const windowMs = specification.parameters.windowMin * minuteMs;
  const data = Array.from({ length: buttonsOf(survey.feedbackScale) }, () => 0);
  const alerts: Alert[] = [];
  let opened: Omit<Alert, 'endTime'> | undefined;
  let responses = 0;
  let oldest = 0;
  let last = -Infinity;

  function move(row: number, step: 1 | -1): void {
    const r = buttons[row] ?? 0;
    data[r] = (data[r] ?? 0) + step;
    responses += step;
  }

  function close(endTime: number): void {
    if (opened !== undefined) alerts.push({ ...opened, endTime });
    opened = undefined;
  }

  for (let row = 0; row < times.length;) {
    const now = times[row] ?? 0;
    if (now >= last + windowMs) close(last + windowMs);
    // Presses of one instant are in one window, so that their order does not matter.
    for (; times[row] === now; row += 1) move(row, 1);
    for (; (times[oldest] ?? now) <= now - windowMs; oldest += 1) move(oldest, -1);
    const verdict = judge(survey.indexType, specification, { data, responses });
    if (!verdict.isMet) close(now);
    else if (opened === undefined) opened = open(specification, now, verdict.parameters());
    last = now;
  }
  close(last + windowMs);
  return alerts;
}

function open(
  { key, alertType }: AlertSpecification,
  beginTime: number,
  parameters: Readonly<Record<string, unknown>>,
): Omit<Alert, 'endTime'> {
  return { key: alertKey(key, beginTime), alertType, specification: key, beginTime, parameters };
}

/** The same specification and beginTime keep their key, in every store and every process. */
function alertKey(specification: number, beginTime: number): number {
  // 6 bytes are a whole number in every JSON reader, and no two alerts of a company meet.
  return createHash('sha256').update(`${specification} ${beginTime}`).digest().readUIntBE(0, 6);
}

function judge(
  indexType: IndexType,
  specification: AlertSpecification,
  { data, responses }: Window,
): Verdict {
  switch (specification.alertType) {
    case 'negative': {
      const given = specification.parameters;
      const negativeResponses = sumUpTo(data, negativeButtons);
      const actual = (100 * negativeResponses) / responses;
      return {
        isMet: actual >= given.threshold && responses >= given.countThreshold,
        parameters: () => ({ negative: true, ...given, responses, actual, negativeResponses }),
      };
    }
    case 'indexThreshold': {
      const given = specification.parameters;
      const isUnder = given.thresholdType === 'under';
      const actual = indexOf(indexType, data, responses);
      return {
        isMet: isUnder ? actual < given.threshold : actual > given.threshold,
        parameters: () => ({ negative: isUnder, ...given, responses, actual }),
      };
    }
    case 'feedbackCount': {
      const given = specification.parameters;
      let matching = 0;
      for (const r of given.responseFilter) matching += data[r] ?? 0;
      const negative = given.responseFilter.every((r) => r < negativeButtons);
      return {
        isMet: matching >= given.countThreshold,
        parameters: () => ({ negative, ...given, responses: matching }),
      };
    }
  }
}

/** The index as the document's company computes it; `responses` is at least 1. */
function indexOf(indexType: IndexType, data: readonly number[], responses: number): number {
  let weighted = 0;
  for (let r = 1; r < data.length; r += 1) weighted += r * (data[r] ?? 0);
  const top = data.length - 1;
  switch (indexType) {
    case 'HAPPY':
      return (100 * weighted) / (top * responses);
    case 'AVERAGE':
      return 1 + weighted / responses;
    case 'NPS': {
      const promoters = data[top] ?? 0;
      const detractors = sumUpTo(data, top - 1);
      return (100 * (promoters - detractors)) / responses;
    }
  }
}

function sumUpTo(data: readonly number[], end: number): number {
  let total = 0;
  for (let r = 0; r < end; r += 1) total += data[r] ?? 0;
  return total;
}
