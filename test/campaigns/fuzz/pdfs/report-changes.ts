// What can be extreme about a report: names, figures, and how many there are of everything.
import type { AlertParameters } from '../../../../lib/domain/facts.ts';
import type {
  FolderName,
  ReportProblem,
  Report,
  SurveyWeek,
} from '../../../../lib/domain/report.ts';
import type { Chance } from '../random-choices.ts';
import { ODD_TEXTS } from '../odd-texts.ts';
import { WRITINGS } from '../../../support/scripts-of-the-world.ts';

type Twist = (report: Report, chance: Chance) => Report | null;
type Rename = (name: string) => string;

const MOST = 9_007_199_254_740_991;
/** The last is the most that the reporting API can tell of one hour. */
const HUGE = [1, 999, 1_000_000, 99_999_999, 999_999_999];
const LOCALES = ['en', 'ar', 'de', 'es', 'fi', 'fr', 'ja', 'sv', 'xx'];

const TWISTS = {
  'names in one writing': (report, chance) => {
    const [, sample] = chance.pick(WRITINGS);
    return renamed(report, () => sample);
  },
  'names in every writing': (report, chance) =>
    renamed(report, () => `${chance.pick(WRITINGS)[1]} ${chance.pick(WRITINGS)[1]}`),
  'names of 1,000 characters': (report, chance) => {
    const unit = chance.pick([
      'W',
      'i',
      'ﷺ',
      '﷽',
      '非',
      'é',
      'ا',
      'क्षि',
      '👩‍👩‍👧',
      'ab ',
      '-',
      '/',
      'ถ',
    ]);
    const name = unit.repeat(Math.ceil(1_000 / unit.length)).slice(0, 1_000);
    return renamed(report, () => name);
  },
  'floods of marks': (report, chance) =>
    renamed(report, (name) => {
      const marks = chance.pick([
        '\u0301',
        '\u0338',
        '\u20dd',
        '\u064b',
        '\u0e49',
        '\u{e0061}',
        '\ufe0f',
        '\u200d',
      ]);
      return `${name.slice(0, 5)}${marks.repeat(chance.int(5, 300))}${name.slice(5)}`;
    }),
  'names that turn around': (report, chance) =>
    renamed(report, (name) => {
      const turns = [
        '\u202e',
        '\u202d',
        '\u2067',
        '\u2066',
        '\u200f',
        '\u061c',
        '\u202b',
        '\u2069',
      ];
      const some = Array.from({ length: chance.int(1, 130) }, () => chance.pick(turns)).join('');
      return `${some}${name}${chance.oneIn(2) ? 'אבג (12)' : ''}${some}`;
    }),
  'names of emoji': (report, chance) => {
    const emoji = ['👩‍👩‍👧‍👦', '🏳️‍🌈', '🇫🇮', '🇫', '👍🏽', '1️⃣', '❤️', '🫥', '\u200d', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☺', '🧑🏿‍🚀'];
    return renamed(report, () =>
      Array.from({ length: chance.int(1, 60) }, () => chance.pick(emoji)).join(''),
    );
  },
  'odd names': (report, chance) => renamed(report, () => chance.pick(ODD_TEXTS)),
  'names of any characters': (report, chance) =>
    renamed(report, () =>
      String.fromCharCode(
        ...Array.from({ length: chance.int(0, 80) }, () => chance.int(0, 0xffff)),
      ),
    ),
  'names of characters beyond': (report, chance) =>
    renamed(report, () =>
      String.fromCodePoint(
        ...Array.from({ length: chance.int(1, 40) }, () => chance.int(0x10000, 0x10ffff)),
      ),
    ),
  'names of nothing': (report) => renamed(report, () => ''),
  'one name only': (report, chance) => {
    const at = chance.int(0, 30);
    let next = 0;
    const text = chance.pick([...ODD_TEXTS, 'W'.repeat(1_000), '\u202e'.repeat(50)]);
    return renamed(report, (name) => (next++ === at ? text : name));
  },
  'huge figures': (report, chance) => withCounts(report, () => chance.pick(HUGE)),
  'no figures': (report) => withCounts(report, () => 0),
  'one response': (report, chance) => withCounts(report, () => (chance.oneIn(9) ? 1 : 0)),
  'no indexes': (report) => withFigures(report, () => NO_INDEX),
  'extreme indexes': (report, chance) => {
    const at = chance.pick([0, 1e-9, 0.333_333_333, 0.999_999_999, 1]);
    const change = chance.pick([-200, -1e-9, 0, 1e-9, 200]);
    const halfWidth = chance.pick([0, 1e-12, 99, 1e6]);
    const rest = { change, halfWidth, changeIsClear: chance.oneIn(2) };
    return withFigures(report, (indexType) => ({ ...rest, index: within(indexType, at) }));
  },
  'no surveys': (report) => ({ ...report, surveys: [] }),
  'many surveys': (report, chance) => repeated(report, 'surveys', chance.pick([5, 40, 150])),
  'no places': (report) => ({ ...report, subfolders: [], ranking: [] }),
  'many places': (report, chance) => {
    const times = chance.pick([10, 60, 400]);
    return {
      ...report,
      ranking: many(report.ranking, times),
      subfolders: many(report.subfolders, times),
    };
  },
  'no follow-ups': (report) => ({
    ...report,
    painPoints: [],
    highlights: [],
    surveys: report.surveys.map((one) => ({ ...one, painPoints: [], highlights: [] })),
  }),
  'many follow-ups': (report, chance) => {
    const times = chance.pick([12, 80, 600]);
    const options = (one: SurveyWeek): SurveyWeek => ({
      ...one,
      painPoints: many(one.painPoints ?? [], times),
      highlights: many(one.highlights ?? [], times),
    });
    return {
      ...report,
      surveys: report.surveys.map(options),
      painPoints: many(report.painPoints, times),
    };
  },
  'nothing could be read': (report) => ({
    ...report,
    status: 'partial',
    surveys: report.surveys.map((one) => ({
      ...one,
      painPoints: null,
      highlights: null,
      alerts: null,
    })),
  }),
  'many alerts': (report, chance) => {
    const times = chance.pick([10, 70, 500]);
    const { summary } = report;
    return {
      ...report,
      summary: { ...summary, openAlerts: many(summary.openAlerts, times) },
      surveys: report.surveys.map((one) => ({ ...one, alerts: many(one.alerts ?? [], times) })),
    };
  },
  'odd parameters': (report, chance) => ({
    ...report,
    surveys: report.surveys.map((one) => ({
      ...one,
      alerts: (one.alerts ?? []).map((alert) => ({
        ...alert,
        alertType: chance.pick(ODD_TEXTS),
        parameters: chance.pick(PARAMETERS),
        minutesInWeek: chance.pick([0, 0.1, 10_080, 1e9]),
      })),
    })),
  }),
  'many quiet places': (report, chance) => {
    const { summary } = report;
    return {
      ...report,
      summary: { ...summary, quiet: many(summary.quiet, chance.pick([30, 300])) },
    };
  },
  'many problems': (report, chance) => ({
    ...report,
    status: 'partial',
    problems: Array.from({ length: chance.pick([1, 9, 200]) }, (_, i): ReportProblem => ({
      code: chance.pick(['UPSTREAM_TIMEOUT', 'TZ_UNKNOWN', 'ENUM_UNKNOWN', 'NEVER_HEARD_OF']),
      folder: i + 1,
      message: chance.pick([...ODD_TEXTS, 'x'.repeat(1_000), 'words '.repeat(150)]),
      missing: chance.oneIn(2),
    })),
  }),
  'a deep path': (report, chance) => ({
    ...report,
    folder: {
      ...report.folder,
      path: Array.from({ length: chance.pick([0, 8, 63]) }, (_, i) => ({
        key: 9_000 + i,
        name: chance.pick([...ODD_TEXTS, 'Region', 'x'.repeat(200)]),
      })),
    },
  }),
  'keys of sixteen digits': (report) => ({
    ...report,
    folder: { ...report.folder, key: MOST },
    surveys: report.surveys.map((one, i) => ({ ...one, key: MOST - i })),
  }),
  'no hours': (report) => ({
    ...report,
    surveys: report.surveys.map((one) => ({ ...one, hours: [] })),
  }),
  'unknown kinds': (report, chance) => ({
    ...report,
    surveys: report.surveys.map((one) => ({
      ...one,
      indexType: chance.pick(ODD_TEXTS),
      feedbackScale: chance.pick(ODD_TEXTS),
      index: null,
    })),
  }),
} as const satisfies Readonly<Record<string, Twist>>;

const ALL: ReadonlyMap<string, Twist> = new Map(Object.entries(TWISTS));
export const TWIST_NAMES: readonly string[] = [...ALL.keys()];
export const SETTINGS = { locales: LOCALES, papers: ['A4', 'Letter'] } as const;

export function twist(report: Report, kind: string, chance: Chance): Report | null {
  return ALL.get(kind)?.(report, chance) ?? null;
}

const PARAMETERS: readonly AlertParameters[] = [
  {},
  { negative: true, threshold: 1e300, windowMin: -1 },
  { windowMin: null, responses: 'many', actual: [1, [2]], thresholdType: '\u202e' },
  { ['x'.repeat(500)]: 'y'.repeat(500) },
  { deep: { er: { and: { deeper: [null, true, 'ﷺ'] } } } },
  Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${String(i)}`, i])),
];

function many<T>(sample: readonly T[], times: number): readonly T[] {
  return Array.from(
    { length: sample.length === 0 ? 0 : times },
    (_, i) => sample[i % sample.length],
  ).filter((one) => one !== undefined);
}

function repeated(report: Report, _what: 'surveys', times: number): Report {
  const surveys = many(report.surveys, times).map((one, i) => ({ ...one, key: i + 1 }));
  return { ...report, surveys };
}

function renamed(report: Report, name: Rename): Report {
  const folder = <T extends FolderName>(one: T): T => ({ ...one, name: name(one.name) });
  const options = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
    list.map((one) => ({ ...one, name: name(one.name) }));
  return {
    ...report,
    folder: { ...folder(report.folder), path: report.folder.path.map(folder) },
    surveys: report.surveys.map((one) => ({
      ...one,
      question: { ...one.question, name: name(one.question.name) },
      painPoints: one.painPoints === null ? null : options(one.painPoints),
      highlights: one.highlights === null ? null : options(one.highlights),
    })),
    subfolders: report.subfolders.map(folder),
    ranking: options(report.ranking),
    painPoints: options(report.painPoints),
    highlights: options(report.highlights),
  };
}

interface Counted {
  readonly data: readonly number[];
  readonly responses: number;
}

/** Every count replaced; sums are as they are told, not as they would add up. */
function withCounts(report: Report, count: () => number): Report {
  const counted = <T extends Counted>(one: T): T => ({
    ...one,
    data: one.data.map(count),
    responses: count(),
    ...('previousResponses' in one ? { previousResponses: count() } : {}),
  });
  const cells = <T extends { readonly data: readonly number[] }>(
    list: readonly T[],
  ): readonly T[] => list.map((one) => ({ ...one, data: one.data.map(count) }));
  const { summary } = report;
  return {
    ...report,
    summary: {
      ...summary,
      responses: count(),
      previousResponses: count(),
      alerts: { started: count(), carriedOver: count(), open: count() },
      groups: summary.groups.map((group) => ({
        ...counted(group),
        trend: group.trend.map(counted),
        hours: cells(group.hours),
      })),
    },
    surveys: report.surveys.map((one) => ({
      ...counted(one),
      days: one.days.map(counted),
      hours: cells(one.hours),
      trend: one.trend.map(counted),
      painPoints: (one.painPoints ?? []).map((option) => ({ ...option, responses: count() })),
    })),
    ranking: report.ranking.map((place) => ({ ...place, responses: count() })),
  };
}

interface SomeFigures {
  readonly index: number | null;
  readonly change: number | null;
  readonly halfWidth?: number;
  readonly changeIsClear: boolean | null;
}

const NO_INDEX: SomeFigures = { index: null, change: null, changeIsClear: null };

/** The index so far up its range; `at` from 0 to 1. */
function within(indexType: string, at: number): number {
  if (indexType === 'NPS') return at * 200 - 100;
  return indexType === 'AVERAGE' ? 1 + at * 3 : at * 100;
}

function withFigures(report: Report, figures: (indexType: string) => SomeFigures): Report {
  const of = <T extends { readonly indexType: string }>(one: T): T => ({
    ...one,
    ...figures(one.indexType),
  });
  const { summary } = report;
  return {
    ...report,
    summary: { ...summary, groups: summary.groups.map(of) },
    surveys: report.surveys.map((one) => ({
      ...of(one),
      days: one.days.map((day) => ({ ...day, index: figures(one.indexType).index })),
      trend: one.trend.map((week) => ({ ...week, index: figures(one.indexType).index })),
    })),
    ranking: report.ranking.map((place) => {
      const { index, change } = figures(place.indexType);
      return { ...place, index, change };
    }),
  };
}
