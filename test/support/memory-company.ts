// A company whose reporting API is in memory: a tree, surveys with or without responses, and what goes wrong there.
import { Failure } from '../../lib/shared/failure.ts';
import type { HourCounts, SurveyInFolder } from '../../lib/domain/facts.ts';
import type { FeedbackSource, Folder } from '../../lib/ports/feedback-source.ts';
import { DAY_MS, dayOf, HOUR_MS } from '../../lib/domain/calendar.ts';
import type { ReportProblem } from '../../lib/domain/report.ts';

export interface CompanySurvey {
  readonly key: number;
  readonly timeZone?: string;
  /** Default: true. */
  readonly isActive?: boolean;
  /** What the list of its question's surveys says, when it says something else. */
  readonly isListedActive?: boolean;
  /** In every week; default 20. */
  readonly responses?: number;
  /** Further ones on the evening of the Monday of W46. */
  readonly late?: number;
}

export interface CompanyFolder {
  readonly key: number;
  readonly surveys?: readonly CompanySurvey[];
  readonly folders?: readonly CompanyFolder[];
}

export interface MemoryCompany {
  root: CompanyFolder;
  /** Whether every call fails as an API that is down does. */
  isDown: boolean;
  /** Surveys whose results can't be had. */
  readonly broken: Set<number>;
  /** Folders for whose surveys the credentials are refused, which ends a job. */
  readonly refused: Set<number>;
  /** Folders that are not in the company's tree, though they are there. */
  readonly denied: Set<number>;
  /** Calls so far, by name. */
  readonly calls: Map<string, number>;
  readonly source: FeedbackSource;
}

const QUESTION = { key: 9, name: 'How was it?', locale: 'en' };
/** The Monday that rows are made for, and those of the weeks around it. */
const DAYS = Array.from({ length: 4 }, (_, i) => dayOf('2026-11-02') + 7 * i);

const LATE_DAY = dayOf('2026-11-09');

function row(localDay: number, hour: number, data: readonly number[]): HourCounts {
  return { localDay, hour, offsetMinutes: 0, data };
}

export function memoryCompany(root: CompanyFolder): MemoryCompany {
  const calls = new Map<string, number>();
  const call = <T>(name: string, work: () => T): Promise<T> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return Promise.resolve().then(() => {
      if (company.isDown) throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/${name}` });
      return work();
    });
  };
  const surveyOf = (key: number): { survey: CompanySurvey; folder: CompanyFolder } => {
    const found = all(company.root).flatMap((folder) =>
      (folder.surveys ?? [])
        .filter((survey) => survey.key === key)
        .map((survey) => ({ survey, folder })),
    )[0];
    if (found === undefined) throw new Failure('UPSTREAM_NOT_FOUND', { path: `/surveys/${key}` });
    if (company.refused.has(found.folder.key)) {
      throw new Failure('UPSTREAM_UNAUTHORIZED', { path: `/surveys/${key}` });
    }
    if (company.broken.has(key))
      throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/surveys/${key}` });
    return found;
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
          const folder = all(company.root).find(({ key }) => from === null || key === from);
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
              all(company.root)
                .flatMap(({ surveys }) => surveys ?? [])
                .map(({ isListedActive, ...survey }) => [
                  survey.key,
                  periodsOf(
                    isListedActive === undefined ? survey : { ...survey, isActive: isListedActive },
                  ),
                ]),
            ),
        ),
      readHourlyCounts: (key, { start, end }) =>
        call('results', () => {
          const { responses = 20, late = 0 } = surveyOf(key).survey;
          const rows = responses === 0 ? [] : DAYS.map((day) => row(day, 9, [0, 0, 0, responses]));
          const all = late === 0 ? rows : [...rows, row(LATE_DAY, 18, [late, 0, 0, 0])];
          return all.filter(({ localDay, hour }) => {
            const at = localDay * DAY_MS + hour * HOUR_MS;
            return at >= start && at < end;
          });
        }),
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

function all(folder: CompanyFolder): readonly CompanyFolder[] {
  return [folder, ...(folder.folders ?? []).flatMap(all)];
}

interface Walk {
  readonly denied: ReadonlySet<number>;
  readonly seen: Set<number>;
  readonly notes: ReportProblem[];
}

/** Of a survey that stands in two places of what is asked for the first counts. */
function toFolder({ key, surveys = [], folders = [] }: CompanyFolder, it: Walk): Folder {
  const own = surveys.filter((survey) => {
    const isFirst = !it.seen.has(survey.key);
    it.seen.add(survey.key);
    const message = `survey ${survey.key} occurs twice in the tree, the first place counts`;
    const note = { code: 'SURVEY_DUPLICATE', survey: survey.key, folder: key, message } as const;
    if (!isFirst) it.notes.push({ ...note, missing: false });
    return isFirst;
  });
  return {
    key,
    name: nameOf({ key }),
    folders: folders.filter((child) => !it.denied.has(child.key)).map((c) => toFolder(c, it)),
    surveys: own.map(toSurvey),
  };
}

function toSurvey({ key, timeZone = 'UTC' }: CompanySurvey): SurveyInFolder {
  return { key, question: QUESTION, timeZone };
}

function periodsOf({ isActive = true }: CompanySurvey) {
  const start = Date.parse('2020-01-01T00:00:00Z');
  return [{ start, end: isActive ? null : Date.parse('2021-01-01T00:00:00Z') }];
}

function nameOf({ key }: CompanyFolder): string {
  return `Folder ${key}`;
}
