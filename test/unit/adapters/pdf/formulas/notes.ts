// Formulas for the numbers in notes: missing data, data quality and the method.
import type { ReportProblem, Report } from '../../../../../lib/domain/report.ts';
import { en } from '../../../../../lib/i18n/en/report.ts';
import * as as from './recomputed.ts';
import type { Entry, Formula } from './subjects.ts';
import { FOLDER, isOneOf, isSilent, keyOf, nameOf, says, under } from './subjects.ts';

/** The numbers in the method note of each index type: its range and the values of buttons. */
const INDEX_ENDS: Readonly<Record<string, string>> = {
  HAPPY: '0 100',
  AVERAGE: '1 2 3',
  NPS: '−100 +100',
};

export const NOTES: readonly Formula[] = [
  {
    name: 'missing data: the problem, and the number of further problems',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.partialHeading),
    entries: ({ report }, { earlier }) => {
      const missing = report.problems.filter((problem) => problem.missing);
      return [
        ...missing.map((problem) => problemSays(problem, report)),
        ...unlessNone(missing.length - earlier.length),
      ];
    },
  },
  {
    name: 'data quality: silent days, problems, and the number of further notes',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report }, { earlier }) => {
      const notes = [
        ...silentDays(report),
        ...report.problems
          .filter((problem) => !problem.missing)
          .map((problem) => problemSays(problem, report)),
      ];
      return [...notes, ...unlessNone(notes.length - earlier.length)];
    },
  },
  {
    name: 'characters of names that no font has: those in private use',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report }) => unlessNone(countIn(report, /\p{Co}/gu)),
  },
  {
    name: 'removed characters of names: direction controls and characters without width',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report }) => unlessNone(countIn(report, /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu)),
  },
  {
    name: 'surveys without a page',
    places: ['survey', 'silent'],
    what: 'text',
    under: isOneOf(en.alerts, en.silentSurveys),
    entries: ({ report }, { surveys }) =>
      unlessNone(report.surveys.filter((survey) => !isSilent(survey)).length - surveys),
  },
  {
    name: 'the replaced revision, and the responses before and now',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report: { changes, summary } }) => {
      if (changes === null) return [];
      const { revision, asOf, responses } = changes;
      const counts = `${as.count(responses.before)} ${as.count(summary.responses)}`;
      return [says(`${as.count(revision)} ${as.utc(asOf)} ${counts}`)];
    },
  },
  {
    name: 'the ends of an index in use',
    places: ['method'],
    what: 'text',
    under: under.anywhere,
    entries: ({ report }) =>
      report.summary.groups.map(({ indexType }) => says(INDEX_ENDS[indexType] ?? '')),
  },
  {
    name: 'the confidence of an interval and of a change; of movers',
    places: ['method'],
    what: 'text',
    under: under.anywhere,
    entries: ({ report }) => [says('95% 95%'), ...(report.ranking.length > 0 ? [says('99%')] : [])],
  },
  {
    name: 'when a week begins and ends',
    places: ['method'],
    what: 'text',
    under: under.anywhere,
    entries: () => [says('00:00 00:00')],
  },
  {
    name: 'the week of a time zone with its offsets and hours, and the number of further zones',
    places: ['method'],
    what: 'text',
    under: under.anywhere,
    entries: ({ report }, { earlier }) => {
      const zones = [...new Set(report.surveys.map(({ timeZone }) => timeZone))];
      const shownZones = earlier.filter((text) =>
        zones.some((zone) => text.startsWith(`${zone}: `)),
      );
      return [
        ...report.surveys.map(({ timeZone, period }) =>
          says(as.periodSpan(period, 'with offsets'), timeZone),
        ),
        ...unlessNone(zones.length - shownZones.length),
      ];
    },
  },
];

function unlessNone(n: number): readonly Entry[] {
  return n > 0 ? [says(as.count(n))] : [];
}

function silentDays({ surveys }: Report): readonly Entry[] {
  return surveys.flatMap((survey) => {
    const silent = survey.days.filter(({ data }) => as.sum(data) === 0);
    if (as.sum(survey.data) === 0 || silent.length === 0) return [];
    const { question } = survey;
    const dates = silent.map(({ date }) => as.dayNumber(date));
    return [says([keyOf(nameOf(survey)), ...dates].join(' '), question.name)];
  });
}

/** The place of a problem by name or key; its message is a text of the JSON. */
function problemSays({ code, folder, survey, message }: ReportProblem, report: Report): Entry {
  const things = [...report.surveys.map(nameOf), { key: survey ?? 0, name: '' }];
  const folders = [report.folder, ...report.folder.path, ...report.subfolders];
  const place =
    survey === undefined
      ? folders.find(({ key }) => key === folder)
      : things.find(({ key }) => key === survey);
  const unknown = folder === undefined ? '' : String(folder);
  return says(place === undefined ? unknown : keyOf(place), message, place?.name ?? '', code);
}

/** Each name is counted once. */
function countIn(report: Report, characters: RegExp): number {
  const { folder, subfolders, surveys, painPoints, highlights } = report;
  const things = [folder, ...folder.path, ...subfolders, ...painPoints, ...highlights];
  const names = new Set([
    ...things.map(({ name }) => name),
    ...surveys.map(({ question }) => question.name),
  ]);
  return as.sum([...names].map((name) => (name.match(characters) ?? []).length));
}
