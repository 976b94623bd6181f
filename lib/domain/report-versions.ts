// Reads stored reports of version "1", which had no signals, in the shape of the current version.

/** The values of what a report of version "1" lacks; nothing is computed, because its facts are not all known. */
const NO_SIGNALS = {
  survey: { signal: null, usualDays: [], cells: [], silent: null, volume: null, alarm: null },
  option: { shareLower: null, shareUpper: null, shareShown: true },
  pooledOption: { named: 0, asking: 0, shared: false, questions: [] },
  group: { signal: null },
  summary: { alarm: { badMinutes: 0, goodMinutes: 0 } },
} as const;

/** A report as parsed JSON, with every field of the current version; any other value is returned unchanged. */
export function upgradeReport(report: unknown): unknown {
  if (!isObject(report) || report['reportVersion'] !== '1') return report;
  const { summary, surveys, subfolders, painPoints, highlights } = report;
  return {
    ...report,
    summary: upgradeSummary(summary),
    surveys: mapItems(surveys, upgradeSurvey),
    subfolders: mapItems(subfolders, (subfolder) =>
      isObject(subfolder)
        ? {
            ...subfolder,
            summary: upgradeFigures(subfolder['summary'], (group) =>
              withFields(group, NO_SIGNALS.group),
            ),
          }
        : subfolder,
    ),
    painPoints: mapItems(painPoints, upgradePooledOption),
    highlights: mapItems(highlights, upgradePooledOption),
  };
}

function upgradeSummary(summary: unknown): unknown {
  const tests = { index: 0, volume: 0 };
  return withFields(upgradeFigures(summary, upgradeGroup), {
    questions: [],
    places: [],
    signals: { version: 1, tests, candidates: [], truncated: false },
    attention: {
      tests,
      counts: { worse: 0, inAlarm: 0, silent: 0, volumeLow: 0, standingLow: 0, better: 0 },
      entries: [],
      more: 0,
    },
  });
}

function upgradeFigures(summary: unknown, upgrade: (group: unknown) => unknown): unknown {
  if (!isObject(summary)) return summary;
  return { ...summary, ...NO_SIGNALS.summary, groups: mapItems(summary['groups'], upgrade) };
}

/** All of its surveys are other leaves: which they are is not known. */
function upgradeGroup(group: unknown): unknown {
  if (!isObject(group)) return group;
  const { data, previousData } = group;
  return {
    ...group,
    ...NO_SIGNALS.group,
    cells: [],
    why: null,
    leaves: [],
    otherLeaves: { data, previousData },
    league: null,
  };
}

function upgradeSurvey(survey: unknown): unknown {
  if (!isObject(survey)) return survey;
  const upgradeOption = (option: unknown): unknown => withFields(option, NO_SIGNALS.option);
  return {
    ...survey,
    ...NO_SIGNALS.survey,
    painPoints: mapItems(survey['painPoints'], upgradeOption),
    highlights: mapItems(survey['highlights'], upgradeOption),
  };
}

function upgradePooledOption(option: unknown): unknown {
  return withFields(option, { ...NO_SIGNALS.option, ...NO_SIGNALS.pooledOption });
}

function withFields(value: unknown, fields: object): unknown {
  return isObject(value) ? { ...value, ...fields } : value;
}

function mapItems(value: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(map) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
