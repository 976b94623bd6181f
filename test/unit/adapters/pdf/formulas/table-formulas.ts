// Formulas for the numbers in tables by column head; the numbers of a row all belong to one place, option or survey.
import type { Report } from '../../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { ListedOption } from '../../../../../lib/domain/follow-ups.ts';
import type { JudgedFigures, SurveyWeek, TrendWeek } from '../../../../../lib/domain/report.ts';
import { alarmOf } from './alarm-figures.ts';
import { foldersWithAlerts } from './alert-formulas.ts';
import { trendSays } from './chart-figures.ts';
import { usualSays } from './level-figures.ts';
import { rankedPlaces } from './places.ts';
import * as as from './recomputed.ts';
import { silentPlaces } from './region-formulas.ts';
import type { ExpectedItem, Formula, Subject } from './subjects.ts';
import { FOLDER, PAGES, isOneOf, isSilent, keyOf, nameOf, says, under } from './subjects.ts';

const en = messagesFor('en');

const { columns } = en;

export const TABLES: readonly Formula[] = [
  {
    name: 'a follow-up: places, count, share, share last week',
    places: PAGES,
    what: 'row',
    under: under.followUps,
    entries: ({ options, report }) => options.map((option) => optionSays(option, options, report)),
  },
  {
    name: 'a follow-up as a line: count, share, count last week',
    places: PAGES,
    what: 'text',
    under: under.followUps,
    entries: ({ options, report }) => {
      const counts = options.map(({ responses }) => responses);
      const total = as.sum(counts);
      const percents = as.percentsOf(counts, total);
      return options.map((option, i) =>
        says(
          [
            as.count(option.responses),
            shareSays(option, percents[i] ?? '', total, report),
            as.count(option.previousResponses),
          ].join(' '),
          option.name,
        ),
      );
    },
  },
  {
    name: 'the number of omitted follow-ups below lines',
    places: PAGES,
    what: 'text',
    under: under.followUps,
    entries: ({ options }, { earlier }) => [says(as.count(options.length - earlier.length + 1))],
  },
  {
    name: 'a compared survey: index, usual level, responses, trend, hours in alarm',
    places: FOLDER,
    what: 'row',
    under: isOneOf(en.signals.surveysCompared),
    entries: ({ report }) => [
      // The head names the number of weeks.
      { names: [], says: { [en.signals.storeColumns.trend]: '13' } },
      ...report.summary.groups.map((group) => comparedSays(group, as.count(group.surveys), '')),
      ...report.surveys.map((survey) => ({
        ...comparedSays(survey, keyOf(nameOf(survey)), badSays(survey, report)),
        names: [survey.question.name, survey.indexType, survey.feedbackScale],
      })),
    ],
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

function comparedSays(
  figures: JudgedFigures & GroupKey & { readonly trend: readonly TrendWeek[] },
  name: string,
  inAlarm: string,
): ExpectedItem {
  const { index, trend, responses, level } = figures;
  const { storeColumns } = en.signals;
  return {
    names: [figures.indexType, figures.feedbackScale],
    says: {
      [columns.survey]: `${name} ${as.buttons(figures)}`,
      [columns.index]: as.index(index, figures),
      [storeColumns.usual]: usualSays(level, figures),
      [columns.responses]: as.count(responses),
      [storeColumns.trend]: trend.every((week) => week.index === null)
        ? ''
        : trendSays(trend, figures, level),
      [storeColumns.inAlarm]: inAlarm,
    },
  };
}

/** The time in alarm about bad feedback; nothing without alerts. */
function badSays(survey: SurveyWeek, { asOf }: Report): string {
  const alarm = alarmOf(survey, asOf);
  return alarm === null || alarm.groups.length === 0 ? '' : as.duration(alarm.badMinutes);
}

function optionSays(
  option: ListedOption,
  options: readonly ListedOption[],
  report: Report,
): ExpectedItem {
  const total = as.sum(options.map(({ responses }) => responses));
  const share = total === 0 ? null : option.responses / total;
  const [named, asking] = 'named' in option ? [option.named, option.asking] : [0, 0];
  as.agreed(option.share, share, 'a share');
  const printedOptions = options.filter((other) => !('places' in other) || other.shared);
  const printed = as.percentsOf(
    printedOptions.map(({ responses }) => responses),
    total,
  );
  const percent = printed[printedOptions.indexOf(option)] ?? '';
  return {
    names: [option.name],
    says: {
      [columns.mentionedBy]: `${as.count(named)} ${as.count(asking)}`,
      [columns.count]: as.count(option.responses),
      // Pooled options are shown without intervals, beside the number of their places.
      [columns.share]:
        'places' in option ? shareOnly(percent, total) : shareSays(option, percent, total, report),
      [columns.lastWeek]: as.count(option.previousResponses),
    },
  };
}

function shareOnly(percent: string, total: number): string {
  return total < 20 ? '' : percent;
}

/** A share with its 95 % interval by Wilson; nothing for a list of under twenty presses. */
function shareSays(
  { responses }: ListedOption,
  percent: string,
  total: number,
  { reportVersion }: Report,
): string {
  // Version "1" has every share, without intervals.
  if (reportVersion === '1') return percent;
  if (total < 20) return '';
  const z = 1.96;
  const [p, n] = [responses / total, total];
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const interval = [Math.max(0, middle - half), Math.min(1, middle + half)];
  return [percent, ...interval.map(as.percent)].join(' ');
}

/** The lengths of the lists that a table under the heading can show. */
function lengthsUnder(section: string, subject: Subject): readonly number[] {
  const { report, kinds, options, alerts } = subject;
  if (under.followUps(section)) return [options.length];
  if (section === en.alerts) {
    const alarm = subject.survey === null ? null : alarmOf(subject.survey, report.asOf);
    return [alerts.length, alarm?.groups.length ?? 0];
  }
  if (section === en.signals.surveysCompared) {
    const pooled = report.summary.groups.filter((group) => group.surveys > 1);
    return [report.surveys.length + pooled.length];
  }
  if (section === en.signals.region.alertsByPlace) return [foldersWithAlerts(report).length];
  if (section === en.silentSurveys) return [report.surveys.filter(isSilent).length];
  if (section === en.signals.region.below) return [report.subfolders.length];
  if (section === en.signals.fewOrNoResponses) return [silentPlaces(report).length];
  return report.summary.groups
    .filter((group) =>
      kinds.some(
        (kind) => kind.indexType === group.indexType && kind.feedbackScale === group.feedbackScale,
      ),
    )
    .map((group) => rankedPlaces(group).length);
}
