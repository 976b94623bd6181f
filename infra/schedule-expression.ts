// Checks schedule expressions of EventBridge Scheduler, rate() and the six-field cron(), because no offline tool does.
// One-time at() expressions are refused.

const RATE = /^rate\((?:1 (?:minute|hour|day)|([2-9]|[1-9]\d+) (?:minutes|hours|days))\)$/;
const CRON = /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)$/;
const MONTHS = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC'.split('|');
const DAYS = 'SUN|MON|TUE|WED|THU|FRI|SAT'.split('|');

export function isScheduleExpression(text: string): boolean {
  if (RATE.test(text)) return true;
  const fields = CRON.exec(text);
  if (fields === null) return false;
  const [, minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = fields;
  return (
    isList(minutes, 0, 59) &&
    isList(hours, 0, 23) &&
    (days === '?' || isList(days, 1, 31) || /^(L|LW|(?:[1-9]|[12]\d|3[01])W)$/.test(days)) &&
    isList(months, 1, 12, MONTHS) &&
    (weekdays === '?' || isList(weekdays, 1, 7, DAYS) || /^[1-7](L|#[1-5])$/.test(weekdays)) &&
    isList(years, 1970, 2199) &&
    // One of the two day fields must be "?".
    (days === '?') !== (weekdays === '?')
  );
}

/** Whether a valid expression runs in every hour of every day, as the alarms require. */
export function runsEveryHour(text: string): boolean {
  const minutes = /^rate\((\d+) minutes\)$/.exec(text)?.[1];
  if (minutes !== undefined) return Number(minutes) <= 60;
  if (text === 'rate(1 minute)' || text === 'rate(1 hour)') return true;
  const [, , hours = '', days = '', months = '', weekdays = '', years = ''] = CRON.exec(text) ?? [];
  return (
    coversRange(hours, 0, 23) &&
    (days === '?' || coversRange(days, 1, 31)) &&
    coversRange(months, 1, 12, MONTHS) &&
    (weekdays === '?' || coversRange(weekdays, 1, 7, DAYS)) &&
    years === '*'
  );
}

/** Whether a list contains every value from low to high. */
function coversRange(
  text: string,
  low: number,
  high: number,
  names: readonly string[] = [],
): boolean {
  if (!isList(text, low, high, names)) return false;
  const parseValue = (word: string): number =>
    names.includes(word) ? low + names.indexOf(word) : Number(word);
  const values = text.split(',').flatMap((part) => {
    const [span = '', step = '1'] = part.split('/');
    const [from = '', to = part.includes('/') ? String(high) : from] = span.split('-');
    const first = span === '*' ? low : parseValue(from);
    const last = span === '*' ? high : parseValue(to);
    const count = Math.floor((last - first) / Number(step)) + 1;
    return Array.from({ length: count }, (_, i) => first + i * Number(step));
  });
  return new Set(values).size === high - low + 1;
}

/** A comma-separated list of *, values, ranges and steps. */
function isList(text: string, low: number, high: number, names: readonly string[] = []): boolean {
  const parseValue = (word: string): number => {
    const position = names.indexOf(word);
    if (position >= 0) return low + position;
    return /^\d{1,4}$/.test(word) ? Number(word) : NaN;
  };
  const isInRange = (word: string): boolean => parseValue(word) >= low && parseValue(word) <= high;
  return text.split(',').every((part) => {
    const [span = '', step, ...rest] = part.split('/');
    if (rest.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false;
    if (span === '*') return true;
    const [from = '', to, ...more] = span.split('-');
    if (more.length > 0 || !isInRange(from)) return false;
    return to === undefined || (isInRange(to) && parseValue(to) >= parseValue(from));
  });
}
