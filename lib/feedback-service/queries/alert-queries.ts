// The alert history of a folder. It hides that a local range means another time in every zone.
import { intersects } from '../alert-engine.ts';
import { directoryOf, withDescendants, type Folder, type PlacedSurvey } from '../company.ts';
import { Page, type Dated } from './time-pages.ts';
import type { AlertRange } from './query-types.ts';
import { findFolder, folderReference, questionBody } from './structure-queries.ts';
import type { Alert as AlertAnswer } from '../description/answer-schemas.ts';
import type { Alert, Range, Store } from '../company-store.ts';
import { formatTimestamp } from '../timestamp.ts';
import { zoneOf, type Zone } from '../time-zone.ts';

export function folderAlerts(
  store: Store,
  key: number,
  withChildren: boolean,
  range: AlertRange,
  cap: number,
): Page<AlertAnswer> {
  const directory = directoryOf(store.structure());
  const asked = findFolder(directory, key);
  const folders: readonly Folder[] = withChildren ? withDescendants(asked) : [asked];
  const surveys = new Map(
    folders.flatMap((folder) =>
      folder.surveys.map(({ key, timeZone }) => [key, rangeIn(zoneOf(timeZone), range)] as const),
    ),
  );

  async function* dated(): AsyncGenerator<readonly Dated<AlertAnswer>[]> {
    for await (const batch of store.alerts(new Set(surveys.keys()), hullOf(surveys.values()))) {
      yield batch.flatMap((alert) => {
        const own = surveys.get(alert.survey);
        const placed = directory.surveys.get(alert.survey);
        if (own === undefined || placed === undefined || !intersects(alert, own)) return [];
        const zone = zoneOf(placed.survey.timeZone);
        const { beginTime: ts } = alert;
        return [{ ts, zone, start: own.start, item: alertBody(alert, placed, zone) }];
      });
    }
  }

  return new Page(dated(), cap);
}

/** A local range is another one in every zone; one without a length holds nothing. */
function rangeIn(zone: Zone, { start, end, isLocal }: AlertRange): Range {
  if (!isLocal) return { start, end };
  return {
    start: Number.isFinite(start) ? zone.firstInstantOf(start) : start,
    end: Number.isFinite(end) ? zone.firstInstantOf(end) : end,
  };
}

function hullOf(ranges: Iterable<Range>): Range {
  let [start, end] = [Infinity, -Infinity];
  for (const range of ranges) {
    start = Math.min(start, range.start);
    end = Math.max(end, range.end);
  }
  return { start, end };
}

function alertBody(
  alert: Alert,
  { survey, question, folder }: PlacedSurvey,
  zone: Zone,
): AlertAnswer {
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
