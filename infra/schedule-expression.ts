// What EventBridge Scheduler takes as a schedule: nothing that runs offline checks it. It hides the grammar of
// rate() and of Amazon's cron() with its six fields; one-time at() is not for us.

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
    // Which day it is may be said once: the other field is left open.
    (days === '?') !== (weekdays === '?')
  );
}

/** Whether an expression that is valid comes in every hour of every day: what alarms count on. */
export function runsEveryHour(text: string): boolean {
  const minutes = /^rate\((\d+) minutes\)$/.exec(text)?.[1];
  if (minutes !== undefined) return Number(minutes) <= 60;
  if (text === 'rate(1 minute)' || text === 'rate(1 hour)') return true;
  const [, , hours = '', days = '', months = '', weekdays = '', years = ''] = CRON.exec(text) ?? [];
  return (
    isEach(hours, 0, 23) &&
    (days === '?' || isEach(days, 1, 31)) &&
    isEach(months, 1, 12, MONTHS) &&
    (weekdays === '?' || isEach(weekdays, 1, 7, DAYS)) &&
    years === '*'
  );
}

/** Whether a list names every value. */
function isEach(text: string, low: number, high: number, names: readonly string[] = []): boolean {
  if (!isList(text, low, high, names)) return false;
  const value = (one: string): number => (names.includes(one) ? low + names.indexOf(one) : +one);
  const named = text.split(',').flatMap((part) => {
    const [span = '', step = '1'] = part.split('/');
    const [from = '', to = part.includes('/') ? String(high) : from] = span.split('-');
    const first = span === '*' ? low : value(from);
    const last = span === '*' ? high : value(to);
    const count = Math.floor((last - first) / Number(step)) + 1;
    return Array.from({ length: count }, (_, i) => first + i * Number(step));
  });
  return new Set(named).size === high - low + 1;
}

/** A comma-separated list of *, values, ranges and steps. */
function isList(text: string, low: number, high: number, names: readonly string[] = []): boolean {
  const value = (one: string): number => {
    const position = names.indexOf(one);
    if (position >= 0) return low + position;
    return /^\d{1,4}$/.test(one) ? Number(one) : NaN;
  };
  const isInside = (one: string): boolean => value(one) >= low && value(one) <= high;
  return text.split(',').every((part) => {
    const [span = '', step, ...rest] = part.split('/');
    if (rest.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false;
    if (span === '*') return true;
    const [from = '', to, ...more] = span.split('-');
    if (more.length > 0 || !isInside(from)) return false;
    return to === undefined || (isInside(to) && value(to) >= value(from));
  });
}
