// The alert engine: what a survey's specifications make of its presses.
// It hides the sliding window and the rules by which an alert opens and closes.
import { createHash } from 'node:crypto';
import { buttonCount, type AlertSpecification, type IndexType, type Survey } from './company.ts';
import type { Alert, Range } from './company-store.ts';

const minuteMs = 60_000;

/** How many buttons, from the worst one up, count as negative. */
const negativeButtons = 2;

interface WindowCounts {
  /** Counts by response index. */
  readonly counts: readonly number[];
  readonly responses: number;
}

interface Evaluation {
  readonly isMet: boolean;
  /** Told at once or not at all: the window moves on. */
  parameters(): Readonly<Record<string, unknown>>;
}

/** An alert whose end is known or, for one that no press has ended yet, foreseen. */
interface EndedAlert extends Alert {
  readonly endTime: number;
}

/** Follows one survey's presses, which come in the order of time. */
export interface AlertTracker {
  addPress(ts: number, r: number): void;
  /** After the last press: ends what is open when that press leaves the window. */
  finish(): void;
}

/** `isForeseen`: no press has ended the alert; it ends when the last one leaves the window. */
type OnAlert = (alert: EndedAlert, isForeseen: boolean) => void;

export function createAlertTracker(survey: Survey, tell: OnAlert): AlertTracker {
  const watches = survey.alertSpecifications.map((specification) =>
    createSpecificationTracker(survey, specification, tell),
  );
  return {
    addPress: (ts, r) => {
      for (const watch of watches) watch.addPress(ts, r);
    },
    finish: () => {
      for (const watch of watches) watch.finish();
    },
  };
}

function createSpecificationTracker(
  survey: Survey,
  specification: AlertSpecification,
  tell: OnAlert,
): AlertTracker {
  // Events are whole milliseconds, and so is a window.
  const windowMs = Math.ceil(specification.parameters.windowMin * minuteMs);
  const data = Array.from({ length: buttonCount(survey.feedbackScale) }, () => 0);
  const window = createPressWindow();
  let opened: Omit<Alert, 'endTime'> | undefined;
  let responses = 0;
  let now = -Infinity;

  function count(r: number, step: 1 | -1): void {
    data[r] = (data[r] ?? 0) + step;
    responses += step;
  }

  function close(endTime: number, isForeseen: boolean): void {
    if (opened !== undefined) tell({ ...opened, endTime }, isForeseen);
    opened = undefined;
  }

  /** Once for all presses of one instant, which are in one window whatever their order. */
  function evaluate(): void {
    if (responses === 0) return;
    window.removeUntil(now - windowMs, (r) => {
      count(r, -1);
    });
    const verdict = evaluateSpecification(survey.indexType, specification, {
      counts: data,
      responses,
    });
    if (!verdict.isMet) close(now, false);
    else opened ??= openAlert(survey, specification, now, verdict.parameters());
  }

  return {
    addPress: (ts, r) => {
      if (ts !== now) {
        evaluate();
        if (ts >= now + windowMs) close(now + windowMs, false);
        now = ts;
      }
      window.add(ts, r);
      count(r, 1);
    },
    finish: () => {
      evaluate();
      close(now + windowMs, true);
    },
  };
}

/** Whether an alert is open at some time of the range. */
export function isOpenDuring({ beginTime, endTime }: Alert, { start, end }: Range): boolean {
  return start < end && beginTime < end && (endTime === undefined || endTime > start);
}

interface PressWindow {
  add(ts: number, r: number): void;
  /** Takes out what lies at or before the instant. */
  removeUntil(instant: number, visit: (r: number) => void): void;
}

/** A queue that gives back its room: no longer than twice the presses of one window. */
function createPressWindow(): PressWindow {
  let times: number[] = [];
  let buttons: number[] = [];
  let oldest = 0;
  return {
    add: (ts, r) => {
      times.push(ts);
      buttons.push(r);
    },
    removeUntil: (instant, visit) => {
      for (; (times[oldest] ?? Infinity) <= instant; oldest += 1) visit(buttons[oldest] ?? 0);
      if (oldest < 1024 || oldest * 2 < times.length) return;
      times = times.slice(oldest);
      buttons = buttons.slice(oldest);
      oldest = 0;
    },
  };
}

function openAlert(
  { key: survey }: Survey,
  { key: specification, alertType }: AlertSpecification,
  beginTime: number,
  parameters: Readonly<Record<string, unknown>>,
): Omit<Alert, 'endTime'> {
  const key = alertKey(survey, specification, beginTime);
  return { key, survey, alertType, specification, beginTime, parameters };
}

/** The same specification and beginTime keep their key, in every store and every process. */
function alertKey(survey: number, specification: number, beginTime: number): number {
  // 6 bytes are a whole number in every JSON reader; that two of a million alerts meet is as likely
  // as 1 to 560.
  return createHash('sha256')
    .update(`${survey} ${specification} ${beginTime}`)
    .digest()
    .readUIntBE(0, 6);
}

function evaluateSpecification(
  indexType: IndexType,
  specification: AlertSpecification,
  { counts: data, responses }: WindowCounts,
): Evaluation {
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
      const actual = surveyIndex(indexType, data, responses);
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
function surveyIndex(indexType: IndexType, data: readonly number[], responses: number): number {
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
