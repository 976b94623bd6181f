// The alert history of a folder. It hides that a local range means another time in every zone.
import { directoryOf, withDescendants, type Folder, type PlacedSurvey } from './company.ts';
import { fillPage } from './pages.ts';
import type { AlertRange } from './parameters.ts';
import { findFolder, folderReference, questionBody } from './query-structure.ts';
import type { Alert, Range, Store } from './store.ts';
import { formatTimestamp } from './timestamp.ts';
import { zoneOf, type Zone } from './zone.ts';

interface Found {
  readonly alert: Alert;
  readonly placed: PlacedSurvey;
  readonly start: number;
}

export async function folderAlerts(
  store: Store,
  key: number,
  withChildren: boolean,
  range: AlertRange,
  cap: number,
): Promise<object> {
  const directory = directoryOf(store.structure());
  const asked = findFolder(directory, key);
  const folders: readonly Folder[] = withChildren ? withDescendants(asked) : [asked];
  const found: Found[] = [];
  for (const { key } of folders.flatMap(({ surveys }) => surveys)) {
    const placed = directory.surveys.get(key);
    if (placed === undefined) continue;
    const own = rangeIn(zoneOf(placed.survey.timeZone), range);
    if (own.start >= own.end) continue;
    for (const alert of await store.alerts(key, own)) {
      found.push({ alert, placed, start: own.start });
    }
  }
  found.sort(({ alert: a }, { alert: b }) =>
    a.beginTime === b.beginTime ? a.key - b.key : a.beginTime - b.beginTime,
  );
  const filler = fillPage<Found>(cap);
  for (const one of found) if (!filler.offer(one.alert.beginTime, one, one.start)) break;
  const { items, moreAfter } = filler.page();
  const last = items.at(-1);
  return {
    meta:
      moreAfter === undefined || last === undefined
        ? {}
        : { moreResultsAfter: formatTimestamp(moreAfter, zoneOf(last.placed.survey.timeZone)) },
    data: items.map(({ alert, placed }) => alertBody(alert, placed)),
  };
}

function rangeIn(zone: Zone, { start, end, isLocal }: AlertRange): Range {
  if (!isLocal) return { start, end };
  return {
    start: Number.isFinite(start) ? zone.firstInstantOf(start) : start,
    end: Number.isFinite(end) ? zone.firstInstantOf(end) : end,
  };
}

function alertBody(alert: Alert, { survey, question, folder }: PlacedSurvey): object {
  const zone = zoneOf(survey.timeZone);
  return {
    key: alert.key,
    alertType: alert.alertType,
    survey: {
      key: survey.key,
      question: questionBody(question),
      folder: folderReference(folder),
      timezone: survey.timeZone,
    },
    alertSpecification: { key: alert.specification },
    beginTime: formatTimestamp(alert.beginTime, zone),
    ...(alert.endTime === undefined ? {} : { endTime: formatTimestamp(alert.endTime, zone) }),
    parameters: alert.parameters,
  };
}
