// Formulas for the numbers in notes: missing data, data quality and the method.
import type { ReportProblem, Report, SurveyWeek } from '../../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import { noteSentence } from './sentence-figures.ts';
import * as as from './recomputed.ts';
import type { ExpectedItem, Formula } from './subjects.ts';
import {
  FOLDER,
  PAGES,
  isOneOf,
  isSilent,
  keyOf,
  nameOf,
  placeOf,
  says,
  under,
} from './subjects.ts';

const en = messagesFor('en');

/** The numbers in the method note of each index type: its range and the values of buttons. */
const INDEX_ENDS: Readonly<Record<string, string>> = {
  HAPPY: '0 100',
  AVERAGE: '1 2 3',
  NPS: '−100 +100',
};

/** Further zones are only in the JSON. */
const MOST_ZONES = 4;

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
        ...unlessNone(distinctCount(missing) - earlier.length),
      ];
    },
  },
  {
    name: 'data quality: silent devices, few responses, problems, and the number of further notes',
    places: PAGES,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report }, { earlier }) => {
      const notes = [
        ...silences(report),
        ...report.problems
          .filter((problem) => !problem.missing)
          .map((problem) => problemSays(problem, report)),
      ];
      return [...notes, ...unlessNone(notes.length - earlier.length)];
    },
  },
  {
    name: 'characters of names that no font has: those in private use',
    places: PAGES,
    what: 'text',
    under: isOneOf(en.dataQuality),
    entries: ({ report }) => unlessNone(countIn(report, /\p{Co}/gu)),
  },
  {
    name: 'removed characters of names: direction controls and characters without width',
    places: PAGES,
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
    places: PAGES,
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
    name: 'the method: ends of indexes, weeks of a low level, confidence, hollow points, and the weeks of time zones',
    places: ['method'],
    what: 'text',
    under: under.anywhere,
    entries: ({ report }) => {
      const kinds = [...new Set(report.summary.groups.map(({ indexType }) => indexType))];
      const zones = new Map(
        report.surveys.map(({ timeZone, period }) => [
          `${timeZone} ${period.start}`,
          as.periodSpan(period, 'with offsets'),
        ]),
      );
      const furtherZones = zones.size - MOST_ZONES;
      return [
        says(
          [
            ...kinds.map((indexType) => INDEX_ENDS[indexType] ?? ''),
            '45 95% 10 00:00 00:00',
            ...[...zones.values()].slice(0, MOST_ZONES),
            furtherZones > 0 ? as.count(furtherZones) : '',
          ].join(' '),
          ...report.surveys.map(({ timeZone }) => timeZone),
        ),
      ];
    },
  },
];

function unlessNone(n: number): readonly ExpectedItem[] {
  return n > 0 ? [says(as.count(n))] : [];
}

/** What was expected of silent devices; the responses and the usual ones of surveys with few. */
function silences(report: Report): readonly ExpectedItem[] {
  return report.surveys.flatMap((survey) => {
    const { volume } = survey;
    const { key, name } = nameOf(survey);
    const shownKey = keyOf({ key, name });
    if (volume === null) return [silentDaysSay(survey)];
    const sentence = noteSentence(survey, report);
    return sentence === '' ? [] : [says(`${shownKey} ${sentence}`, name)];
  });
}

/** The days without responses, which a report of version "1" lists. */
function silentDaysSay({ key, question: { name }, days }: SurveyWeek): ExpectedItem {
  const silent = days.filter(({ data }) => as.sum(data) === 0);
  return says(
    [keyOf({ key, name }), ...silent.map(({ date }) => as.dayNumber(date))].join(' '),
    name,
  );
}

/** The place of a problem is named, never identified by its key; its message is a text of the JSON. */
function problemSays(
  { code, survey, folder, message }: ReportProblem,
  report: Report,
): ExpectedItem {
  const surveys = report.surveys.map(nameOf).filter(({ key }) => key === survey);
  const place = folder === undefined ? null : placeOf(folder, report);
  const places = [...(place === null ? [] : [place.folder, ...place.surveys]), ...surveys];
  return says('', message, code, ...places.map(({ name }) => name));
}

/** Problems of the same part of the same place are one line. */
function distinctCount(problems: readonly ReportProblem[]): number {
  return new Set(
    problems.map(({ folder, survey, code, message }) =>
      JSON.stringify([folder, survey, code, message.split(':')[0]]),
    ),
  ).size;
}

/** Each name is counted once. */
function countIn(report: Report, characters: RegExp): number {
  const { folder, subfolders, surveys, painPoints, highlights } = report;
  const namedItems = [folder, ...folder.path, ...subfolders, ...painPoints, ...highlights];
  const names = new Set([
    ...namedItems.map(({ name }) => name),
    ...surveys.map(({ question }) => question.name),
  ]);
  return as.sum([...names].map((name) => (name.match(characters) ?? []).length));
}
