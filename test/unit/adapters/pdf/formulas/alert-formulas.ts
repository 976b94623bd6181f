// The numbers of alerts: in the tables that list them, and in the words that count them.
import type { Report, SurveyAlert } from '../../../../../lib/domain/report.ts';
import { en } from '../../../../../lib/i18n/en/report.ts';
import * as as from './recomputed.ts';
import type { Formula, Subject } from './subjects.ts';
import { FOLDER, PAGES, isOneOf, keyOf, nameOf, placeSays, says } from './subjects.ts';

const { columns } = en;

export const ALERTS: readonly Formula[] = [
  {
    name: 'an alert: what set it off, when it began and ended, how long it was open in the week',
    places: PAGES,
    what: 'row',
    under: isOneOf(en.alerts),
    entries: ({ alerts }, { cells }) =>
      alerts.map((alert) => ({
        names: [alert.alertType, alert.of.question.name],
        says: {
          ...alertSays(alert),
          // Where several surveys share a table, their own pages say it.
          [columns.alert]: cells.has(columns.survey) ? '' : triggerSays(alert),
          [columns.survey]: keyOf(nameOf(alert.of)),
          [columns.ended]: alert.endTime === null ? '' : as.wallClock(alert.endTime),
        },
      })),
  },
  {
    name: 'an open alert: its place, when it began, how long it was open in the week',
    places: FOLDER,
    what: 'row',
    under: isOneOf(en.openAlerts),
    entries: ({ report }) =>
      report.summary.openAlerts.map((alert) => {
        const { names, says } = placeSays(alert, report, alertSays(alert));
        return { names: [...names, alert.alertType], says };
      }),
  },
  {
    name: 'alerts: started, carried over, open, the longest, surveys whose alerts are unread',
    places: PAGES,
    what: 'text',
    under: isOneOf(en.alerts),
    entries: (subject) => [says(alertsSay(subject)), says(unread(subject.report))],
  },
  {
    name: 'alerts anywhere below: started, carried over, open',
    places: FOLDER,
    what: 'text',
    under: isOneOf(en.openAlerts),
    entries: ({ report: { summary } }) => {
      const { started, carriedOver, open } = summary.alerts;
      return [says([started, carriedOver, open].map((n) => as.count(n)).join(' '))];
    },
  },
];

function alertSays(alert: {
  readonly beginTime: string;
  readonly minutesInWeek: number;
}): Readonly<Record<string, string>> {
  return {
    [columns.began]: as.wallClock(alert.beginTime),
    [columns.inWeek]: as.duration(alert.minutesInWeek),
  };
}

/** A known type's parameters in words, as far as it has them; an unknown one's as they came. */
function triggerSays({ alertType, parameters }: SurveyAlert): string {
  const said = (name: string, format: (n: number) => string): readonly string[] => {
    const value = parameters[name];
    return typeof value === 'number' ? [format(value)] : [];
  };
  const counted = [...said('responses', as.count), ...said('windowMin', as.duration)];
  const sample = counted.length === 2 ? counted : [];
  const against = (format: (n: number) => string): readonly string[] => {
    const both = [...said('actual', format), ...said('threshold', format)];
    return both.length === 2 ? both : [];
  };
  switch (alertType) {
    case 'negative': {
      const [actual, limit] = against((n) => as.percent(n / 100));
      if (actual === undefined || limit === undefined) return sample.join(' ');
      return [actual, ...sample, limit].join(' ');
    }
    case 'indexThreshold':
      return [...against(as.decimal), ...sample].join(' ');
    case 'feedbackCount':
      return [...sample, ...said('countThreshold', as.count)].join(' ');
    default:
      return Object.entries(parameters)
        .map(
          ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(', ');
  }
}

/** Of a folder of its own surveys the longest too, and how many could not be read. */
function alertsSay({ report, survey, alerts }: Subject): string {
  const counts = [
    alerts.filter(({ started }) => started),
    alerts.filter(({ started }) => !started),
    alerts.filter(({ endTime }) => endTime === null),
  ].map(({ length }) => as.count(length));
  if (survey !== null) return counts.join(' ');
  const longest = as.duration(Math.max(0, ...alerts.map((alert) => alert.minutesInWeek)));
  return [...counts, longest, unread(report)].join(' ');
}

function unread({ surveys }: Report): string {
  const { length } = surveys.filter(({ alerts }) => alerts === null);
  return length === 0 ? '' : as.count(length);
}
