// Random extreme changes to a report: names, figures and numbers of items.
import type { AlertParameters } from '../../../../lib/domain/report-inputs.ts';
import type {
  FolderName,
  ReportProblem,
  Report,
  SurveyWeek,
} from '../../../../lib/domain/report.ts';
import type { RandomChoices } from '../random-choices.ts';
import { ODD_TEXTS } from '../odd-texts.ts';
import { SCRIPT_SAMPLES } from '../../../support/scripts-of-the-world.ts';

type Twist = (report: Report, random: RandomChoices) => Report | null;
type Rename = (name: string) => string;

const MOST = 9_007_199_254_740_991;
/** The last is the maximum of the reporting API for one hour. */
const HUGE = [1, 999, 1_000_000, 99_999_999, 999_999_999];
const LOCALES = ['en', 'ar', 'de', 'es', 'fi', 'fr', 'ja', 'sv', 'xx'];

const TWISTS = {
  'names in one writing': (report, random) => {
    const [, sample] = random.pick(SCRIPT_SAMPLES);
    return withNames(report, () => sample);
  },
  'names in every writing': (report, random) =>
    withNames(report, () => `${random.pick(SCRIPT_SAMPLES)[1]} ${random.pick(SCRIPT_SAMPLES)[1]}`),
  'names of 1,000 characters': (report, random) => {
    const unit = random.pick([
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
    return withNames(report, () => name);
  },
  'many combining marks': (report, random) =>
    withNames(report, (name) => {
      const marks = random.pick([
        '\u0301',
        '\u0338',
        '\u20dd',
        '\u064b',
        '\u0e49',
        '\u{e0061}',
        '\ufe0f',
        '\u200d',
      ]);
      return `${name.slice(0, 5)}${marks.repeat(random.int(5, 300))}${name.slice(5)}`;
    }),
  'names with bidirectional controls': (report, random) =>
    withNames(report, (name) => {
      const bidiControls = [
        '\u202e',
        '\u202d',
        '\u2067',
        '\u2066',
        '\u200f',
        '\u061c',
        '\u202b',
        '\u2069',
      ];
      const controls = Array.from({ length: random.int(1, 130) }, () =>
        random.pick(bidiControls),
      ).join('');
      return `${controls}${name}${random.isOneIn(2) ? 'אבג (12)' : ''}${controls}`;
    }),
  'names of emoji': (report, random) => {
    const emoji = ['👩‍👩‍👧‍👦', '🏳️‍🌈', '🇫🇮', '🇫', '👍🏽', '1️⃣', '❤️', '🫥', '\u200d', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☺', '🧑🏿‍🚀'];
    return withNames(report, () =>
      Array.from({ length: random.int(1, 60) }, () => random.pick(emoji)).join(''),
    );
  },
  'odd names': (report, random) => withNames(report, () => random.pick(ODD_TEXTS)),
  'names of any characters': (report, random) =>
    withNames(report, () =>
      String.fromCharCode(
        ...Array.from({ length: random.int(0, 80) }, () => random.int(0, 0xffff)),
      ),
    ),
  'names of supplementary characters': (report, random) =>
    withNames(report, () =>
      String.fromCodePoint(
        ...Array.from({ length: random.int(1, 40) }, () => random.int(0x10000, 0x10ffff)),
      ),
    ),
  'empty names': (report) => withNames(report, () => ''),
  'one name only': (report, random) => {
    const at = random.int(0, 30);
    let next = 0;
    const text = random.pick([...ODD_TEXTS, 'W'.repeat(1_000), '\u202e'.repeat(50)]);
    return withNames(report, (name) => (next++ === at ? text : name));
  },
  'huge figures': (report, random) => withCounts(report, () => random.pick(HUGE)),
  'no figures': (report) => withCounts(report, () => 0),
  'one response': (report, random) => withCounts(report, () => (random.isOneIn(9) ? 1 : 0)),
  'no indexes': (report) => withFigures(report, () => NO_INDEX),
  'extreme indexes': (report, random) => {
    const at = random.pick([0, 1e-9, 0.333_333_333, 0.999_999_999, 1]);
    const change = random.pick([-200, -1e-9, 0, 1e-9, 200]);
    const halfWidth = random.pick([0, 1e-12, 99, 1e6]);
    const figures = { change, halfWidth, changeIsClear: random.isOneIn(2) };
    return withFigures(report, (indexType) => ({ ...figures, index: indexValueAt(indexType, at) }));
  },
  'no surveys': (report) => ({ ...report, surveys: [] }),
  'many surveys': (report, random) => withSurveyCount(report, 'surveys', random.pick([5, 40, 150])),
  'no places': (report) => ({ ...report, subfolders: [], ranking: [] }),
  'many places': (report, random) => {
    const count = random.pick([10, 60, 400]);
    return {
      ...report,
      ranking: repeatItems(report.ranking, count),
      subfolders: repeatItems(report.subfolders, count),
    };
  },
  'no follow-ups': (report) => ({
    ...report,
    painPoints: [],
    highlights: [],
    surveys: report.surveys.map((survey) => ({ ...survey, painPoints: [], highlights: [] })),
  }),
  'many follow-ups': (report, random) => {
    const count = random.pick([12, 80, 600]);
    const options = (survey: SurveyWeek): SurveyWeek => ({
      ...survey,
      painPoints: repeatItems(survey.painPoints ?? [], count),
      highlights: repeatItems(survey.highlights ?? [], count),
    });
    return {
      ...report,
      surveys: report.surveys.map(options),
      painPoints: repeatItems(report.painPoints, count),
    };
  },
  'no readable surveys': (report) => ({
    ...report,
    status: 'partial',
    surveys: report.surveys.map((survey) => ({
      ...survey,
      painPoints: null,
      highlights: null,
      alerts: null,
    })),
  }),
  'many alerts': (report, random) => {
    const count = random.pick([10, 70, 500]);
    const { summary } = report;
    return {
      ...report,
      summary: { ...summary, openAlerts: repeatItems(summary.openAlerts, count) },
      surveys: report.surveys.map((survey) => ({
        ...survey,
        alerts: repeatItems(survey.alerts ?? [], count),
      })),
    };
  },
  'odd parameters': (report, random) => ({
    ...report,
    surveys: report.surveys.map((survey) => ({
      ...survey,
      alerts: (survey.alerts ?? []).map((alert) => ({
        ...alert,
        alertType: random.pick(ODD_TEXTS),
        parameters: random.pick(PARAMETERS),
        minutesInWeek: random.pick([0, 0.1, 10_080, 1e9]),
      })),
    })),
  }),
  'many places without responses': (report, random) => {
    const { summary } = report;
    return {
      ...report,
      summary: { ...summary, quiet: repeatItems(summary.quiet, random.pick([30, 300])) },
    };
  },
  'many problems': (report, random) => ({
    ...report,
    status: 'partial',
    problems: Array.from({ length: random.pick([1, 9, 200]) }, (_, i): ReportProblem => ({
      code: random.pick(['UPSTREAM_TIMEOUT', 'TZ_UNKNOWN', 'ENUM_UNKNOWN', 'UNKNOWN_CODE']),
      folder: i + 1,
      message: random.pick([...ODD_TEXTS, 'x'.repeat(1_000), 'words '.repeat(150)]),
      missing: random.isOneIn(2),
    })),
  }),
  'a deep path': (report, random) => ({
    ...report,
    folder: {
      ...report.folder,
      path: Array.from({ length: random.pick([0, 8, 63]) }, (_, i) => ({
        key: 9_000 + i,
        name: random.pick([...ODD_TEXTS, 'Region', 'x'.repeat(200)]),
      })),
    },
  }),
  'keys of sixteen digits': (report) => ({
    ...report,
    folder: { ...report.folder, key: MOST },
    surveys: report.surveys.map((survey, i) => ({ ...survey, key: MOST - i })),
  }),
  'no hours': (report) => ({
    ...report,
    surveys: report.surveys.map((survey) => ({ ...survey, hours: [] })),
  }),
  'unknown kinds': (report, random) => ({
    ...report,
    surveys: report.surveys.map((survey) => ({
      ...survey,
      indexType: random.pick(ODD_TEXTS),
      feedbackScale: random.pick(ODD_TEXTS),
      index: null,
    })),
  }),
} as const satisfies Readonly<Record<string, Twist>>;

const REPORT_CHANGES: ReadonlyMap<string, Twist> = new Map(Object.entries(TWISTS));
export const REPORT_CHANGE_NAMES: readonly string[] = [...REPORT_CHANGES.keys()];
export const SETTINGS = { locales: LOCALES, papers: ['A4', 'Letter'] } as const;

export function changeReport(report: Report, kind: string, random: RandomChoices): Report | null {
  return REPORT_CHANGES.get(kind)?.(report, random) ?? null;
}

const PARAMETERS: readonly AlertParameters[] = [
  {},
  { negative: true, threshold: 1e300, windowMin: -1 },
  { windowMin: null, responses: 'many', actual: [1, [2]], thresholdType: '\u202e' },
  { ['x'.repeat(500)]: 'y'.repeat(500) },
  { deep: { er: { and: { deeper: [null, true, 'ﷺ'] } } } },
  Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${String(i)}`, i])),
];

function repeatItems<T>(sample: readonly T[], count: number): readonly T[] {
  return Array.from(
    { length: sample.length === 0 ? 0 : count },
    (_, i) => sample[i % sample.length],
  ).filter((item) => item !== undefined);
}

function withSurveyCount(report: Report, _what: 'surveys', count: number): Report {
  const surveys = repeatItems(report.surveys, count).map((survey, i) => ({
    ...survey,
    key: i + 1,
  }));
  return { ...report, surveys };
}

function withNames(report: Report, name: Rename): Report {
  const folder = <T extends FolderName>(place: T): T => ({ ...place, name: name(place.name) });
  const options = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
    list.map((option) => ({ ...option, name: name(option.name) }));
  return {
    ...report,
    folder: { ...folder(report.folder), path: report.folder.path.map(folder) },
    surveys: report.surveys.map((survey) => ({
      ...survey,
      question: { ...survey.question, name: name(survey.question.name) },
      painPoints: survey.painPoints === null ? null : options(survey.painPoints),
      highlights: survey.highlights === null ? null : options(survey.highlights),
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

/** Replaces every count independently, so that sums may be wrong. */
function withCounts(report: Report, count: () => number): Report {
  const withCount = <T extends Counted>(counted: T): T => ({
    ...counted,
    data: counted.data.map(count),
    responses: count(),
    ...('previousResponses' in counted ? { previousResponses: count() } : {}),
  });
  const cells = <T extends { readonly data: readonly number[] }>(
    list: readonly T[],
  ): readonly T[] => list.map((cell) => ({ ...cell, data: cell.data.map(count) }));
  const { summary } = report;
  return {
    ...report,
    summary: {
      ...summary,
      responses: count(),
      previousResponses: count(),
      alerts: { started: count(), carriedOver: count(), open: count() },
      groups: summary.groups.map((group) => ({
        ...withCount(group),
        trend: group.trend.map(withCount),
        hours: cells(group.hours),
      })),
    },
    surveys: report.surveys.map((survey) => ({
      ...withCount(survey),
      days: survey.days.map(withCount),
      hours: cells(survey.hours),
      trend: survey.trend.map(withCount),
      painPoints: (survey.painPoints ?? []).map((option) => ({ ...option, responses: count() })),
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

/** The index value at a position from 0 to 1 of its range. */
function indexValueAt(indexType: string, at: number): number {
  if (indexType === 'NPS') return at * 200 - 100;
  return indexType === 'AVERAGE' ? 1 + at * 3 : at * 100;
}

function withFigures(report: Report, figures: (indexType: string) => SomeFigures): Report {
  const of = <T extends { readonly indexType: string }>(item: T): T => ({
    ...item,
    ...figures(item.indexType),
  });
  const { summary } = report;
  return {
    ...report,
    summary: { ...summary, groups: summary.groups.map(of) },
    surveys: report.surveys.map((survey) => ({
      ...of(survey),
      days: survey.days.map((day) => ({ ...day, index: figures(survey.indexType).index })),
      trend: survey.trend.map((week) => ({ ...week, index: figures(survey.indexType).index })),
    })),
    ranking: report.ranking.map((place) => {
      const { index, change } = figures(place.indexType);
      return { ...place, index, change };
    }),
  };
}
