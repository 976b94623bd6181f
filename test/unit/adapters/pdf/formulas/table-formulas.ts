// Formulas for the numbers in tables by column head; the numbers of a row all belong to one place, option or survey.
import type { RankedPlace } from '../../../../../lib/domain/ranking.ts';
import type { Report } from '../../../../../lib/domain/report.ts';
import { en } from '../../../../../lib/i18n/en/report.ts';
import { distributionSays } from './chart-figures.ts';
import * as as from './recomputed.ts';
import type { Entry, Formula, Option, Subject } from './subjects.ts';
import {
  FOLDER,
  PAGES,
  isOneOf,
  isSilent,
  keyOf,
  nameOf,
  placeSays,
  says,
  under,
} from './subjects.ts';

const { columns } = en;

export const TABLES: readonly Formula[] = [
  {
    name: 'a ranked place: rank, distribution, index, change, responses',
    places: FOLDER,
    what: 'row',
    under: under.ranking,
    entries: ({ report }) => report.ranking.map((place) => rankedSays(place, report)),
  },
  {
    name: 'a follow-up: places, count, share, share last week',
    places: PAGES,
    what: 'row',
    under: under.followUps,
    entries: ({ options, report }) => options.map((option) => optionSays(option, options, report)),
  },
  {
    name: 'a quiet place: its silent days, its responses',
    places: FOLDER,
    what: 'row',
    under: isOneOf(en.quietPlaces),
    entries: ({ report }) =>
      report.summary.quiet.map((quiet) =>
        placeSays(quiet, report, {
          [columns.silentDays]: as.count(quiet.silentDays),
          [columns.responses]: as.count(quiet.responses),
        }),
      ),
  },
  {
    name: 'a silent survey: its responses last week',
    places: ['silent'],
    what: 'row',
    under: under.anywhere,
    entries: ({ report }) =>
      report.surveys.map((survey) => ({
        names: [survey.question.name, survey.timeZone],
        says: {
          [columns.survey]: keyOf(nameOf(survey)),
          [columns.lastWeek]: as.count(as.sum(survey.previousData)),
        },
      })),
  },
  {
    name: 'the number of omitted rows',
    places: [...PAGES, 'silent'],
    what: 'more',
    under: under.anywhere,
    entries: (subject, { section, rows }) =>
      lengthsUnder(section, subject).map((length) => says(as.count(length - rows))),
  },
];

function rankedSays(place: RankedPlace, report: Report): Entry {
  const { folder, survey, indexType, feedbackScale } = place;
  const sameKind = (other: {
    readonly indexType: string;
    readonly feedbackScale: string;
  }): boolean => other.indexType === indexType && other.feedbackScale === feedbackScale;
  const match =
    folder === undefined
      ? report.surveys.find(({ key }) => key === survey)
      : report.subfolders.find(({ key }) => key === folder)?.summary.groups.find(sameKind);
  if (match === undefined) return { names: [], says: {} };
  const index = as.agreed(place.index, as.indexOf(match.data, place), 'the index of a place');
  const before = as.indexOf(match.previousData, place);
  const difference = index === null || before === null ? null : index - before;
  const change = as.agreed(place.change, difference, 'the change of a place');
  const rank = report.ranking.filter(sameKind).indexOf(place) + 1;
  return {
    names: [place.name, indexType, feedbackScale],
    says: {
      [columns.rank]: as.count(rank),
      [columns.place]: keyOf({ key: folder ?? survey ?? 0, name: place.name }),
      [columns.kind]: as.buttons(place),
      [columns.distribution]: distributionSays(match.data),
      [columns.index]: as.index(index, place),
      [columns.change]: as.change(change, place),
      [columns.responses]: as.count(as.sum(match.data)),
    },
  };
}

function optionSays(option: Option, options: readonly Option[], report: Report): Entry {
  const total = as.sum(options.map(({ responses }) => responses));
  const before = as.sum(options.map(({ previousResponses }) => previousResponses));
  const share = total === 0 ? null : option.responses / total;
  const previousShare = before === 0 ? null : option.previousResponses / before;
  const places = 'places' in option ? option.places : 0;
  return {
    names: [option.name],
    says: {
      [columns.name]: keyOf(option),
      [columns.placesNaming]: `${as.count(places)} ${as.count(report.summary.surveys)}`,
      [columns.count]: as.count(option.responses),
      [columns.share]: as.percent(as.agreed(option.share, share, 'a share')),
      [columns.lastWeek]: as.percent(as.agreed(option.previousShare, previousShare, 'a share')),
    },
  };
}

/** The lengths of the lists that a table under the heading can show. */
function lengthsUnder(section: string, subject: Subject): readonly number[] {
  const { report, kinds, options, alerts } = subject;
  if (under.followUps(section)) return [options.length];
  if (section === en.alerts) return [alerts.length];
  if (section === en.openAlerts) return [report.summary.openAlerts.length];
  if (section === en.quietPlaces) return [report.summary.quiet.length];
  if (section === en.silentSurveys) return [report.surveys.filter(isSilent).length];
  return kinds.map(
    (kind) =>
      report.ranking.filter(
        (place) => place.indexType === kind.indexType && place.feedbackScale === kind.feedbackScale,
      ).length,
  );
}
