// The query for the alert history of a folder.
import { isOpenDuring } from '../alert-engine.ts';
import {
  companyIndexOf,
  flattenFolders,
  type ServiceFolder,
  type IndexedSurvey,
} from '../company.ts';
import { PageByTime, type DatedItem } from './time-pages.ts';
import { findFolder, folderReference, questionBody } from './structure-queries.ts';
import type { AlertAnswer as AlertAnswer } from '../description/answer-schemas.ts';
import type { ServiceAlert, TimeRange, CompanyStore } from '../company-store.ts';
import { formatTimestamp } from '../timestamp.ts';
import { timeZoneOf, type TimeZone } from '../time-zone.ts';

/** A range in absolute time, or in the local time of each survey (ms as if UTC). */
export interface AlertRange extends TimeRange {
  readonly isLocal: boolean;
}

export function listFolderAlerts(
  store: CompanyStore,
  key: number,
  withChildren: boolean,
  range: AlertRange,
  cap: number,
): PageByTime<AlertAnswer> {
  const directory = companyIndexOf(store.structure());
  const folder = findFolder(directory, key);
  const folders: readonly ServiceFolder[] = withChildren ? flattenFolders(folder) : [folder];
  const surveys = new Map(
    folders.flatMap((folder) =>
      folder.surveys.map(
        ({ key, timeZone }) => [key, toAbsoluteRange(timeZoneOf(timeZone), range)] as const,
      ),
    ),
  );

  async function* dated(): AsyncGenerator<readonly DatedItem<AlertAnswer>[]> {
    for await (const batch of store.alerts(
      new Set(surveys.keys()),
      coveringRange(surveys.values()),
    )) {
      yield batch.flatMap((alert) => {
        const surveyRange = surveys.get(alert.survey);
        const survey = directory.surveys.get(alert.survey);
        if (surveyRange === undefined || survey === undefined) return [];
        if (!isOpenDuring(alert, surveyRange)) return [];
        const zone = timeZoneOf(survey.survey.timeZone);
        const { beginTime: ts } = alert;
        return [{ ts, zone, start: surveyRange.start, item: alertBody(alert, survey, zone) }];
      });
    }
  }

  return new PageByTime(dated(), cap);
}

/** A local range is a different absolute range in every time zone. */
function toAbsoluteRange(zone: TimeZone, { start, end, isLocal }: AlertRange): TimeRange {
  if (!isLocal) return { start, end };
  return {
    start: Number.isFinite(start) ? zone.firstInstantOf(start) : start,
    end: Number.isFinite(end) ? zone.firstInstantOf(end) : end,
  };
}

function coveringRange(ranges: Iterable<TimeRange>): TimeRange {
  let [start, end] = [Infinity, -Infinity];
  for (const range of ranges) {
    start = Math.min(start, range.start);
    end = Math.max(end, range.end);
  }
  return { start, end };
}

function alertBody(
  alert: ServiceAlert,
  { survey, question, folder }: IndexedSurvey,
  zone: TimeZone,
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
