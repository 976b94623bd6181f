// The expected answers of the feedback endpoints, computed by loops over the raw lines.
import {
  buttonsOf,
  isPress,
  questionOf,
  within,
  type ModelFollowUp,
  type ModelKind,
  type ModelLine,
  type ModelPress,
  type ModelRange,
  type State,
  type ModelSurvey,
} from './model-company.ts';
import { parse, periodStart, timestamp, type ModelTruncation } from './model-zones.ts';

const defaultTamperDelaySeconds = 3;

/** An item of a time-ordered list and when it was. */
export interface Timed {
  readonly at: number;
  readonly item: object;
}

export function results(
  state: State,
  survey: ModelSurvey,
  range: ModelRange,
  truncation: ModelTruncation,
): readonly object[] {
  const sums = new Map<number, number[]>();
  for (const line of counted(state, survey)) {
    const at = timeOf(survey, line);
    if (!within(at, range)) continue;
    const start = periodStart(survey.timeZone, at, truncation);
    const data = sums.get(start) ?? zeros(survey);
    addTo(data, line);
    sums.set(start, data);
  }
  // A sum of nothing leaves its hour as empty as no sum.
  return [...sums]
    .filter(([, data]) => sum(data) > 0)
    .sort(([a], [b]) => a - b)
    .map(([start, data]) => ({ ts: timestamp(survey.timeZone, start), data }));
}

export function followUps(state: State, survey: ModelSurvey, range: ModelRange): object {
  const options = questionOf(state.company, survey).followUps;
  return { painPoints: list('painPoint'), highlights: list('highlight') };

  function list(kind: ModelKind): readonly object[] {
    const chosen = options
      .filter((option) => option.kind === kind)
      .map((option) => ({ option, data: countsOf(option) }))
      .filter(({ data }) => sum(data) > 0);
    const total = sum(chosen.flatMap(({ data }) => data));
    return chosen
      .sort((a, b) => a.option.key - b.option.key)
      .sort((a, b) => sum(b.data) - sum(a.data))
      .map(({ option, data }) => ({
        key: option.key,
        name: option.name,
        data,
        percentages: data.map((count) => count / total),
      }));
  }

  function countsOf({ key }: ModelFollowUp): readonly number[] {
    const data = zeros(survey);
    for (const line of linesOf(state, survey)) {
      if (isPress(line) && line.f === key && within(parse(line.ts), range)) addTo(data, line);
    }
    return data;
  }
}

export function openFeedback(
  state: State,
  survey: ModelSurvey,
  range: ModelRange,
): readonly Timed[] {
  return timed(state, survey, range, (line, ts) => {
    if ('data' in line) return undefined;
    if ('o' in line) {
      return line.o.text === undefined ? undefined : { ts, r: line.o.r, text: line.o.text };
    }
    const { r, text, relevance, spam } = line;
    if (text === undefined) return undefined;
    return {
      ts,
      r,
      ...(relevance === undefined ? {} : { relevance }),
      ...(spam === undefined ? {} : { spam }),
      ...chosen(state, survey, line),
      text,
    };
  });
}

export interface Switches {
  readonly followup: boolean;
  readonly openfeedback: boolean;
}

export function rawResults(
  state: State,
  survey: ModelSurvey,
  range: ModelRange,
  { followup, openfeedback }: Switches,
): readonly Timed[] {
  return timed(state, survey, range, (line, ts) => {
    if ('data' in line) return { ts, data: line.data };
    if ('o' in line) {
      return openfeedback && line.o.text !== undefined ? { ts, o: line.o } : { ts, r: line.o.r };
    }
    const { r, text } = line;
    return {
      ts,
      r,
      ...(followup ? chosen(state, survey, line) : {}),
      ...(openfeedback && text !== undefined ? { o: { text } } : {}),
    };
  });
}

export function linesOf({ lines }: State, { key }: ModelSurvey): readonly ModelLine[] {
  return lines.filter((line) => line.survey === key);
}

function timed(
  state: State,
  survey: ModelSurvey,
  range: ModelRange,
  itemOf: (line: ModelLine, ts: string) => object | undefined,
): readonly Timed[] {
  return linesOf(state, survey)
    .map((line) => {
      const at = timeOf(survey, line);
      return { at, item: itemOf(line, timestamp(survey.timeZone, at)) };
    })
    .filter((entry): entry is Timed => entry.item !== undefined && within(entry.at, range))
    .sort((a, b) => a.at - b.at);
}

/** An hourly sum is at the start of its hour. */
function timeOf({ timeZone }: ModelSurvey, line: ModelLine): number {
  const instant = parse(line.ts);
  return 'data' in line ? periodStart(timeZone, instant, 'hour') : instant;
}

function chosen(state: State, survey: ModelSurvey, { f }: ModelPress): object {
  if (f === undefined) return {};
  const option = questionOf(state.company, survey).followUps.find(({ key }) => key === f);
  return option === undefined ? {} : { f: { key: f, name: option.name } };
}

/** Excludes events of the misuse filter, for any requested range. */
function counted(state: State, survey: ModelSurvey): readonly ModelLine[] {
  const seconds = state.company.misuse?.tamperDelaySeconds ?? defaultTamperDelaySeconds;
  const lines = [...linesOf(state, survey)].sort((a, b) => parse(a.ts) - parse(b.ts));
  const last = new Map<string | number, number>();
  return lines.filter((line) => {
    if (!isPress(line) || line.device === undefined) return true;
    const before = last.get(line.device);
    if (before !== undefined && parse(line.ts) - before < seconds * 1000) return false;
    last.set(line.device, parse(line.ts));
    return true;
  });
}

function zeros(survey: ModelSurvey): number[] {
  return Array.from({ length: buttonsOf(survey) }, () => 0);
}

function addTo(data: number[], line: ModelLine): void {
  if ('data' in line) {
    for (const [r, count] of line.data.entries()) data[r] = (data[r] ?? 0) + count;
  } else {
    const r = 'o' in line ? line.o.r : line.r;
    data[r] = (data[r] ?? 0) + 1;
  }
}

function sum(data: readonly number[]): number {
  return data.reduce((total, count) => total + count, 0);
}
