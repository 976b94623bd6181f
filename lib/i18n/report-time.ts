// The time zone of a report in words, and instants as its clocks show them.
import { isKnownZone, offsetAt } from '../domain/calendar.ts';
import type { Report } from '../domain/report.ts';
import { clean } from './clean-text.ts';
import type { Direction } from './text-direction.ts';
import { withIsolates } from './text-direction.ts';
import type { Formats } from './formats.ts';
import type { Messages } from './generated/texts.ts';

export interface ReportTime {
  /** 'Helsinki time'; '' for a folder of places, and where the surveys have several time zones or one that is not known. */
  readonly zone: string;
  /** In that zone, without its name; '16 November 2026, 18:00 UTC' where there is none. */
  readonly instant: (instant: string) => string;
  /** The day in that zone: 'Tuesday 17 November', with the year where it isn't that of `week`; in UTC where there is none. */
  readonly day: (instant: string, week: string) => string;
  /** With the name of the zone: '16 November 2026, 20:00, Helsinki time'. */
  readonly zonedInstant: (instant: string) => string;
}

const ZONE_LIMIT = 60;

type ZonedReport = Pick<Report, 'surveys' | 'subfolders'>;

export function createReportTime(
  report: ZonedReport,
  texts: ZoneTexts & { readonly formats: Formats },
): ReportTime {
  const { words, formats } = texts;
  const timeZone = zoneOfPlace(report);
  if (timeZone === null) {
    const utc = (at: string): string => formats.utc(at);
    return {
      zone: '',
      instant: utc,
      day: (at, week) => formats.localDay(at, 0, week),
      zonedInstant: utc,
    };
  }
  const zone = zoneName(timeZone, texts);
  const offset = (at: string): number => offsetAt(timeZone, Date.parse(at));
  const instant = (at: string): string => formats.local(at, offset(at));
  return {
    zone,
    instant,
    day: (at, week) => formats.localDay(at, offset(at), week),
    zonedInstant: (at) => words.zone.instant({ instant: instant(at), zone }),
  };
}

interface ZoneTexts {
  readonly words: Messages;
  readonly direction: Direction;
}

/** 'Helsinki time'; the name of a zone without a place. */
export function zoneName(timeZone: string, { words, direction }: ZoneTexts): string {
  const city = cityOf(timeZone);
  return city === null
    ? timeZone
    : words.sheet.cityTime({ city: withIsolates(clean(city, ZONE_LIMIT), direction) });
}

/** The only zone of a place; null where its surveys have several, or one that is not known, and of a folder of places. */
function zoneOfPlace({ surveys, subfolders }: ZonedReport): string | null {
  const [zone = null, ...others] = new Set(surveys.map(({ timeZone }) => timeZone));
  const isOnly = zone !== null && others.length === 0 && subfolders.length === 0;
  return isOnly && isKnownZone(zone) ? zone : null;
}

/** 'Buenos Aires' of 'America/Argentina/Buenos_Aires'; null for 'UTC' and other zones without a place. */
function cityOf(timeZone: string): string | null {
  const [region = '', ...parts] = timeZone.split('/');
  return region === 'Etc' ? null : (parts.at(-1)?.replaceAll('_', ' ') ?? null);
}
