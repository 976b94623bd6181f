// Reads stored reports of other releases in the shape of this one: fields that a report lacks get the values that are declared
// here, unknown ones are ignored. `reportVersion` changes only when a release writes reports that earlier ones can't read so.

const READ_VERSIONS: readonly unknown[] = ['1', '2'];

/** Whether a value is a report of a later release, in a form that is not known here. */
export function isNewerReport(report: unknown): boolean {
  const version = isObject(report) ? report['reportVersion'] : undefined;
  return (
    typeof version === 'string' && /^[1-9]\d*$/.test(version) && !READ_VERSIONS.includes(version)
  );
}

/** The values of fields that were added since version "1"; nothing is computed, because its facts are not all known. */
const NO_SIGNALS = {
  survey: { signal: null, usualDays: [], cells: [], silent: null, volume: null, alarm: null },
  option: { shareLower: null, shareUpper: null, shareShown: true },
  pooledOption: { named: 0, asking: 0, shared: false, questions: [] },
  group: { signal: null },
  summary: { alarm: { badMinutes: 0, goodMinutes: 0 } },
} as const;

/** A report as parsed JSON, with every field of this release; any other value is returned unchanged. */
export function completeReport(report: unknown): unknown {
  if (!isObject(report)) return report;
  const { summary, surveys, subfolders, painPoints, highlights } = report;
  return {
    ...report,
    summary: completeSummary(summary),
    surveys: mapItems(surveys, completeSurvey),
    subfolders: mapItems(subfolders, (subfolder) =>
      isObject(subfolder)
        ? {
            ...subfolder,
            summary: completeFigures(subfolder['summary'], (group) =>
              withFields(group, NO_SIGNALS.group),
            ),
          }
        : subfolder,
    ),
    painPoints: mapItems(painPoints, completePooledOption),
    highlights: mapItems(highlights, completePooledOption),
  };
}

function completeSummary(summary: unknown): unknown {
  const tests = { index: 0, volume: 0 };
  return withFields(completeFigures(summary, completeGroup), {
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

function completeFigures(summary: unknown, complete: (group: unknown) => unknown): unknown {
  if (!isObject(summary)) return summary;
  return { ...NO_SIGNALS.summary, ...summary, groups: mapItems(summary['groups'], complete) };
}

/** Without leaves, all of its surveys are other leaves: which they are is not known. */
function completeGroup(group: unknown): unknown {
  if (!isObject(group)) return group;
  const { data, previousData } = group;
  return {
    ...NO_SIGNALS.group,
    cells: [],
    why: null,
    leaves: [],
    otherLeaves: group['leaves'] === undefined ? { data, previousData } : null,
    league: null,
    ...group,
  };
}

function completeSurvey(survey: unknown): unknown {
  if (!isObject(survey)) return survey;
  const completeOption = (option: unknown): unknown => withFields(option, NO_SIGNALS.option);
  return {
    ...NO_SIGNALS.survey,
    ...survey,
    painPoints: mapItems(survey['painPoints'], completeOption),
    highlights: mapItems(survey['highlights'], completeOption),
  };
}

function completePooledOption(option: unknown): unknown {
  return withFields(option, { ...NO_SIGNALS.option, ...NO_SIGNALS.pooledOption });
}

function withFields(value: unknown, fields: object): unknown {
  return isObject(value) ? { ...fields, ...value } : value;
}

function mapItems(value: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(map) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
