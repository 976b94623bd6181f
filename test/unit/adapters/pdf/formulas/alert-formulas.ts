// Formulas for the numbers of alerts, in tables and in counts.
import type { Report, SurveyAlert } from '../../../../../lib/domain/report.ts';
import { en } from '../../../../../lib/i18n/en/report.ts';
import * as as from './recomputed.ts';
import type { Formula, Subject } from './subjects.ts';
import { FOLDER, PAGES, isOneOf, keyOf, nameOf, placeSays, says } from './subjects.ts';

const { columns } = en;

export const ALERTS: readonly Formula[] = [
  {
    name: 'an alert: its trigger, begin, end and duration in the week',
    places: PAGES,
    what: 'row',
    under: isOneOf(en.alerts),
    entries: ({ alerts }, { cells }) =>
      alerts.map((alert) => ({
        names: [alert.alertType, alert.of.question.name],
        says: {
          ...alertSays(alert),
          // A table of several surveys omits the trigger.
          [columns.alert]: cells.has(columns.survey) ? '' : triggerSays(alert),
          [columns.survey]: keyOf(nameOf(alert.of)),
          [columns.ended]: alert.endTime === null ? '' : as.wallClock(alert.endTime),
        },
      })),
  },
  {
    name: 'an open alert: its place, begin and duration in the week',
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
    name: 'alerts: started, carried over, open, the longest, surveys with unread alerts',
    places: PAGES,
    what: 'text',
    under: isOneOf(en.alerts),
    entries: (subject) => [says(alertsSay(subject)), says(unread(subject.report))],
  },
  {
    name: 'alerts of all subfolders: started, carried over, open',
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

/** The parameters of a known type as text; those of an unknown type as received. */
function triggerSays({ alertType, parameters }: SurveyAlert): string {
  const parameterText = (name: string, format: (n: number) => string): readonly string[] => {
    const value = parameters[name];
    return typeof value === 'number' ? [format(value)] : [];
  };
  const counted = [
    ...parameterText('responses', as.count),
    ...parameterText('windowMin', as.duration),
  ];
  const sample = counted.length === 2 ? counted : [];
  const against = (format: (n: number) => string): readonly string[] => {
    const actualAndLimit = [
      ...parameterText('actual', format),
      ...parameterText('threshold', format),
    ];
    return actualAndLimit.length === 2 ? actualAndLimit : [];
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
      return [...sample, ...parameterText('countThreshold', as.count)].join(' ');
    default:
      return Object.entries(parameters)
        .map(
          ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(', ');
  }
}

/** For a folder with surveys of its own, also the longest alert and the number of unread surveys. */
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
