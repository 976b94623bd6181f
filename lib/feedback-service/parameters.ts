// What a request asks for, read from its path and query. It hides percent-encoding, defaults and
// the spelling of values; every fault is kept, so that all are told at once.
import type { Fault } from './problem.ts';
import type { Range } from './store.ts';
import { truncations, type Truncation } from './sums.ts';
import { parseLocalTimestamp, parseTimestamp } from './timestamp.ts';

const surveyStates = ['active', 'ended', 'starting'] as const;
export type SurveyState = (typeof surveyStates)[number];

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** A range in absolute time, or in the local time (ms as if UTC) of each survey. */
export interface AlertRange extends Range {
  readonly isLocal: boolean;
}

export interface Parameters {
  readonly faults: readonly Fault[];
  /** The key in the path; one that no number can hold exactly is the key of nothing. */
  key(): number;
  flag(name: string): boolean;
  state(): SurveyState | undefined;
  slice(): Slice;
  truncation(): Truncation;
  range(reversed: 'refused' | 'empty'): Range;
  alertRange(): AlertRange;
}

const defaultLimit = 50;
const maximalLimit = 100;

/** `path` is the raw segment of the key; `query` is the raw query string without `?`. */
export function readParameters(path: string | undefined, query: string): Parameters {
  const faults: Fault[] = [];
  const given = readQuery(query);

  function fault(parameter: string, code: Fault['code'], message: string): void {
    faults.push({ parameter, code, message });
  }

  /** The one value of a parameter; undefined where it is absent or, told as a fault, not readable. */
  function value(name: string): string | undefined {
    const values = given.get(name);
    if (values === undefined) return undefined;
    if (values.length > 1) {
      fault(name, 'PARAMETER_REPEATED', `${name} is given more than once.`);
      return undefined;
    }
    const [only] = values;
    if (only === undefined) {
      fault(name, 'PARAMETER_INVALID', `${name} is not valid percent-encoded UTF-8.`);
    }
    return only;
  }

  function read<Value, Default>(
    name: string,
    parse: (text: string) => Value | undefined,
    whenAbsent: Default,
    wanted: string,
  ): Value | Default {
    const text = value(name);
    if (text === undefined) return whenAbsent;
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    fault(name, 'PARAMETER_INVALID', `${name} must be ${wanted}.`);
    return whenAbsent;
  }

  function date(name: string, whenAbsent: number): number {
    const wanted = 'a date-time that exists, with an offset, its + written as %2B';
    return read(name, parseTimestamp, whenAbsent, wanted);
  }

  function localDate(name: string, whenAbsent: number): number {
    const wanted = 'a date-time that exists, without a time zone';
    return read(name, parseLocalTimestamp, whenAbsent, wanted);
  }

  function refuseReversed(range: Range, name: string): void {
    if (range.end >= range.start) return;
    fault(name, 'RANGE_REVERSED', 'The end of the range is before its start.');
  }

  function absoluteRange(): Range {
    return { start: date('date_start', -Infinity), end: date('date_end', Infinity) };
  }

  return {
    faults,
    key: () => {
      const text = decode(path ?? '');
      if (text !== undefined && /^\d+$/.test(text)) {
        const key = Number(text);
        return Number.isSafeInteger(key) ? key : NaN;
      }
      fault('key', 'KEY_INVALID', 'The key in the path must be a number.');
      return NaN;
    },
    flag: (name) => read(name, (text) => flags.get(text), false, 'true or false'),
    state: () =>
      read(
        'state',
        (text) => surveyStates.find((state) => state === text),
        undefined,
        `one of ${surveyStates.join(', ')}`,
      ),
    slice: () => ({
      offset: read('offset', (text) => integer(text, 0, Infinity), 0, 'an integer from 0 up'),
      limit: read(
        'limit',
        (text) => integer(text, 1, maximalLimit),
        defaultLimit,
        `an integer from 1 to ${maximalLimit}`,
      ),
    }),
    truncation: () =>
      read(
        'truncate',
        (text) => truncations.find((truncation) => truncation === text.toLowerCase()),
        'day',
        `one of ${truncations.join(', ')}`,
      ),
    range: (reversed) => {
      const range = absoluteRange();
      if (reversed === 'refused') refuseReversed(range, 'date_end');
      return range;
    },
    alertRange: () => {
      const isLocal = given.has('local_date_start') || given.has('local_date_end');
      const absolute = absoluteRange();
      const local = {
        start: localDate('local_date_start', -Infinity),
        end: localDate('local_date_end', Infinity),
      };
      if (isLocal && (given.has('date_start') || given.has('date_end'))) {
        const message = 'A local and an absolute range exclude each other.';
        fault('local_date_start', 'RANGES_MIXED', message);
      }
      refuseReversed(absolute, 'date_end');
      refuseReversed(local, 'local_date_end');
      return { ...(isLocal ? local : absolute), isLocal };
    },
  };
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function integer(text: string, from: number, to: number): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= from && number <= to ? number : undefined;
}

/** Values by name, in their order; undefined stands for one that cannot be decoded. */
function readQuery(query: string): ReadonlyMap<string, readonly (string | undefined)[]> {
  const values = new Map<string, (string | undefined)[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    // A name that cannot be decoded is none of ours, and unknown names are ignored.
    if (name === undefined) continue;
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1).replaceAll('+', ' '));
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else earlier.push(value);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
