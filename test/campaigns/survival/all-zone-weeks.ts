// Checks all weeks of all time zones from 2000 to 2037 with Intl: no gaps or overlaps, and each week starts at the
// first instant of its Monday.
import {
  DAY_MS,
  dateOf,
  HOUR_MS,
  parseWeek,
  weeksFrom,
  zonedWeek,
} from '../../../lib/domain/calendar.ts';
import type { CampaignResult } from './report-outcome.ts';

/** Old names that companies still use; Intl lists current names only. */
const ALIASES = ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Calcutta', 'US/Pacific', 'EST', 'UTC', 'GB'];
const [FIRST_WEEK, LAST_WEEK] = ['2000-W01', '2037-W53'];
const PROBES_BEFORE = [1, HOUR_MS / 2, HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, DAY_MS];

export interface ZoneOptions {
  /** Default: all zones of the runtime. */
  readonly zones?: readonly string[];
}

export function checkZoneWeeks({
  zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...ALIASES])],
}: ZoneOptions = {}): CampaignResult {
  const violations: string[] = [];
  const lengths = new Map<string, number>();
  let weeks = 0;
  for (const zone of zones) {
    const dateAt = createDateFormat(zone);
    let [end, hoursBefore] = [Number.NaN, 168];
    for (const week of weeksBetween(FIRST_WEEK, LAST_WEEK)) {
      const local = zonedWeek(week, zone);
      const name = `${zone} ${week.name}`;
      weeks += 1;
      const hours = (local.end - local.start) / HOUR_MS;
      lengths.set(`${hours} h`, (lengths.get(`${hours} h`) ?? 0) + 1);
      if (!Number.isNaN(end) && local.start !== end)
        violations.push(`${name}: a gap or an overlap`);
      if (hours !== local.hours || hours < 120 || hours > 192) {
        violations.push(`${name}: ${local.hours} hours`);
      }
      const monday = dateOf(week.monday);
      if (dateAt(local.start) !== monday) violations.push(`${name}: does not begin on ${monday}`);
      // Around clock changes more instants before the week are checked.
      const isNearClockChange = hours !== 168 || hoursBefore !== 168;
      for (const msBefore of isNearClockChange ? PROBES_BEFORE : PROBES_BEFORE.slice(0, 1)) {
        if (dateAt(local.start - msBefore) >= monday) violations.push(`${name}: begins too late`);
      }
      [end, hoursBefore] = [local.end, hours];
    }
  }
  return {
    violations,
    counts: lengths,
    summary: `${weeks} weeks of ${zones.length} zones from ${FIRST_WEEK} to ${LAST_WEEK}, time zone tables ${process.versions['tz'] ?? 'unknown'}`,
  };
}

function* weeksBetween(firstWeek: string, lastWeek: string) {
  const [from, until] = [parseWeek(firstWeek), parseWeek(lastWeek)];
  if (from === null || until === null) return;
  for (let week = from; week.monday <= until.monday; week = weeksFrom(week, 1)) yield week;
}

function createDateFormat(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (instant) => format.format(instant);
}
