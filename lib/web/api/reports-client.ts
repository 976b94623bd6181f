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
import type { ApiRequestOptions } from './api-request.ts';
import { createApiRequests, get, hasFields, withBody } from './api-request.ts';
import { createNotesApi } from './notes-client.ts';
import { createSettingsApi } from './settings-client.ts';
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

interface LinkRequest {
  readonly folder: number;
  readonly week: string | null;
  readonly expiresInDays: number;
}

export interface TableFile {
  readonly content: Blob;
  readonly name: string;
}

/** A year of a large company is made and sent in minutes. */
const TABLE_TIMEOUT_MS = 600_000;

export type Api = ReturnType<typeof createApi>;

/** Every call fails with an ApiError. */
export function createApi(options: ApiRequestOptions) {
  const requests = createApiRequests(options);
  const { send, readJson } = requests;
  const reportPath = ({ week, folder }: ReportAddress): string => `reports/${week}/${folder}`;
  return {
    ...createSubscriptionsApi(requests),
    ...createSettingsApi(requests),
    ...createNotesApi(requests),
    me: (signal?: AbortSignal) => readJson('me', hasFields<Me>('reader', 'notes'), get(signal)),
    folders: (signal?: AbortSignal) =>
      readJson('folders', hasFields<FolderList>('data'), get(signal)),
    weeks: (signal?: AbortSignal) =>
      readJson('weeks', hasFields<WeekList>('latest', 'open', 'data'), get(signal)),
    week: (week: string, signal?: AbortSignal) =>
      readJson(`weeks/${week}`, hasFields<WeekOverview>('week', 'folders', 'totals'), get(signal)),
    view: ({ revision, language, part, ...place }: ViewParameters, signal?: AbortSignal) => {
      const query = new URLSearchParams({
        language,
        ...(revision === null ? {} : { revision: String(revision) }),
        ...(part === 'all' ? {} : { part }),
      });
      return readJson(`${reportPath(place)}/view?${query.toString()}`, IS_VIEW, get(signal));
    },
    revisions: (place: ReportAddress, signal?: AbortSignal) =>
      readJson(`${reportPath(place)}/revisions`, hasFields<RevisionList>('data'), get(signal)),
    /** Addresses of the files, valid for five minutes. */
    files: (place: ReportAddress, signal?: AbortSignal) =>
      readJson(
        `${reportPath(place)}/files`,
        hasFields<ReportFiles>('revision', 'view', 'pdf', 'json'),
        get(signal),
      ),
    table: ({ below, ...query }: TableQuery): Promise<TableFile> => {
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
    state: (place: ReportAddress, signal?: AbortSignal) =>
      readJson(reportPath(place), STATE, get(signal, 'never')),
    make: ({ week, folder }: ReportAddress, force: boolean) =>
      // Requests for a missing report are one job; each request for a new revision is a job of its own.
      readJson(
        'reports',
        STATE,
        withBody('POST', { folder, week, force }, force ? 'throttled' : 'busy'),
      ),
    /** `week`: null for a link that always opens the newest report. */
    makeLink: ({ week, ...link }: LinkRequest) =>
      readJson(
        'links',
        hasFields<LinkBody>('id', 'url'),
        withBody('POST', { ...link, ...(week === null ? {} : { week }) }, 'throttled'),
      ),
    /** `name`: the link's id or its token. Idempotent: a revoked link can be revoked again. */
    revokeLink: (name: string): Promise<void> =>
      send(`links/${encodeURIComponent(name)}`, { method: 'DELETE', retry: 'busy' }, () =>
        Promise.resolve(),
      ),
  };
}

const IS_VIEW = hasFields<ReportView>('kind', 'finding', 'revision');
const STATE = hasFields<ShownReportState>('report', 'status');
