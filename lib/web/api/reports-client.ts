// The page's client of the HTTP API, one method for each route. Its types are inferred from the schemas of the API.
import type {
  FolderList,
  LinkBody,
  Me,
  ReportFiles,
  ReportStateBody,
  RevisionList,
  WeekList,
  WeekOverview,
} from '../../http/responses.ts';
import type { ViewPart } from '../../view/first-part.ts';
import type { ReportView } from '../../view/report-view.ts';
import type { Language } from '../../i18n/messages.ts';
import { ApiError } from './api-errors.ts';
import type { RetryRule, ApiRequestInit, ApiRequestOptions } from './api-request.ts';
import { createApiRequests, hasFields } from './api-request.ts';
import type { NotesApi } from './notes-client.ts';
import { createNotesApi } from './notes-client.ts';
import type { SettingsApi } from './settings-client.ts';
import { createSettingsApi } from './settings-client.ts';
import type { SubscriptionsApi } from './subscriptions-client.ts';
import { createSubscriptionsApi } from './subscriptions-client.ts';
import type { ReportAddress } from '../routes.ts';

export type { LinkBody as MadeLink } from '../../http/responses.ts';

/** The page makes the addresses of a report itself. */
export type ShownReportState = Omit<ReportStateBody, 'links'>;

export interface ViewParameters extends ReportAddress {
  /** Null for the current one. */
  readonly revision: number | null;
  readonly language: Language;
  readonly part: ViewPart;
}

/** As in `GET /v1/figures`. */
export interface TableQuery {
  readonly from: string;
  readonly to: string;
  readonly below: number | null;
  readonly grain: 'week' | 'day' | 'hour';
  readonly places: 'surveys' | 'folders';
  readonly format: 'csv' | 'parquet' | 'ndjson';
}

export interface TableFile {
  readonly content: Blob;
  readonly name: string;
}

/** A year of a large company is made and sent in minutes. */
const TABLE_TIMEOUT_MS = 600_000;

/** Every call fails with an ApiError. */
export interface Api extends SubscriptionsApi, SettingsApi, NotesApi {
  me(signal?: AbortSignal): Promise<Me>;
  folders(signal?: AbortSignal): Promise<FolderList>;
  weeks(signal?: AbortSignal): Promise<WeekList>;
  week(week: string, signal?: AbortSignal): Promise<WeekOverview>;
  view(parameters: ViewParameters, signal?: AbortSignal): Promise<ReportView>;
  revisions(place: ReportAddress, signal?: AbortSignal): Promise<RevisionList>;
  /** Addresses of the files, valid for five minutes. */
  files(place: ReportAddress, signal?: AbortSignal): Promise<ReportFiles>;
  table(query: TableQuery): Promise<TableFile>;
  state(place: ReportAddress, signal?: AbortSignal): Promise<ShownReportState>;
  make(place: ReportAddress, force: boolean): Promise<ShownReportState>;
  /** `week`: null for a link that always opens the newest report. */
  makeLink(link: {
    readonly folder: number;
    readonly week: string | null;
    readonly expiresInDays: number;
  }): Promise<LinkBody>;
  /** `name`: the link's id or its token. */
  revokeLink(name: string): Promise<void>;
}

export function createApi(options: ApiRequestOptions): Api {
  const requests = createApiRequests(options);
  const { send, readJson } = requests;
  const reportPath = ({ week, folder }: ReportAddress): string => `reports/${week}/${folder}`;
  const get = (signal: AbortSignal | undefined, retry: RetryRule = 'busy'): ApiRequestInit =>
    signal === undefined ? { retry } : { retry, signal };
  const post = (body: object, retry: RetryRule): ApiRequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    retry,
  });

  return {
    ...createSubscriptionsApi(requests),
    ...createSettingsApi(requests),
    ...createNotesApi(requests),
    me: (signal) => readJson('me', hasFields<Me>('reader', 'notes'), get(signal)),
    folders: (signal) => readJson('folders', hasFields<FolderList>('data'), get(signal)),
    weeks: (signal) =>
      readJson('weeks', hasFields<WeekList>('latest', 'open', 'data'), get(signal)),
    week: (week, signal) =>
      readJson(`weeks/${week}`, hasFields<WeekOverview>('week', 'folders', 'totals'), get(signal)),
    view: ({ revision, language, part, ...place }, signal) => {
      const query = new URLSearchParams({
        language,
        ...(revision === null ? {} : { revision: String(revision) }),
        ...(part === 'all' ? {} : { part }),
      });
      return readJson(`${reportPath(place)}/view?${query.toString()}`, IS_VIEW, get(signal));
    },
    revisions: (place, signal) =>
      readJson(`${reportPath(place)}/revisions`, hasFields<RevisionList>('data'), get(signal)),
    files: (place, signal) =>
      readJson(
        `${reportPath(place)}/files`,
        hasFields<ReportFiles>('revision', 'view', 'pdf', 'json'),
        get(signal),
      ),
    table: ({ below, ...query }) => {
      const parameters = new URLSearchParams({ ...query });
      if (below !== null) parameters.set('below', String(below));
      const request = { retry: 'busy', timeoutMs: TABLE_TIMEOUT_MS, accept: '*/*' } as const;
      return send(`figures?${parameters.toString()}`, request, async (response) => {
        const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '');
        // A proxy in between may answer instead of the API.
        if (name?.[1] === undefined) throw new ApiError('foreign');
        return { content: await response.blob(), name: name[1] };
      });
    },
    // Answered with the failure of the last job, which a retry would not change. The caller polls with its own delays.
    state: (place, signal) => readJson(reportPath(place), STATE, get(signal, 'never')),
    make: ({ week, folder }, force) =>
      // Requests for a missing report are one job; each request for a new revision is a job of its own.
      readJson('reports', STATE, post({ folder, week, force }, force ? 'throttled' : 'busy')),
    makeLink: ({ folder, week, expiresInDays }) =>
      readJson(
        'links',
        hasFields<LinkBody>('id', 'url'),
        post({ folder, expiresInDays, ...(week === null ? {} : { week }) }, 'throttled'),
      ),
    // Idempotent: a revoked link can be revoked again.
    revokeLink: (name) =>
      send(`links/${encodeURIComponent(name)}`, { method: 'DELETE', retry: 'busy' }, () =>
        Promise.resolve(),
      ),
  };
}

const IS_VIEW = hasFields<ReportView>('kind', 'finding', 'revision');
const STATE = hasFields<ShownReportState>('report', 'status');
