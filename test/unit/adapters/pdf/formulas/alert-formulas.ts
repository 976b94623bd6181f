// Formulas for the numbers of alerts, in tables and in counts.
import type { Report, SurveyAlert, SurveyWeek } from '../../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import type { AlarmFigures } from './alarm-figures.ts';
import { alarmOf, timesOf } from './alarm-figures.ts';
import * as as from './recomputed.ts';
import type { ExpectedItem, Formula, Subject } from './subjects.ts';
import { FOLDER, isOneOf, keyOf, says } from './subjects.ts';

const en = messagesFor('en');

const { columns, signals } = en;

export const ALERTS: readonly Formula[] = [
  {
    name: 'alerts of a specification: the worst trigger, times, hours in alarm, longest, open since',
    places: ['survey'],
    what: 'row',
    under: isOneOf(en.alerts),
    entries: ({ survey, report }) => [
      // The head names the hours of the week.
      { names: [], says: { [inAlarmHead(survey)]: weekSays(survey) } },
      ...(survey === null ? [] : (alarmOf(survey, report.asOf)?.groups ?? [])).flatMap((group) => {
        const item = groupSays(group, survey);
        // Without the trigger where there is little space.
        return [item, { ...item, says: { ...item.says, [columns.alert]: '' } }];
      }),
    ],
  },
  {
    name: 'the strip of alerts',
    places: ['survey'],
    what: 'alt',
    under: isOneOf(en.alerts),
    entries: ({ survey, report }) => (survey === null ? [] : [says(stripSays(survey, report))]),
  },
  {
    name: 'a folder with alerts: their number, its places in alarm, the longest, and open alerts',
    places: FOLDER,
    what: 'row',
    under: isOneOf(signals.region.alertsByPlace),
    entries: ({ report }) =>
      foldersWithAlerts(report).map((folder) => {
        const { alerts, alarm } = folder.summary;
        const { places, longest } = alarm.bad;
        return {
          names: [folder.name],
          says: {
            [columns.place]: keyOf(folder),
            [en.alerts]: as.count(alerts.started + alerts.carriedOver),
            [signals.storeColumns.inAlarm]: places === 0 ? '' : as.count(places),
            [signals.storeColumns.longest]: longest === null ? '' : as.duration(longest.minutes),
            [signals.region.open]: as.count(alerts.open),
          },
        };
      }),
  },
  {
    name: 'alerts: hours in alarm, started, carried over, open',
    places: ['survey'],
    what: 'text',
    under: isOneOf(en.alerts),
    entries: (subject) => [says(countsOf(subject.alerts)), says(lineSays(subject))],
  },
  {
    name: 'of how many surveys of all folders the alerts are unknown',
    places: FOLDER,
    what: 'text',
    under: isOneOf(signals.region.alertsByPlace),
    entries: ({ report }) => {
      const unreadCount = surveysWithoutAlerts(report);
      return unreadCount === 0
        ? []
        : [says(`${as.count(unreadCount)} ${as.count(report.summary.surveys)}`)];
    },
  },
];

/** The folders below with alerts; throws when their sums and those of the own surveys are not those of the report. */
export function foldersWithAlerts({ subfolders, surveys, summary }: Report): Report['subfolders'] {
  const ownAlerts = surveys.flatMap(({ alerts }) => alerts ?? []);
  const sums = [
    ['started', ownAlerts.filter(({ started }) => started)],
    ['carriedOver', ownAlerts.filter(({ started }) => !started)],
    ['open', ownAlerts.filter(({ endTime }) => endTime === null)],
  ] as const;
  for (const [field, alerts] of sums) {
    const below = as.sum(subfolders.map((folder) => folder.summary.alerts[field]));
    as.agreed(summary.alerts[field], below + alerts.length, 'the alerts of all folders');
  }
  return subfolders.filter(({ summary: { alerts } }) => alerts.started + alerts.carriedOver > 0);
}

/** Surveys that could not be read, and those of folders whose alerts could not be read. */
function surveysWithoutAlerts({ problems, summary }: Report): number {
  const about = (text: string): Report['problems'] =>
    problems.filter(({ missing, message }) => missing && message.startsWith(text));
  const keyOf = (folder: number | undefined, survey: number | undefined): string =>
    `${String(folder)} ${String(survey)}`;
  const surveys = new Set(
    about('The survey is missing: ').map(({ folder, survey }) => keyOf(folder, survey)),
  );
  for (const { folder } of about('The alerts of this folder are missing: ')) {
    for (const { leaves } of summary.groups) {
      leaves.survey
        .filter((_, i) => leaves.folder[i] === folder)
        .forEach((survey) => surveys.add(keyOf(folder, survey)));
    }
  }
  return surveys.size;
}

function weekSays(survey: SurveyWeek | null): string {
  return as.duration((survey?.period.hours ?? 0) * 60).trim();
}

function inAlarmHead(survey: SurveyWeek | null): string {
  return en.signals.storeColumns.inAlarmOf({ week: weekSays(survey) });
}

/** The hours of each direction and the number of separate times. */
function stripSays(survey: SurveyWeek, { asOf }: Report): string {
  const directions = new Set(alarmOf(survey, asOf)?.groups.map(({ direction }) => direction));
  return (['bad', 'good', 'neutral'] as const)
    .filter((direction) => directions.has(direction))
    .map((direction) => {
      const { minutes, times } = timesOf(survey, direction, asOf);
      return `${as.duration(minutes)} ${as.count(times)}`;
    })
    .join(' ');
}

/** Hours in alarm of the week for each direction, then the counts. */
function lineSays({ survey, alerts, report }: Subject): string {
  const alarm = survey === null ? null : alarmOf(survey, report.asOf);
  const { badMinutes = 0, goodMinutes = 0 } = alarm ?? {};
  const hours = [badMinutes, goodMinutes].flatMap((minutes) =>
    minutes === 0 ? [] : [`${as.duration(minutes)} ${weekSays(survey)}`],
  );
  return [...hours, countsOf(alerts)].join(' ');
}

function groupSays(group: AlarmFigures, survey: SurveyWeek | null): ExpectedItem {
  const alerts = group.alerts.toSorted((a, b) => Date.parse(a.beginTime) - Date.parse(b.beginTime));
  const open = alerts.find(({ endTime }) => endTime === null);
  const { storeColumns } = signals;
  return {
    names: [group.alertType],
    says: {
      [columns.alert]: worstSays(alerts),
      [storeColumns.times]: as.count(group.count),
      [inAlarmHead(survey)]: as.duration(group.minutesInAlarm),
      [storeColumns.longest]: as.duration(group.longestMinutes),
      [storeColumns.openSince]: open === undefined ? '' : as.wallClock(open.beginTime),
    },
  };
}

/** The trigger with the lowest index under a limit, or else with the highest value; the last of equals. */
function worstSays(alerts: readonly SurveyAlert[]): string {
  const [worst] = alerts.toReversed().toSorted((a, b) => badness(b) - badness(a));
  return worst === undefined ? '' : triggerSays(worst);
}

function badness({ parameters: { actual, thresholdType } }: SurveyAlert): number {
  if (typeof actual !== 'number') return -1e9;
  return thresholdType === 'under' ? -actual : actual;
}

/** The parameters of a known type as text; those of an unknown type as received. */
function triggerSays({ alertType, parameters }: SurveyAlert): string {
  const parameterText = (name: string, format: (n: number) => string): readonly string[] => {
    const value = parameters[name];
    return typeof value === 'number' ? [format(value)] : [];
  };
  const parameterTexts = [
    ...parameterText('responses', as.count),
    ...parameterText('windowMin', as.duration),
  ];
  const sample = parameterTexts.length === 2 ? parameterTexts : [];
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

function countsOf(alerts: Subject['alerts']): string {
  return [
    alerts.filter(({ started }) => started),
    alerts.filter(({ started }) => !started),
    alerts.filter(({ endTime }) => endTime === null),
  ]
    .map(({ length }) => as.count(length))
    .join(' ');
}
