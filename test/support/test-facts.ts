// Builders of survey facts for tests of reports.
import { fc } from './property-settings.ts';
import type {
  Alert,
  FollowUps,
  HourCounts,
  SurveyDetails,
  SurveyFacts,
} from '../../lib/domain/report-inputs.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import {
  dayOf,
  firstInstantOf,
  offsetAt,
  parseWeek,
  zonedWeek,
} from '../../lib/domain/calendar.ts';
import type { FigureRules, SurveyContext } from '../../lib/domain/survey-week.ts';
import { NO_SETTINGS } from '../../lib/domain/signals/folder-settings.ts';

export const RULES: FigureRules = { minResponses: 10, reversedScale: 'display', settleHours: 6 };

export function requireWeek(name: string): Week {
  const week = parseWeek(name);
  if (week === null) throw new TypeError(`${name} is not a week`);
  return week;
}

export const W46 = requireWeek('2026-W46');
/** Thursday after the week, when it has settled in every time zone. */
export const AS_OF = Date.parse('2026-11-19T08:00:00Z');

/** The surroundings of a survey of a folder at the root, in W46. */
export const CONTEXT: SurveyContext = {
  week: W46,
  asOf: AS_OF,
  rules: RULES,
  path: [],
  settings: NO_SETTINGS,
};

export function createSurvey(overrides: Partial<SurveyDetails> = {}): SurveyDetails {
  return {
    key: 7,
    question: { key: 70, name: 'How was your visit?', locale: 'en' },
    folder: { key: 3, name: 'Store' },
    timeZone: 'Europe/Helsinki',
    activePeriods: [{ start: Date.parse('2020-01-01T00:00:00Z'), end: null }],
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
    ...overrides,
  };
}

/** Counts of one hour of a local date, with the offset of the time zone. */
export function createHour(
  date: string,
  hour: number,
  data: readonly number[],
  timeZone = 'Europe/Helsinki',
): HourCounts {
  const localDay = dayOf(date);
  const instant = firstInstantOf(localDay, timeZone) + hour * 3_600_000;
  return { localDay, hour, offsetMinutes: offsetAt(timeZone, instant), data };
}

export function createFacts(overrides: Partial<SurveyFacts> = {}): SurveyFacts {
  return {
    survey: createSurvey(),
    hours: [createHour('2026-11-09', 9, [1, 2, 3, 4])],
    history: [],
    followUps: { week: NO_FOLLOW_UPS, previous: NO_FOLLOW_UPS },
    alerts: [],
    ...overrides,
  };
}

export const NO_FOLLOW_UPS: FollowUps = { painPoints: [], highlights: [] };

export function createAlert(
  begin: string,
  end: string | null,
  overrides: Partial<Alert> = {},
): Alert {
  return {
    key: 1,
    alertType: 'negative',
    survey: 7,
    alertSpecification: 11,
    beginTime: { at: Date.parse(begin), offsetMinutes: 120 },
    endTime: end === null ? null : { at: Date.parse(end), offsetMinutes: 120 },
    parameters: { negative: true, windowMin: 60, responses: 9 },
    ...overrides,
  };
}

// ── random ones ─────────────────────────────────────────────────────────────────────────────────

const ZONES = [
  'Europe/Helsinki',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Phoenix',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
] as const;

const SCALES = [
  ['FOUR', 4],
  ['FIVE', 5],
  ['FIVE_REVERSED', 5],
] as const;

/** Facts of any survey around W46: unsorted and repeated hours, alerts, and follow-ups with shared keys. */
export function arbitraryFacts(key: number, folder: number): fc.Arbitrary<SurveyFacts> {
  return fc
    .record({
      zone: fc.constantFrom(...ZONES),
      scale: fc.constantFrom(...SCALES),
      indexType: fc.constantFrom('HAPPY', 'NPS', 'AVERAGE', 'SPARKLE'),
      active: fc.boolean(),
    })
    .chain(({ zone, scale: [feedbackScale, k], indexType, active }) => {
      const data = fc.array(fc.nat(9), { minLength: k, maxLength: k });
      const hours = fc.array(
        fc.record({ day: fc.integer({ min: -95, max: 8 }), hour: fc.nat(23), data }),
        { maxLength: 40 },
      );
      const days = fc.array(fc.record({ day: fc.integer({ min: -430, max: -80 }), data }), {
        maxLength: 20,
      });
      const options = fc.uniqueArray(fc.record({ key: fc.integer({ min: 1, max: 6 }), data }), {
        selector: (option) => option.key,
        maxLength: 5,
      });
      const lists = fc.record({ painPoints: options, highlights: options });
      const { start } = zonedWeek(W46, zone);
      const alerts = fc.array(
        fc.record({
          begins: fc.integer({ min: -300, max: 300 }),
          lasts: fc.option(fc.nat(200)),
        }),
        { maxLength: 4 },
      );
      return fc
        .record({
          hours,
          history: fc.option(days),
          week: lists,
          previous: lists,
          alerts,
          hasFollowUps: fc.boolean(),
        })
        .map((sample): SurveyFacts => ({
          survey: createSurvey({
            key,
            folder: { key: folder, name: `Folder ${folder}` },
            timeZone: zone,
            indexType,
            feedbackScale,
            activePeriods: active ? [{ start: start - 1e9, end: null }] : [],
          }),
          hours: sample.hours.map(({ day, hour, data: counts }) => ({
            localDay: W46.monday + day,
            hour,
            offsetMinutes: offsetAt(zone, start),
            data: counts,
          })),
          history:
            sample.history?.map(({ day, data: counts }) => ({
              localDay: W46.monday + day,
              hour: 0,
              offsetMinutes: offsetAt(zone, firstInstantOf(W46.monday + day, zone)),
              data: counts,
            })) ?? null,
          followUps: sample.hasFollowUps
            ? { week: named(sample.week), previous: named(sample.previous) }
            : null,
          alerts: sample.alerts.map(({ begins, lasts }, i) =>
            createAlert(
              new Date(start + begins * 3_600_000).toISOString(),
              lasts === null ? null : new Date(start + (begins + lasts) * 3_600_000).toISOString(),
              { key: key * 10 + i, survey: key },
            ),
          ),
        }));
    });
}

type Unnamed = readonly { readonly key: number; readonly data: readonly number[] }[];

function named(lists: { painPoints: Unnamed; highlights: Unnamed }): FollowUps {
  const name = (options: Unnamed): FollowUps['painPoints'] =>
    options.map((option) => ({ ...option, name: `Option ${option.key}` }));
  return { painPoints: name(lists.painPoints), highlights: name(lists.highlights) };
}

/** A list of hours: while they are read, each is valid only until the next. */
export function listHours(hours: Iterable<HourCounts>): readonly HourCounts[] {
  return Array.from(hours, (hour) => ({ ...hour, data: [...hour.data] }));
}
