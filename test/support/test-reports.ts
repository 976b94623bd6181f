// Realistic reports of every kind for tests of renderers, created from a seed with the functions of the domain.
import { buildReport } from '../../lib/domain/build-report.ts';
import { NO_LEVEL } from '../../lib/domain/report-versions.ts';
import { NO_SETTINGS } from '../../lib/domain/signals/folder-settings.ts';
import type { ChildReport } from '../../lib/domain/build-report.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { offsetAt, parseWeek, zonedWeek } from '../../lib/domain/calendar.ts';
import { historyWeeks, TREND_WEEKS } from '../../lib/domain/weeks-of-survey.ts';
import type {
  Alert,
  DayCounts,
  HourCounts,
  SurveyDetails,
} from '../../lib/domain/report-inputs.ts';
import type { OptionCounts } from '../../lib/domain/follow-ups.ts';
import type { FolderName, ReportProblem, Report } from '../../lib/domain/report.ts';
import type { FigureRules } from '../../lib/domain/survey-week.ts';
import { buildSurveyWeek } from '../../lib/domain/survey-week.ts';
import { SCRIPT_SAMPLES } from './scripts-of-the-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RULES: FigureRules = { minResponses: 10, reversedScale: 'display', settleHours: 6 };

export interface SurveySketch {
  readonly key: number;
  readonly name: string;
  readonly timeZone?: string;
  readonly indexType?: string;
  readonly feedbackScale?: string;
  readonly buttons?: number;
  /** Responses in a normal week; 0: no responses. */
  readonly volume?: number;
  /** 0 miserable … 1 delighted. */
  readonly mood?: number;
  /** Added to the mood in the last week. */
  readonly shift?: number;
  /** Another mood from this many weeks before this one on, for `weeks` weeks or to this one. */
  readonly levelChange?: {
    readonly weeksAgo: number;
    readonly mood: number;
    readonly weeks?: number;
  };
  /** Weeks before this one without any data. */
  readonly silentWeeks?: readonly number[];
  readonly silentDays?: readonly number[];
  /** Weeks for which the place has been open; all by default. */
  readonly openWeeks?: number;
  /** False: the weeks before the trend could not be read. */
  readonly hasHistory?: boolean;
  readonly alerts?: readonly AlertSketch[] | null;
  readonly followUps?: FollowUpSketch | null;
}

export interface AlertSketch {
  readonly alertType: string;
  /** Hours from the local start of the week. */
  readonly from: number;
  /** Null while it is open. */
  readonly to: number | null;
  readonly parameters?: Alert['parameters'];
}

export interface FollowUpSketch {
  readonly painPoints: readonly string[];
  readonly highlights: readonly string[];
}

export interface FolderSketch {
  readonly key: number;
  readonly name: string;
  readonly path?: readonly FolderName[];
  readonly surveys?: readonly SurveySketch[];
  readonly folders?: readonly FolderSketch[];
  readonly problems?: readonly ReportProblem[];
  readonly failed?: number;
}

export interface TestReportOptions {
  readonly seed?: number;
  readonly week?: string;
  readonly asOf?: string;
}

const PAIN_POINTS = [
  'Queueing time',
  'Cleanliness',
  'Product not found',
  'Staff helpfulness',
  'Prices',
  'Parking',
  'Opening hours',
];
const HIGHLIGHTS = [
  'Friendly staff',
  'Selection',
  'Quick service',
  'Tidy shop',
  'Good prices',
  'Atmosphere',
];

const createdReports = new Map<string, Report>();

/** The report of a folder and everything below it. Equal sketches give the same report, which cannot be changed. */
export function createReport(sketch: FolderSketch, occasion: TestReportOptions = {}): Report {
  const key = JSON.stringify([sketch, occasion]);
  const report = createdReports.get(key) ?? freeze(createNewReport(sketch, occasion));
  createdReports.set(key, report);
  return report;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}

function createNewReport(sketch: FolderSketch, occasion: TestReportOptions): Report {
  const week = parseWeek(occasion.week ?? '2026-W46');
  if (week === null) throw new Error('invalid week');
  const asOf = occasion.asOf ?? '2026-11-16T18:00:00Z';
  return reportIn(sketch, sketch.path ?? [], {
    week,
    asOf,
    random: createRandom(occasion.seed ?? 1),
  });
}

interface SampleContext {
  readonly week: Week;
  readonly asOf: string;
  readonly random: () => number;
}

/** What a group has beside its figures, where a test needs figures only. */
export const NO_SIGNALS = {
  level: NO_LEVEL,
  common: null,
  trend: [],
  hours: [],
  standard: [],
  spread: 0,
  spread4: 0,
  why: [],
  rest: null,
  parts: [],
  leaves: { folder: [], survey: [], data: [], c: [], sd: [] },
} as const;

function reportIn(
  sketch: FolderSketch,
  path: readonly FolderName[],
  context: SampleContext,
): Report {
  const folder = { key: sketch.key, name: sketch.name };
  const children: readonly ChildReport[] = (sketch.folders ?? []).map((child) =>
    reportIn(child, [...path, folder], context),
  );
  const surveys = (sketch.surveys ?? []).flatMap((survey) => {
    const surveyWeek = buildSurveyWeek(factsOf(survey, folder, context), {
      week: context.week,
      asOf: Date.parse(context.asOf),
      rules: RULES,
      path,
      settings: NO_SETTINGS,
    });
    return surveyWeek === null ? [] : [surveyWeek];
  });
  return buildReport(
    {
      folder: { ...folder, path },
      week: context.week,
      asOf: context.asOf,
      surveys,
      failed: Array.from({ length: sketch.failed ?? 0 }, (_, i) => ({
        key: 9001 + i,
        question: { key: 90_010 + i, name: `Unread ${i + 1}`, locale: 'en' },
      })),
      absent: [],
      settings: NO_SETTINGS,
      problems: sketch.problems ?? [],
    },
    children,
    null,
    RULES,
  );
}

function factsOf(
  sketch: SurveySketch,
  folder: FolderName,
  context: SampleContext,
): Parameters<typeof buildSurveyWeek>[0] {
  const timeZone = sketch.timeZone ?? 'Europe/Helsinki';
  const survey: SurveyDetails = {
    key: sketch.key,
    question: { key: sketch.key * 10, name: sketch.name, locale: 'en' },
    timeZone,
    folder,
    activePeriods: [{ start: 0, end: null }],
    surveyType: 'TERMINAL',
    indexType: sketch.indexType ?? 'HAPPY',
    feedbackScale: sketch.feedbackScale ?? 'FOUR',
  };
  const start = zonedWeek(context.week, timeZone).start;
  const followUps =
    sketch.followUps === undefined
      ? { painPoints: PAIN_POINTS, highlights: HIGHLIGHTS }
      : sketch.followUps;
  return {
    survey,
    hours: hoursOf(sketch, timeZone, context),
    history: sketch.hasHistory === false ? null : daysOf(sketch, timeZone, context),
    followUps:
      followUps === null
        ? null
        : {
            week: optionsOf(followUps, sketch, context),
            previous: optionsOf(followUps, sketch, context),
          },
    alerts:
      sketch.alerts === null
        ? null
        : (sketch.alerts ?? []).map((alert, i) => ({
            key: sketch.key * 100 + i,
            alertType: alert.alertType,
            survey: sketch.key,
            alertSpecification: sketch.key * 10 + (i % 2),
            beginTime: at(start + alert.from * HOUR_MS, timeZone),
            endTime: alert.to === null ? null : at(start + alert.to * HOUR_MS, timeZone),
            parameters: alert.parameters ?? {
              negative: true,
              windowMin: 60,
              responses: 24,
              actual: 54.17,
              threshold: 50,
              negativeResponses: 13,
              countThreshold: 10,
            },
          })),
  };
}

function at(instant: number, timeZone: string): Alert['beginTime'] {
  return { at: instant, offsetMinutes: offsetAt(timeZone, instant) };
}

function buttonsOf(sketch: SurveySketch): number {
  return sketch.buttons ?? ((sketch.feedbackScale ?? 'FOUR') === 'FOUR' ? 4 : 5);
}

/** How busy each hour is. */
const BUSY = Array.from(
  { length: 24 },
  (_, hour) =>
    0.25 + Math.exp(-(((hour - 12.5) / 2.2) ** 2)) + 0.9 * Math.exp(-(((hour - 17) / 1.8) ** 2)),
);

/** Open 9 to 21, busiest at noon and after work, quieter on Sundays; a slump on Friday afternoons. */
function hoursOf(
  sketch: SurveySketch,
  timeZone: string,
  { week, random }: SampleContext,
): readonly HourCounts[] {
  const volume = volumeOf(sketch);
  const k = buttonsOf(sketch);
  const hours: HourCounts[] = [];
  for (let back = TREND_WEEKS - 1; back >= 0; back -= 1) {
    const level = 0.85 + random() * 0.3;
    if (!hasResponses(sketch, back)) continue;
    const mood = moodOf(sketch, back, random);
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      if (back === 0 && (sketch.silentDays ?? []).includes(weekday)) continue;
      for (let hour = 8; hour <= 21; hour += 1) {
        const expected = ((volume * level) / 66) * (BUSY[hour] ?? 0) * (weekday === 7 ? 0.45 : 1);
        const slump = weekday === 5 && hour >= 15 && hour <= 18 ? 0.25 : 0;
        const data = presses(
          Math.round(expected * (0.6 + random() * 0.8)),
          mood - slump,
          k,
          random,
        );
        if (data.every((count) => count === 0)) continue;
        const localDay = week.monday - 7 * back + weekday - 1;
        const instant = localDay * DAY_MS + hour * HOUR_MS;
        hours.push({
          localDay,
          hour,
          offsetMinutes: offsetAt(timeZone, instant - 3 * HOUR_MS),
          data,
        });
      }
    }
  }
  return hours;
}

/** The weeks before those of `hoursOf`, as it has them on average. */
function daysOf(
  sketch: SurveySketch,
  timeZone: string,
  { week }: SampleContext,
): readonly DayCounts[] {
  const random = createRandom(sketch.key);
  const busy = BUSY.slice(8, 22).reduce((sum, share) => sum + share, 0);
  const weeks = historyWeeks(week);
  return weeks.slice(0, -TREND_WEEKS).flatMap(({ monday }, i) => {
    const back = weeks.length - 1 - i;
    const level = 0.85 + random() * 0.3;
    const mood = moodOf(sketch, back, random);
    return !hasResponses(sketch, back)
      ? []
      : [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
          const share = (busy / 66) * (weekday === 7 ? 0.45 : 1);
          const n = Math.round(volumeOf(sketch) * level * share * (0.9 + random() * 0.2));
          const localDay = monday + weekday - 1;
          return {
            localDay,
            hour: 0,
            offsetMinutes: offsetAt(timeZone, localDay * DAY_MS),
            data: presses(n, mood - (weekday === 5 ? FRIDAY_SLUMP : 0), buttonsOf(sketch), random),
          };
        });
  });
}

/** What the slump takes from the mood of a whole Friday. */
const FRIDAY_SLUMP = 0.08;

function volumeOf({ volume = 600 }: SurveySketch): number {
  return volume;
}

function hasResponses(
  { silentWeeks = [], openWeeks = Infinity, ...sketch }: SurveySketch,
  back: number,
): boolean {
  return volumeOf(sketch) > 0 && back < openWeeks && !silentWeeks.includes(back);
}

function moodOf(
  { levelChange: change, mood = 0.72, shift = 0 }: SurveySketch,
  back: number,
  random: () => number,
): number {
  const isChanged =
    change !== undefined &&
    back <= change.weeksAgo &&
    back > change.weeksAgo - (change.weeks ?? Infinity);
  return (isChanged ? change.mood : mood) + (random() - 0.5) * 0.05 + (back === 0 ? shift : 0);
}

function presses(n: number, mood: number, k: number, random: () => number): readonly number[] {
  const data = Array.from({ length: k }, () => 0);
  const top = k - 1;
  for (let press = 0; press < n; press += 1) {
    const feeling = mood + (random() + random() + random() - 1.5) * 0.55;
    const i = Math.max(0, Math.min(top, Math.round(feeling * top)));
    data[i] = (data[i] ?? 0) + 1;
  }
  return data;
}

function optionsOf(
  lists: FollowUpSketch,
  sketch: SurveySketch,
  { random }: SampleContext,
): { painPoints: OptionCounts[]; highlights: OptionCounts[] } {
  const k = buttonsOf(sketch);
  const volume = sketch.volume ?? 600;
  const counts = (names: readonly string[], firstCount: number): OptionCounts[] =>
    names.map((name, i) => ({
      key: firstCount + i,
      name,
      data: presses(
        Math.round((volume / 8 / (i + 1.5)) * (0.6 + random() * 0.8)),
        firstCount === 1 ? 0.2 : 0.9,
        k,
        random,
      ),
    }));
  return { painPoints: counts(lists.painPoints, 1), highlights: counts(lists.highlights, 101) };
}

/** The mulberry32 generator: the same numbers on every platform. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// ── the kinds ───────────────────────────────────────────────────────────────────────────────────

const ROOT: readonly FolderName[] = [
  { key: 1, name: 'Northwind Markets' },
  { key: 20, name: 'Finland' },
];

const UNHAPPY_FRIDAY: AlertSketch = { alertType: 'negative', from: 112.4, to: 114.9 };
const OPEN_SUNDAY: AlertSketch = {
  alertType: 'indexThreshold',
  from: 158.1,
  to: null,
  parameters: {
    negative: true,
    windowMin: 120,
    responses: 41,
    actual: 48.78,
    threshold: 60,
    thresholdType: 'under',
  },
};
const CARRIED_OVER: AlertSketch = {
  alertType: 'feedbackCount',
  from: -6.5,
  to: 11.25,
  parameters: {
    negative: false,
    windowMin: 60,
    responses: 30,
    countThreshold: 25,
    responseFilter: [3],
  },
};
export const STORE_ALERTS: readonly AlertSketch[] = [CARRIED_OVER, UNHAPPY_FRIDAY, OPEN_SUNDAY];
export const UNKNOWN_ALERT: AlertSketch = {
  alertType: 'trendBreak',
  from: 60,
  to: 61.5,
  parameters: { slope: -2.5, over: '3 days', windows: [15, 60] },
};

/** A store with one to three surveys. */
export function createStoreReport(surveys = 1, occasion: TestReportOptions = {}): Report {
  const surveySketches: readonly SurveySketch[] = [
    {
      key: 401,
      name: 'How was your visit today?',
      volume: 1200,
      shift: 0.02,
      alerts: STORE_ALERTS,
    },
    {
      key: 402,
      name: 'How clean were our facilities?',
      volume: 420,
      mood: 0.6,
      silentDays: [3],
      silentWeeks: [5, 6],
      alerts: [UNKNOWN_ALERT],
    },
    {
      key: 403,
      name: 'How likely are you to recommend our café?',
      volume: 260,
      indexType: 'NPS',
      feedbackScale: 'FIVE',
      mood: 0.85,
      shift: -0.3,
    },
  ];
  return createReport(
    { key: 41, name: 'Helsinki Central', path: ROOT, surveys: surveySketches.slice(0, surveys) },
    occasion,
  );
}

/** One survey for each kind of index and scale, including unknown kinds. */
export function createAllKindsReport(): Report {
  return createReport({
    key: 42,
    name: 'Every Kind of Terminal',
    path: ROOT,
    surveys: [
      { key: 411, name: 'Happy on five', feedbackScale: 'FIVE', volume: 300 },
      { key: 412, name: 'Average on four', indexType: 'AVERAGE', volume: 180, mood: 0.5 },
      {
        key: 413,
        name: 'NPS on five, reversed',
        indexType: 'NPS',
        feedbackScale: 'FIVE_REVERSED',
        volume: 240,
        mood: 0.45,
      },
      {
        key: 414,
        name: 'An unknown kind of index',
        indexType: 'CES',
        feedbackScale: 'FIVE',
        volume: 150,
      },
      {
        key: 415,
        name: 'A scale of seven buttons',
        feedbackScale: 'SEVEN',
        buttons: 7,
        volume: 200,
        alerts: [UNKNOWN_ALERT],
      },
      { key: 416, name: 'Hardly anybody', volume: 5, silentWeeks: [1, 2, 3] },
    ],
  });
}

const CITIES = [
  'Helsinki Central',
  'Espoo',
  'Tampere',
  'Vantaa',
  'Oulu',
  'Turku',
  'Jyväskylä',
  'Kuopio',
  'Lahti',
  'Pori',
  'Kouvola',
  'Joensuu',
  'Lappeenranta',
  'Hämeenlinna',
  'Vaasa',
  'Seinäjoki',
  'Rovaniemi',
  'Mikkeli',
  'Kotka',
  'Salo',
  'Porvoo',
  'Kokkola',
  'Lohja',
  'Rauma',
  'Kajaani',
];

/** A region of stores, some with changed figures, no responses or alerts. */
export function createRegionReport(stores = 9, occasion: TestReportOptions = {}): Report {
  const random = createRandom((occasion.seed ?? 1) + 77);
  return createReport(
    {
      key: 20,
      name: 'Finland',
      path: [{ key: 1, name: 'Northwind Markets' }],
      folders: Array.from({ length: stores }, (_, i): FolderSketch => {
        const name = CITIES[i % CITIES.length] ?? 'Store';
        return {
          key: 100 + i,
          name: i < CITIES.length ? name : `${name} ${String(1 + Math.floor(i / CITIES.length))}`,
          surveys: [
            {
              key: 1000 + i,
              name: 'How was your visit today?',
              volume: i === 5 ? 0 : Math.round(120 + random() * 700),
              mood: 0.5 + random() * 0.4,
              shift: i === 2 ? 0.18 : i === 7 ? -0.2 : 0,
              silentDays: i === 4 ? [6, 7] : [],
              alerts: i % 4 === 1 ? [OPEN_SUNDAY] : i % 4 === 2 ? [UNHAPPY_FRIDAY] : [],
            },
            ...(i % 3 === 0
              ? [
                  {
                    key: 2000 + i,
                    name: 'Would you recommend us?',
                    indexType: 'NPS',
                    feedbackScale: 'FIVE',
                    volume: Math.round(60 + random() * 200),
                    mood: 0.8,
                  },
                ]
              : []),
          ],
        };
      }),
    },
    occasion,
  );
}

/** A complete week without responses. */
export function createEmptyReport(): Report {
  return createReport({
    key: 43,
    name: 'Summer Pavilion',
    path: ROOT,
    surveys: [
      {
        key: 421,
        name: 'How was your visit today?',
        volume: 40,
        silentWeeks: [0, 1],
        followUps: { painPoints: [], highlights: [] },
      },
      {
        key: 422,
        name: 'How was the boat trip?',
        volume: 0,
        followUps: { painPoints: [], highlights: [] },
      },
    ],
  });
}

/** A store with missing data. */
export function createPartialReport(): Report {
  return createReport({
    key: 44,
    name: 'Tampere',
    path: ROOT,
    failed: 1,
    problems: [
      {
        code: 'UPSTREAM_UNAVAILABLE',
        folder: 44,
        survey: 431,
        message:
          'The follow-ups are missing: the reporting API kept returning errors (status 503).',
        missing: true,
      },
      {
        code: 'UPSTREAM_TIMEOUT',
        folder: 44,
        survey: 433,
        message: 'The survey is missing: the reporting API did not respond in time.',
        missing: true,
      },
      {
        code: 'TZ_DRIFT',
        folder: 44,
        survey: 431,
        message:
          'The API’s clock of Europe/Helsinki differs from this runtime’s, first on 2026-10-25; the API’s is used.',
        missing: false,
      },
    ],
    surveys: [
      { key: 431, name: 'How was your visit today?', volume: 320, followUps: null, alerts: null },
      {
        key: 432,
        name: 'How did we do on the phone?',
        volume: 90,
        indexType: 'AVERAGE',
        feedbackScale: 'FIVE',
      },
    ],
  });
}

/** Names in supported and unsupported scripts, and names that are too long for columns. */
export function createUnusualNamesReport(): Report {
  return createReport({
    key: 45,
    name: `Κεντρική αγορά – ${'Sehr langer Filialname mit vielen Zusätzen '.repeat(5)}`,
    path: [
      ...ROOT,
      { key: 21, name: 'Донецкая улица и окрестности' },
      { key: 22, name: 'فرع الرياض الرئيسي' },
    ],
    surveys: [
      {
        key: 441,
        name: 'Как прошёл ваш визит сегодня?',
        timeZone: 'Asia/Kathmandu',
        volume: 300,
        followUps: {
          painPoints: [
            'Длинная очередь в кассу по вечерам и выходным',
            'نظافة المكان',
            'Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilung',
            '待ち時間',
          ],
          highlights: ['Ευγενικό προσωπικό', 'สะอาด', 'Tiếng Việt: nhân viên thân thiện 😀'],
        },
      },
      {
        key: 442,
        name: 'كيف كانت زيارتك اليوم؟',
        timeZone: 'Asia/Riyadh',
        volume: 200,
        alerts: [OPEN_SUNDAY],
      },
      {
        key: 443,
        name: 'x'.repeat(20_000),
        timeZone: 'America/St_Johns',
        volume: 80,
        followUps: { painPoints: ['y'.repeat(500)], highlights: [] },
      },
    ],
  });
}

/** A folder and surveys with names in every supported script. */
export function createAllScriptsReport(): Report {
  const names = SCRIPT_SAMPLES.map(([, sample]) => sample);
  return createReport({
    key: 31,
    name: names.join(' '),
    path: names.slice(0, 8).map((name, i) => ({ key: 100 + i, name })),
    surveys: names.slice(0, 3).map((name, i) => ({
      key: i + 1,
      name,
      followUps: {
        painPoints: names.slice(3 + i * 6, 9 + i * 6),
        highlights: names.slice(i * 6, 6 + i * 6),
      },
    })),
  });
}

/** A region with names in every script, long names, and names with bidirectional controls. */
export function createUnusualRegionReport(): Report {
  const names = [
    ...SCRIPT_SAMPLES.map(([, sample]) => sample),
    `Sehr langer Filialname ${'mit vielen Zusätzen '.repeat(5)}`,
    ') >> /AA << \\ (\u202egnp.exe',
    '',
  ];
  return createReport({
    key: 32,
    name: 'Everywhere',
    folders: names.map((name, i) => ({
      key: 500 + i,
      name,
      surveys: [
        {
          key: 5_000 + i,
          name: 'How was it?',
          volume: i % 5 === 0 ? 0 : 40,
          alerts: i % 4 === 0 ? [OPEN_SUNDAY] : [],
        },
      ],
    })),
  });
}

/** A store with sixty surveys. */
export function createManySurveysReport(surveys = 60): Report {
  return createReport({
    key: 46,
    name: 'Grand Terminal',
    path: ROOT,
    surveys: Array.from({ length: surveys }, (_, i) => ({
      key: 500 + i,
      name: `Gate ${String(i + 1)}: how was security today?`,
      volume: i % 7 === 3 ? 0 : 80 + ((i * 37) % 300),
      mood: 0.5 + ((i * 13) % 40) / 100,
      ...(i % 7 === 3 ? { followUps: { painPoints: [], highlights: [] } } : {}),
    })),
  });
}

/** One report of each kind, with its name. */
export function listReportKinds(): readonly (readonly [string, Report])[] {
  return [
    ['a store with one survey', createStoreReport(1)],
    ['a store with three surveys', createStoreReport(3)],
    ['every kind of index and scale', createAllKindsReport()],
    ['a region of twelve', createRegionReport(12)],
    ['a region of forty', createRegionReport(40)],
    ['an empty week', createEmptyReport()],
    ['a partial week', createPartialReport()],
    ['hard names', createUnusualNamesReport()],
    ['thirty surveys', createManySurveysReport(30)],
  ];
}
