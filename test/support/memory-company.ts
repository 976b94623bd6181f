// A reporting API in memory: a folder tree, surveys with or without responses, and faults.
import { Failure } from '../../lib/shared/failure.ts';
import type { HourCounts, SurveyInFolder } from '../../lib/domain/report-inputs.ts';
import type { FeedbackSource, Folder, Range } from '../../lib/ports/feedback-source.ts';
import { DAY_MS, dayOf, HOUR_MS } from '../../lib/domain/calendar.ts';
import type { ReportProblem } from '../../lib/domain/report.ts';

export interface CompanySurvey {
  readonly key: number;
  readonly timeZone?: string;
  /** Default: true. */
  readonly isActive?: boolean;
  /** As in the list of its question's surveys, where that differs. */
  readonly isListedActive?: boolean;
  /** In every week; default: 20. */
  readonly responses?: number;
  /** Additional responses on the evening of the Monday of W46. */
  readonly late?: number;
}

export interface MemoryFolder {
  readonly key: number;
  readonly surveys?: readonly CompanySurvey[];
  readonly folders?: readonly MemoryFolder[];
}

export interface MemoryCompany {
  root: MemoryFolder;
  /** Every call fails with UPSTREAM_UNAVAILABLE. */
  isDown: boolean;
  /** Surveys that fail with UPSTREAM_UNAVAILABLE. */
  readonly broken: Set<number>;
  /** Folders whose surveys fail with UPSTREAM_UNAUTHORIZED, which ends a job. */
  readonly refused: Set<number>;
  /** Folders that are missing in the company's tree but can be read alone. */
  readonly denied: Set<number>;
  /** Calls so far, by name. */
  readonly calls: Map<string, number>;
  readonly source: FeedbackSource;
}

const QUESTION = { key: 9, name: 'How was it?', locale: 'en' };
/** Mondays with rows. */
const DAYS = Array.from({ length: 4 }, (_, i) => dayOf('2026-11-02') + 7 * i);

const LATE_DAY = dayOf('2026-11-09');

function row(localDay: number, hour: number, data: readonly number[]): HourCounts {
  return { localDay, hour, offsetMinutes: 0, data };
}

export function memoryCompany(root: MemoryFolder): MemoryCompany {
  const calls = new Map<string, number>();
  const call = <T>(name: string, work: () => T): Promise<T> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return Promise.resolve().then(() => {
      if (company.isDown) throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/${name}` });
      return work();
    });
  };
  const surveyOf = (key: number): { survey: CompanySurvey; folder: MemoryFolder } => {
    const match = flatten(company.root).flatMap((folder) =>
      (folder.surveys ?? [])
        .filter((survey) => survey.key === key)
        .map((survey) => ({ survey, folder })),
    )[0];
    if (match === undefined) throw new Failure('UPSTREAM_NOT_FOUND', { path: `/surveys/${key}` });
    if (company.refused.has(match.folder.key)) {
      throw new Failure('UPSTREAM_UNAUTHORIZED', { path: `/surveys/${key}` });
    }
    if (company.broken.has(key))
      throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/surveys/${key}` });
    return match;
  };
  const company: MemoryCompany = {
    root,
    isDown: false,
    broken: new Set(),
    refused: new Set(),
    denied: new Set(),
    calls,
    source: {
      readFolders: (from) =>
        call('folders', () => {
          const folder = flatten(company.root).find(({ key }) => from === null || key === from);
          if (folder === undefined) throw new Failure('UPSTREAM_NOT_FOUND', { path: '/folders' });
          const denied = from === null ? company.denied : new Set<number>();
          const notes: ReportProblem[] = [];
          return { root: toFolder(folder, { denied, seen: new Set(), notes }), notes };
        }),
      readSurvey: (key) =>
        call('survey', () => {
          const { survey, folder } = surveyOf(key);
          return {
            ...toSurvey(survey),
            folder: { key: folder.key, name: nameOf(folder) },
            activePeriods: periodsOf(survey),
            surveyType: 'TERMINAL',
            indexType: 'HAPPY',
            feedbackScale: 'FOUR',
          };
        }),
      readActivePeriods: () =>
        call(
          'periods',
          () =>
            new Map(
              flatten(company.root)
                .flatMap(({ surveys }) => surveys ?? [])
                .map(({ isListedActive, ...survey }) => [
                  survey.key,
                  periodsOf(
                    isListedActive === undefined ? survey : { ...survey, isActive: isListedActive },
                  ),
                ]),
            ),
        ),
      readHourlyCounts: (key, range) => call('results', () => rowsIn(range, surveyOf(key).survey)),
      readDailyCounts: (key, range) =>
        call('history', () =>
          rowsIn(range, surveyOf(key).survey).map((hour) => ({ ...hour, hour: 0 })),
        ),
      readFollowUps: (key) =>
        call('followUps', () => {
          surveyOf(key);
          return { painPoints: [], highlights: [] };
        }),
      readAlerts: () => call('alerts', () => []),
    },
  };
  return company;
}

/** By hour. */
function rowsIn(
  { start, end }: Range,
  { responses = 20, late = 0 }: CompanySurvey,
): readonly HourCounts[] {
  const rows = responses === 0 ? [] : DAYS.map((day) => row(day, 9, [0, 0, 0, responses]));
  const allRows = late === 0 ? rows : [...rows, row(LATE_DAY, 18, [late, 0, 0, 0])];
  return allRows.filter(({ localDay, hour }) => {
    const at = localDay * DAY_MS + hour * HOUR_MS;
    return at >= start && at < end;
  });
}

function flatten(folder: MemoryFolder): readonly MemoryFolder[] {
  return [folder, ...(folder.folders ?? []).flatMap(flatten)];
}

interface TreeState {
  readonly denied: ReadonlySet<number>;
  readonly seen: Set<number>;
  readonly notes: ReportProblem[];
}

/** A survey that is in two folders counts in the first. */
function toFolder({ key, surveys = [], folders = [] }: MemoryFolder, state: TreeState): Folder {
  const ownSurveys = surveys.filter((survey) => {
    const isFirst = !state.seen.has(survey.key);
    state.seen.add(survey.key);
    const message = `survey ${survey.key} occurs twice in the tree, the first place counts`;
    const note = { code: 'SURVEY_DUPLICATE', survey: survey.key, folder: key, message } as const;
    if (!isFirst) state.notes.push({ ...note, missing: false });
    return isFirst;
  });
  return {
    key,
    name: nameOf({ key }),
    folders: folders
      .filter((child) => !state.denied.has(child.key))
      .map((child) => toFolder(child, state)),
    surveys: ownSurveys.map(toSurvey),
  };
}

function toSurvey({ key, timeZone = 'UTC' }: CompanySurvey): SurveyInFolder {
  return { key, question: QUESTION, timeZone };
}

function periodsOf({ isActive = true }: CompanySurvey) {
  const start = Date.parse('2020-01-01T00:00:00Z');
  return [{ start, end: isActive ? null : Date.parse('2021-01-01T00:00:00Z') }];
}

function nameOf({ key }: MemoryFolder): string {
  return `Folder ${key}`;
}
