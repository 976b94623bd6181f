// The alert engine: opens and closes the alerts of a survey's specifications as its presses arrive.
import { hash } from 'node:crypto';
import {
  buttonCount,
  type AlertSpecification,
  type ServiceIndexType,
  type Survey,
} from './company.ts';
import type { ServiceAlert, TimeRange } from './company-store.ts';

const minuteMs = 60_000;

/** The number of buttons, from the worst up, that count as negative. */
const negativeButtons = 2;

interface Evaluation {
  readonly isMet: boolean;
  /** To be called before the window moves on. */
  parameters(): Readonly<Record<string, unknown>>;
}

/** An alert with its end, which is in the future when no press has closed the alert yet. */
interface EndedAlert extends ServiceAlert {
  readonly endTime: number;
}

/** Takes the presses of one survey in the order of time. */
export interface AlertTracker {
  addPress(ts: number, r: number): void;
  /** To be called after the last press: open alerts end when that press leaves the window. */
  finish(): void;
}

/** `isForeseen`: no press has closed the alert; it ends when the last press leaves the window. */
type OnAlert = (alert: EndedAlert, isForeseen: boolean) => void;

export type OpenAlert = Omit<ServiceAlert, 'endTime'>;

/** What a tracker of earlier presses has found. */
export interface EarlierAlerts {
  /** Alerts that were open after the last press. */
  readonly open: readonly OpenAlert[];
  /** The presses of the longest window before the last press, in the order of time, with the last one. */
  readonly presses: readonly (readonly [ts: number, r: number])[];
}

/** Continues after earlier presses, if there are any. */
export function createAlertTracker(
  survey: Survey,
  onAlert: OnAlert,
  earlier: EarlierAlerts = { open: [], presses: [] },
): AlertTracker {
  const trackers = survey.alertSpecifications.map((specification) =>
    createSpecificationTracker(survey, specification, onAlert, earlier),
  );
  return {
    addPress: (ts, r) => {
      for (const tracker of trackers) tracker.addPress(ts, r);
    },
    finish: () => {
      for (const tracker of trackers) tracker.finish();
    },
  };
}

function createSpecificationTracker(
  survey: Survey,
  specification: AlertSpecification,
  onAlert: OnAlert,
  earlier: EarlierAlerts,
): AlertTracker {
  const windowMs = windowOf(specification);
  const data = Array.from({ length: buttonCount(survey.feedbackScale) }, () => 0);
  const window = createPressWindow();
  let openAlertState = earlier.open.find((alert) => alert.specification === specification.key);
  let responses = 0;
  let now = -Infinity;

  function count(r: number, step: 1 | -1): void {
    data[r] = (data[r] ?? 0) + step;
    responses += step;
  }

  function close(endTime: number, isForeseen: boolean): void {
    if (openAlertState !== undefined) onAlert({ ...openAlertState, endTime }, isForeseen);
    openAlertState = undefined;
  }

  function add(ts: number, r: number): void {
    now = ts;
    window.add(ts, r);
    count(r, 1);
  }

  /** Called once for all presses of one instant, so that their order has no effect. */
  function evaluate(): void {
    if (responses === 0) return;
    window.removeUntil(now - windowMs, (r) => {
      count(r, -1);
    });
    const evaluation = evaluateSpecification(survey.indexType, specification, data, responses);
    if (!evaluation.isMet) close(now, false);
    else openAlertState ??= openAlert(survey, specification, now, evaluation.parameters());
  }

  // The next evaluation removes presses that have left this window.
  for (const [ts, r] of earlier.presses) add(ts, r);
  return {
    addPress: (ts, r) => {
      if (ts !== now) {
        evaluate();
        if (ts >= now + windowMs) close(now + windowMs, false);
      }
      add(ts, r);
    },
    finish: () => {
      evaluate();
      close(now + windowMs, true);
    },
  };
}

/** Events have whole milliseconds, so the window is rounded up to them. */
function windowOf({ parameters }: AlertSpecification): number {
  return Math.ceil(parameters.windowMin * minuteMs);
}

/** The longest window of the survey's specifications, ms; 0 without specifications. */
export function longestWindowMs({ alertSpecifications }: Survey): number {
  return Math.max(0, ...alertSpecifications.map(windowOf));
}

/** Whether the alert is open at some time of the range. */
export function isOpenDuring(
  { beginTime, endTime }: ServiceAlert,
  { start, end }: TimeRange,
): boolean {
  return start < end && beginTime < end && (endTime === undefined || endTime > start);
}

interface PressWindow {
  add(ts: number, r: number): void;
  /** Removes presses at or before the instant. */
  removeUntil(instant: number, visit: (r: number) => void): void;
}

/** A queue that frees its memory: it is never longer than twice the presses of one window, or 1,024. */
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
): OpenAlert {
  // Depends only on survey, specification and beginTime, so that it never changes. 6 bytes are exact in
  // every JSON parser. A million alerts have two with the same key with a probability of 1 in 560.
  const source = `${survey} ${specification} ${beginTime}`;
  const key = hash('sha256', source, 'buffer').readUIntBE(0, 6);
  return { key, survey, alertType, specification, beginTime, parameters };
}

function evaluateSpecification(
  indexType: ServiceIndexType,
  specification: AlertSpecification,
  data: readonly number[],
  responses: number,
): Evaluation {
  switch (specification.alertType) {
    case 'negative': {
      const { parameters } = specification;
      const negativeResponses = sumUpTo(data, negativeButtons);
      const actual = (100 * negativeResponses) / responses;
      return {
        isMet: actual >= parameters.threshold && responses >= parameters.countThreshold,
        parameters: () => ({ negative: true, ...parameters, responses, actual, negativeResponses }),
      };
    }
    case 'indexThreshold': {
      const { parameters } = specification;
      const isUnder = parameters.thresholdType === 'under';
      const actual = surveyIndex(indexType, data, responses);
      const isBeyond = isUnder ? actual < parameters.threshold : actual > parameters.threshold;
      return {
        isMet: isBeyond && responses >= (parameters.countThreshold ?? 1),
        parameters: () => ({ negative: isUnder, ...parameters, responses, actual }),
      };
    }
    case 'feedbackCount': {
      const { parameters } = specification;
      let matching = 0;
      for (const r of parameters.responseFilter) matching += data[r] ?? 0;
      const negative = parameters.responseFilter.every((r) => r < negativeButtons);
      return {
        isMet: matching >= parameters.countThreshold,
        parameters: () => ({ negative, ...parameters, responses: matching }),
      };
    }
  }
}

/** The survey's index as defined in the domain rules; `responses` is at least 1. */
function surveyIndex(
  indexType: ServiceIndexType,
  data: readonly number[],
  responses: number,
): number {
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
