// Formulas for every number on an English page: where it is, and how it follows from the report's JSON. All numbers of
// a paragraph, table row or chart must be those of a single entry of a formula, in order.
import type { Figures } from '../../../../lib/domain/figures.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../lib/i18n/catalogues.ts';
import { ALERTS } from './formulas/alert-formulas.ts';
import { CHARTS } from './formulas/chart-formulas.ts';
import { NOTES } from './formulas/notes.ts';
import * as as from './formulas/recomputed.ts';
import { rangeSays } from './formulas/level-figures.ts';
import { REGIONS } from './formulas/region-formulas.ts';
import type { Formula, Kind } from './formulas/subjects.ts';
import { FOLDER, PAGES, isOneOf, nameOf, named, ofKind, says, under } from './formulas/subjects.ts';
import { TABLES } from './formulas/table-formulas.ts';
import { surveySentences } from './formulas/sentence-figures.ts';

const en = messagesFor('en');

const FRAME: readonly Formula[] = [
  {
    name: 'the time of the data and the revision',
    places: ['frame'],
    what: 'text',
    under: under.anywhere,
    entries: ({ report }) => [says(`${as.utc(report.asOf)} ${as.count(report.revision)}`)],
  },
  {
    name: 'the page number and the number of pages',
    places: ['frame'],
    what: 'text',
    under: under.anywhere,
    entries: (_, { page, pages }) => [says(`${as.count(page)} ${as.count(pages)}`)],
  },
  {
    name: 'the number of weeks in the repeated head of a table',
    places: ['frame'],
    what: 'text',
    under: under.anywhere,
    entries: () => [says(en.trend), says(en.signals.storeColumns.trend)],
  },
  {
    name: 'the days and number of the week, and the number of time zones',
    places: ['frame', 'front'],
    what: 'text',
    under: under.head,
    entries: ({ report: { from, to, week, surveys } }) => {
      const daysAndWeek = `${as.dayRange(from, to)} ${as.weekNumber(week)}`;
      const zones = new Set(surveys.map((survey) => survey.timeZone));
      return [says(daysAndWeek, ...zones), says(`${daysAndWeek} ${as.count(zones.size)}`)];
    },
  },
  {
    name: 'the key of a folder without a name',
    places: ['frame', 'front'],
    what: 'text',
    under: under.head,
    entries: ({ report: { folder } }) => [named([folder]), named(folder.path)],
  },
];

const HEADINGS: readonly Formula[] = [
  {
    name: 'the key of something without a name',
    places: PAGES,
    what: 'heading',
    under: under.head,
    entries: ({ report, survey }) => [named([survey === null ? report.folder : nameOf(survey)])],
  },
  {
    name: 'the weeks of a trend',
    places: PAGES,
    what: 'heading',
    under: under.trend,
    entries: ({ kinds }) => kinds.map((kind) => says(as.count(kind.trend.length))),
  },
];

const HEADLINES: readonly Formula[] = [
  {
    name: 'responses, surveys and alerts of all subfolders',
    places: FOLDER,
    what: 'text',
    under: under.head,
    entries: ({ report: { summary } }) => [says(totalsNumbers(summary))],
  },
  {
    name: 'the surveys of an empty week',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.emptyHeading),
    entries: ({ report }) => [says(as.count(report.summary.surveys))],
  },
  {
    name: 'the figure: an index, or the responses when there is none',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ kinds }) =>
      kinds.map((kind) => {
        const index = as.agreed(kind.index, as.indexOf(kind.data, kind), 'an index');
        const instead = kind.responses === 0 ? '' : as.count(kind.responses);
        return says(index === null ? instead : as.index(index, kind));
      }),
  },
  {
    name: 'the half-width of its interval and its number of surveys',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ kinds, report }) =>
      kinds.map((kind) => {
        const half = as.agreed(kind.halfWidth, as.halfWidthOf(kind.data, kind), 'a half-width');
        const isPooled = kind.surveys !== null && report.summary.groups.length > 1;
        const surveys = isPooled ? as.count(kind.surveys) : '';
        return says(`${half === null ? '' : as.sizeOrLeast(half, kind)} ${surveys}`);
      }),
  },
  {
    name: 'the sentence: index, change, responses and their change',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ kinds }) => kinds.map((kind) => ofKind(kind, sentenceNumbers(kind))),
  },
  {
    name: 'what is said of a survey’s week',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ survey, report }) =>
      (survey === null ? report.surveys : [survey]).flatMap((of) =>
        surveySentences(of, report).map((sentence) => says(sentence)),
      ),
  },
  {
    name: 'the half-width of the interval, and the usual range',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ kinds }) =>
      kinds.map((kind) => {
        const half = as.agreed(kind.halfWidth, as.halfWidthOf(kind.data, kind), 'a half-width');
        return says(
          [half === null ? '' : as.sizeOrLeast(half, kind), rangeSays(kind.level, kind)].join(' '),
        );
      }),
  },
  {
    name: 'responses, their change, the usual responses, and the change of the index',
    places: PAGES,
    what: 'text',
    under: under.head,
    entries: ({ survey, kinds }) =>
      kinds.map((kind) => {
        const usualCount = survey?.volume?.usual ?? null;
        const { change } = kind;
        return says(
          [
            responsesNumbers(kind),
            usualCount === null ? '' : as.count(usualCount),
            change === null || change === 0 ? '' : as.sizeOrLeast(change, kind),
          ].join(' '),
        );
      }),
  },
  {
    name: 'the buttons of a survey’s kind',
    places: ['survey'],
    what: 'text',
    under: under.head,
    entries: ({ kinds, survey }) =>
      kinds.map((kind) => ofKind(kind, as.buttons(kind), survey?.timeZone ?? '')),
  },
];

/** The change is omitted when the previous week had no responses. */
function responsesNumbers(figures: Pick<Figures, 'responses' | 'previousResponses'>): string {
  const { responses, previousResponses: before } = figures;
  const change = before === 0 ? '' : as.signedPercent((responses - before) / before);
  return `${as.count(responses)} ${change}`;
}

function sentenceNumbers(kind: Kind): string {
  const { responses, previousResponses, index, previousIndex } = kind;
  as.agreed(responses, as.sum(kind.data), 'responses');
  as.agreed(previousResponses, as.sum(kind.previousData), 'responses of the week before');
  if (responses === 0) return previousResponses === 0 ? '' : as.count(previousResponses);
  if (index === null) return responsesNumbers(kind);
  const change = previousIndex === null ? null : index - previousIndex;
  as.agreed(kind.change, change, 'a change');
  const by = change === null || change === 0 ? '' : as.sizeOrLeast(change, kind);
  return `${as.index(index, kind)} ${by} ${responsesNumbers(kind)}`;
}

function totalsNumbers(summary: Report['summary']): string {
  const { surveys, surveysWithResponses, alerts } = summary;
  const { started, carriedOver, open } = alerts;
  const withResponses = surveysWithResponses === surveys ? [] : [surveysWithResponses];
  const wentOff =
    started + carriedOver === 0 ? [] : [started + carriedOver, started, carriedOver, open];
  const counts = [...withResponses, surveys, ...wentOff].map((n) => as.count(n));
  return [responsesNumbers(summary), ...counts].join(' ');
}

export const FORMULAS: readonly Formula[] = [
  ...FRAME,
  ...HEADINGS,
  ...HEADLINES,
  ...CHARTS,
  ...REGIONS,
  ...TABLES,
  ...ALERTS,
  ...NOTES,
];
