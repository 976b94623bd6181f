// Every week of every zone of the runtime from 2000 to 2037, none left out: weeks tile time, and each begins at the
// first instant of its Monday. What the code says is held against Intl alone.
import {
  DAY_MS,
  dateOf,
  HOUR_MS,
  parseWeek,
  weeksFrom,
  zonedWeek,
} from '../../../lib/domain/calendar.ts';
import type { Campaign } from './report-outcome.ts';

/** Names of old, which companies still have; Intl lists only those of today. */
const ALIASES = ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Calcutta', 'US/Pacific', 'EST', 'UTC', 'GB'];
const [FIRST, LAST] = ['2000-W01', '2037-W53'];
const PROBES_BEFORE = [1, HOUR_MS / 2, HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, DAY_MS];

export interface Zones {
  /** Default: all of the runtime. */
  readonly zones?: readonly string[];
}

export function tileZones({
  zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...ALIASES])],
}: Zones = {}): Campaign {
  const violations: string[] = [];
  const lengths = new Map<string, number>();
  let weeks = 0;
  for (const zone of zones) {
    const dateAt = datesIn(zone);
    let [end, hoursBefore] = [Number.NaN, 168];
    for (const week of weeksBetween(FIRST, LAST)) {
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
      // Where clocks have just changed, the days before are looked at more closely.
      const isOdd = hours !== 168 || hoursBefore !== 168;
      for (const before of isOdd ? PROBES_BEFORE : PROBES_BEFORE.slice(0, 1)) {
        if (dateAt(local.start - before) >= monday) violations.push(`${name}: begins too late`);
      }
      [end, hoursBefore] = [local.end, hours];
    }
  }
  return {
    violations,
    counts: lengths,
    told: `${weeks} weeks of ${zones.length} zones from ${FIRST} to ${LAST}, time zone tables ${process.versions['tz'] ?? 'unknown'}`,
  };
}

function* weeksBetween(first: string, last: string) {
  const [from, until] = [parseWeek(first), parseWeek(last)];
  if (from === null || until === null) return;
  for (let week = from; week.monday <= until.monday; week = weeksFrom(week, 1)) yield week;
}

function datesIn(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (instant) => format.format(instant);
}
