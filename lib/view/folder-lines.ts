// What a folder's page says in lines of their own: alerts, closures, places far below the others or a little low, settings.
import type { OpenAlert, Report } from '../domain/report.ts';
import type { EntryState } from '../domain/signals/model.ts';
import { findLeadingGroup } from '../domain/verdict.ts';
import { closureSentences, entryName, weakSentence } from '../i18n/report-texts/folder-headline.ts';
import { cutList, listedNames } from '../i18n/report-texts/name-list.ts';
import { settingSentences } from '../i18n/report-texts/place-additions.ts';
import type { Localization } from '../i18n/localization.ts';
import type { Line } from './report-view.ts';

/** `places`: the number of surveys in the lists. */
export function folderLines(
  report: Report,
  places: number,
  localization: Localization,
): readonly Line[] {
  const { words } = localization;
  const { summary } = report;
  const group = findLeadingGroup(summary.groups);
  const weak = weakSentence(summary.attention, places, localization);
  return [
    ...openAlertLine(summary.openAlerts, localization),
    ...namedLine('inAlarm', words.view.inAlarm, report, localization),
    ...namedLine('standingLow', words.view.standingLow, report, localization),
    ...goodAlertLine(report, localization),
    ...closureSentences(report, localization).map((text): Line => ({
      kind: 'closure',
      lead: '',
      text,
    })),
    ...(weak === '' ? [] : [{ kind: 'weak', lead: '', text: weak } as const]),
    ...(group === null ? [] : settingSentences(group, localization)).map((text): Line => ({
      kind: 'setting',
      lead: '',
      text,
    })),
  ];
}

function sentence(items: readonly string[], localization: Localization): string {
  return localization.words.signals.asSentence({ text: cutList(items, localization) });
}

/** By place, most alerts first. */
function openAlertLine(alerts: readonly OpenAlert[], localization: Localization): readonly Line[] {
  if (alerts.length === 0) return [];
  const { words, formats, names } = localization;
  const places = [...Map.groupBy(alerts, ({ folder, survey }) => names.placeKey(folder, survey))]
    .map(([folder, ofPlace]) => ({ folder, ofPlace }))
    .sort((a, b) => b.ofPlace.length - a.ofPlace.length);
  return [
    {
      kind: 'openAlerts',
      lead: words.view.openAlerts({ n: alerts.length }),
      text: sentence(
        places.map(({ folder, ofPlace }) => {
          const [oldest] = ofPlace.toSorted(
            (a, b) => Date.parse(a.beginTime) - Date.parse(b.beginTime),
          );
          const values = {
            name: names.folder(folder),
            when: formats.wallClock(oldest?.beginTime ?? ''),
          };
          return ofPlace.length === 1
            ? words.view.openAlertAt(values)
            : words.view.openAlertsAt({ ...values, n: ofPlace.length });
        }),
        localization,
      ),
    },
  ];
}

/** Places that are listed, or would be, for such a state that has no section. */
function namedLine(
  state: EntryState & Line['kind'],
  lead: string,
  { summary }: Report,
  localization: Localization,
): readonly Line[] {
  const entries = summary.attention.entries.filter((entry) => entry.state === state);
  if (entries.length === 0) return [];
  const names = entries.map((entry) => entryName(entry, entries, localization));
  return [{ kind: state, lead, text: sentence(listedNames(names, localization), localization) }];
}

/** The folder's own surveys; those below are not known by the kind of their alerts. */
function goodAlertLine({ surveys }: Report, localization: Localization): readonly Line[] {
  const { words } = localization;
  const count = surveys.reduce(
    (sum, { alarm }) =>
      sum +
      (alarm?.groups ?? [])
        .filter(({ direction }) => direction === 'good')
        .reduce((alerts, group) => alerts + group.count, 0),
    0,
  );
  return count === 0
    ? []
    : [{ kind: 'goodAlerts', lead: '', text: words.signals.more.goodAlerts({ n: count }) }];
}
