// Reads stored reports of other releases in the shape of this one: fields that a report lacks get the values that are declared
// here, unknown ones are ignored. `reportVersion` changes only when a release writes reports that earlier ones can't read so.
// Reports of version "1" are not read any more.
import { mergeAlarmSummaries } from './signals/alarm-summary.ts';
import { buildAttention, countsOf } from './signals/folder-list.ts';
import { toColumns } from './signals/leaf-columns.ts';
import { emptyLevel } from './signals/level/figures.ts';
import type { Level } from './signals/model.ts';

/** The version of the reports that this release makes. */
export const REPORT_VERSION = '3';
const EARLIEST_READ_VERSION = '2';

/**
 * Whether a value is a report of a version that is not read: "newer" that of a later release, "older" one that is no longer
 * read; null for any other value.
 */
export function unreadVersion(report: unknown): 'older' | 'newer' | null {
  const version = isObject(report) ? report['reportVersion'] : undefined;
  if (typeof version !== 'string' || !/^[1-9]\d*$/.test(version)) return null;
  if (Number(version) > Number(REPORT_VERSION)) return 'newer';
  return Number(version) < Number(EARLIEST_READ_VERSION) ? 'older' : null;
}

const NO_LIST = { places: 0, surveys: [], standingLow: [], weak: [], leftOut: countsOf(() => 0) };

/** No level is computed for figures of an earlier version, because its facts are not all known. */
export const NO_LEVEL: Level = emptyLevel(null, null, { target: null, accepted: null });

/** The values of fields that earlier versions don't have, or have with another meaning. */
const NO_SIGNALS = {
  survey: {
    level: NO_LEVEL,
    history: null,
    silent: null,
    volume: null,
    reason: null,
    parts: [],
  },
  group: {
    level: NO_LEVEL,
    standard: [],
    common: null,
    spread: 1,
    spread4: 1,
    why: [],
    rest: null,
    parts: [],
    leaves: toColumns([], true),
  },
  subfolderGroup: { level: NO_LEVEL, common: null },
  figures: { closed: [], alarm: mergeAlarmSummaries([]) },
  attention: buildAttention(NO_LIST),
} as const;

/** A report as parsed JSON, with every field of this release; any other value is returned unchanged. */
export function completeReport(report: unknown): unknown {
  if (!isObject(report) || report['reportVersion'] === REPORT_VERSION) return report;
  const { summary, surveys, subfolders } = report;
  return {
    ...report,
    summary: completeSummary(summary),
    surveys: mapItems(surveys, completeSurvey),
    subfolders: mapItems(subfolders, (subfolder) =>
      isObject(subfolder)
        ? {
            ...subfolder,
            summary: completeFigures(subfolder['summary'], NO_SIGNALS.subfolderGroup),
          }
        : subfolder,
    ),
  };
}

function completeSummary(summary: unknown): unknown {
  if (!isObject(summary)) return summary;
  return {
    ...completeFigures(summary, NO_SIGNALS.group),
    attention: NO_SIGNALS.attention,
    questions: mapItems(summary['questions'], completeQuestion),
  };
}

/** Reports without `asking` took every survey with responses for one that asks. */
function completeQuestion(question: unknown): unknown {
  if (!isObject(question)) return question;
  const { surveysWithResponses: surveys } = question;
  return { asking: { painPoints: surveys, highlights: surveys }, ...question };
}

function completeFigures(summary: unknown, noSignals: object): object {
  if (!isObject(summary)) return {};
  return {
    ...summary,
    groups: mapItems(summary['groups'], (group) =>
      isObject(group) ? { ...group, ...noSignals } : group,
    ),
    ...NO_SIGNALS.figures,
  };
}

function completeSurvey(survey: unknown): unknown {
  if (!isObject(survey)) return survey;
  const { alarm } = survey;
  const { badMinutes = null, goodMinutes = null } = isObject(alarm) ? alarm : {};
  return {
    ...survey,
    ...NO_SIGNALS.survey,
    badMinutes,
    goodMinutes,
    alarm: isObject(alarm) ? alarm : null,
  };
}

function mapItems(value: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(map) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
