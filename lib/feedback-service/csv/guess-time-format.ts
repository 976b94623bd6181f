// The time formats that are tried for a draft of mapping.json.
import { createTimeParser } from './time-format.ts';

/** Undefined: ISO 8601. */
type Format = string | undefined;

const dates = [
  ...['dd.MM.yyyy', 'd.M.yyyy', 'M/d/yyyy', 'd/M/yyyy', 'yyyy/M/d', 'd-M-yyyy', 'yyyy-M-d'],
  ...['d.M.yy', 'M/d/yy', 'd/M/yy'],
];
const times = [...['HH:mm:ss', 'H:mm:ss', 'HH:mm', 'H:mm', 'h:mm:ss a', 'h:mm a', 'HH:mm:ss Z']];
const formats = [undefined, ...dates.flatMap((date) => times.map((time) => `${date} ${time}`))];
const parsers = new Map(formats.map((format) => [format, createTimeParser(format)]));

export function allFormats(): readonly Format[] {
  return formats;
}

/** Removes formats that do not fit. */
export function fittingFormats(candidates: readonly Format[], text: string): readonly Format[] {
  return candidates.filter((format) => parsers.get(format)?.(text) !== undefined);
}
