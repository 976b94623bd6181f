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
    countValues(minutes, 0, 59) > 0 &&
    countValues(hours, 0, 23) > 0 &&
    (/^(\?|L|LW|(?:[1-9]|[12]\d|3[01])W)$/.test(days) || countValues(days, 1, 31) > 0) &&
    countValues(months, 1, 12, MONTHS) > 0 &&
    (/^(\?|[1-7](L|#[1-5]))$/.test(weekdays) || countValues(weekdays, 1, 7, DAYS) > 0) &&
    countValues(years, 1970, 2199) > 0 &&
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
    countValues(hours, 0, 23) === 24 &&
    (days === '?' || countValues(days, 1, 31) === 31) &&
    countValues(months, 1, 12, MONTHS) === 12 &&
    (weekdays === '?' || countValues(weekdays, 1, 7, DAYS) === 7) &&
    years === '*'
  );
}

/**
 * How many different values a comma-separated list of *, values, ranges and steps names; 0 if the text is not such a list.
 */
function countValues(
  text: string,
  low: number,
  high: number,
  names: readonly string[] = [],
): number {
  const parseValue = (word: string): number => {
    const value = names.includes(word) ? low + names.indexOf(word) : Number(word);
    const isValue = names.includes(word) || /^\d{1,4}$/.test(word);
    return isValue && value >= low && value <= high ? value : NaN;
  };
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [span = '', step, ...rest] = part.split('/');
    const [from = '', to, ...more] = span === '*' ? [String(low), String(high)] : span.split('-');
    const first = parseValue(from);
    const last = to !== undefined ? parseValue(to) : step === undefined ? first : high;
    const isPart = rest.length + more.length === 0 && /^[1-9]\d{0,2}$/.test(step ?? '1');
    if (!isPart || !(first <= last)) return 0;
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return values.size;
}
