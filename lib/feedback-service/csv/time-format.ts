// Parses the times of vendors' exports by a format such as `dd.MM.yyyy HH:mm:ss` or `M/d/yyyy h:mm a`.
import { parseLocalTime, parseTimestamp } from '../timestamp.ts';
import { timeZoneOf } from '../time-zone.ts';

/** With an offset an instant in UTC milliseconds, otherwise the wall clock in ms as if it were UTC. */
export type ParsedTime = { readonly instant: number } | { readonly local: number };

/** Undefined for text that has another format or does not exist. */
export type TimeParser = (text: string) => ParsedTime | undefined;

const tokenPatterns: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d\\d)',
  MM: '(?<month>\\d\\d)',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d\\d)',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d\\d)',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d\\d)',
  h: '(?<half>\\d{1,2})',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  SSS: '(?<ms>\\d{3})',
  a: '(?<noon>[AaPp])\\.?\\s?[Mm]\\.?',
  Z: '(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?)',
};
const tokens = /yyyy|yy|MM?|dd?|HH?|hh?|mm|ss|SSS|a|Z|'[^']*'|[^A-Za-z']/g;

/** Without a format: ISO 8601, also with a space instead of the T. Undefined when the format is invalid. */
export function createTimeParser(format: string | undefined): TimeParser | undefined {
  if (format === undefined) return parseIso;
  const parts = format.match(tokens) ?? [];
  if (parts.join('') !== format) return undefined;
  const pattern = parts.map((part) => tokenPatterns[part] ?? literalPattern(part)).join('');
  const names = ['year', 'month', 'day', 'minute'];
  if (!names.every((name) => pattern.includes(`<${name}>`))) return undefined;
  if (pattern.includes('<hour>') === pattern.includes('<half>')) return undefined;
  if (pattern.includes('<half>') !== pattern.includes('<noon>')) return undefined;
  try {
    const regularExpression = new RegExp(`^${pattern}$`);
    return (text) => fromGroups(regularExpression.exec(text)?.groups);
  } catch {
    // A token is given twice.
    return undefined;
  }
}

function literalPattern(part: string): string {
  if (/^\s$/.test(part)) return '\\s+';
  const text = part.startsWith("'") ? part.slice(1, -1) : part;
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function fromGroups(groups: Readonly<Record<string, string | undefined>> | undefined) {
  if (groups === undefined) return undefined;
  const { year = '', month = '', day = '', minute = '', second = '00', ms = '000' } = groups;
  const { half, noon = '', offset = '' } = groups;
  if (half !== undefined && (Number(half) < 1 || Number(half) > 12)) return undefined;
  const hour =
    half === undefined
      ? (groups['hour'] ?? '')
      : String((Number(half) % 12) + (noon.toLowerCase() === 'p' ? 12 : 0));
  const date = [year.padStart(4, '20'), twoDigits(month), twoDigits(day)].join('-');
  return parseIso(`${date}T${twoDigits(hour)}:${minute}:${second}.${ms}${offset}`);
}

function twoDigits(text: string): string {
  return text.padStart(2, '0');
}

function parseIso(text: string): ParsedTime | undefined {
  const iso = text.replace(/^(\S+)[ \u00a0]+(\S)/, '$1T$2').replace(/[ \u00a0]+(?=[+-]|Z$)/, '');
  const instant = parseTimestamp(iso);
  if (instant !== undefined) return { instant };
  const local = parseLocalTime(iso);
  return local === undefined ? undefined : { local };
}

export interface LocatedTime {
  /** UTC milliseconds; of a repeated time the first one, unless the second is asked for. */
  readonly instant: number;
  readonly kind: 'once' | 'repeated' | 'skipped';
}

/**
 * The instant at which the clocks of a zone show a time. A time that they skip is read with the offset
 * before the change: when 2:00 becomes 3:00, 2:30 is half past three.
 */
export function locateTime(local: number, zoneName: string, isSecond = false): LocatedTime {
  const zone = timeZoneOf(zoneName);
  const [first, second] = zone.instantsOf(local);
  if (first === undefined) {
    const change = zone.firstInstantOf(local);
    return { instant: local - zone.offsetAt(change - 1), kind: 'skipped' };
  }
  if (second === undefined) return { instant: first, kind: 'once' };
  return { instant: isSecond ? second : first, kind: 'repeated' };
}
