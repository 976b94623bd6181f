// The HTTP API as the page asks it, one line for each route. It hides methods, paths and bodies.
import type {
  FolderList,
  LinkBody,
  ReportFiles,
  ReportStateBody,
  RevisionList,
  WeekList,
  WeekOverview,
} from '../../http/responses.ts';
import type { Report } from '../../domain/report.ts';
import type { RetryRule, ApiRequestInit, ApiRequestOptions } from './api-request.ts';
import { createApiRequests } from './api-request.ts';

export type { LinkBody as MadeLink } from '../../http/responses.ts';

/** The page makes the addresses of a report itself. */
export type ReportState = Omit<ReportStateBody, 'links'>;

export interface ReportPlace {
  readonly week: string;
  readonly folder: number;
}

/** Every call fails with a Trouble. */
export interface Api {
  folders(signal?: AbortSignal): Promise<FolderList>;
  weeks(signal?: AbortSignal): Promise<WeekList>;
  week(week: string, signal?: AbortSignal): Promise<WeekOverview>;
  /** The report as it stands, or one of its revisions. */
  report(place: ReportPlace, revision: number | null, signal?: AbortSignal): Promise<Report>;
  revisions(place: ReportPlace, signal?: AbortSignal): Promise<RevisionList>;
  /** Addresses of the files that work for five minutes. */
  files(place: ReportPlace, signal?: AbortSignal): Promise<ReportFiles>;
  state(place: ReportPlace, signal?: AbortSignal): Promise<ReportState>;
  make(place: ReportPlace, force: boolean): Promise<ReportState>;
  /** `week`: null for a link that always opens the newest report. */
  makeLink(link: {
    readonly folder: number;
    readonly week: string | null;
    readonly expiresInDays: number;
  }): Promise<LinkBody>;
  /** `name`: the link's id or its token. */
  revokeLink(name: string): Promise<void>;
}

export function openApi(options: ApiRequestOptions): Api {
  const { ask, read } = createApiRequests(options);
  const of = ({ week, folder }: ReportPlace): string => `reports/${week}/${folder}`;
  const get = (signal: AbortSignal | undefined, again: RetryRule = 'busy'): ApiRequestInit =>
    signal === undefined ? { again } : { again, signal };
  const post = (body: object, again: RetryRule): ApiRequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    again,
  });

  return {
    folders: (signal) => read('folders', has<FolderList>('data'), get(signal)),
    weeks: (signal) => read('weeks', has<WeekList>('latest', 'open', 'data'), get(signal)),
    week: (week, signal) =>
      read(`weeks/${week}`, has<WeekOverview>('week', 'folders', 'totals'), get(signal)),
    report: (place, revision, signal) =>
      read(
        `${of(place)}/content${revision === null ? '' : `?revision=${revision}`}`,
        has<Report>('reportVersion', 'summary', 'surveys', 'subfolders'),
        get(signal),
      ),
    revisions: (place, signal) =>
      read(`${of(place)}/revisions`, has<RevisionList>('data'), get(signal)),
    files: (place, signal) =>
      read(`${of(place)}/files`, has<ReportFiles>('view', 'pdf', 'json'), get(signal)),
    // Where a report could not be made, this is answered with why, and not to be asked again for.
    state: (place, signal) => read(of(place), STATE, get(signal, 'never')),
    make: ({ week, folder }, force) =>
      // A report that isn't there is one job however often it is asked for; a new revision is one each time.
      read('reports', STATE, post({ folder, week, force }, force ? 'untaken' : 'busy')),
    makeLink: ({ folder, week, expiresInDays }) =>
      read(
        'links',
        has<LinkBody>('id', 'url'),
        post({ folder, expiresInDays, ...(week === null ? {} : { week }) }, 'untaken'),
      ),
    // What was withdrawn twice is withdrawn.
    revokeLink: (name) =>
      ask(`links/${encodeURIComponent(name)}`, { method: 'DELETE', again: 'busy' }, () =>
        Promise.resolve(),
      ),
  };
}

const STATE = has<ReportState>('report', 'status');

/** Whether an answer is what the API makes: it is not looked into further, being our own. */
function has<T>(...fields: readonly (keyof T)[]): (value: unknown) => value is T {
  return (value): value is T =>
    typeof value === 'object' && value !== null && fields.every((name) => name in value);
}
