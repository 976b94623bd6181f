// Routes of the HTTP API that the report library reads: folders, weeks, and the revisions and files of one report.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import type { HonoRequest } from 'hono';
import type { Manifest } from '../ports/stored-records.ts';
import { SIGNED_SECONDS } from '../ports/object-store.ts';
import { downloadName } from '../reports/download-name.ts';
import { sha256Of } from '../reports/report-repository.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import { gzipTag } from './compress.ts';
import { listFolders } from './queries/company-folders.ts';
import { listVisibleWeeks, visibleWeeks } from './queries/find-reports.ts';
import { findContent, findVisibleReport, listRevisions } from './queries/report-revisions.ts';
import { chooseLanguage } from './link-page.ts';
import { visibleFoldersNow } from '../reports/access.ts';
import { createReportViews } from './queries/report-views.ts';
import { createReportSummaryCache } from './queries/report-summary.ts';
import { listReportedFolders, readWeekOverview } from './queries/week-overview.ts';
import { isUpstreamFailure } from '../shared/failure.ts';
import { matchesTag } from './read-request.ts';
import {
  conditionalHeaders,
  contentQuery,
  reportParams,
  viewQuery,
  weekParams,
} from './request-schemas.ts';
import type { FolderList, LinkedFile, ReportFiles, WeekList, WeekOverview } from './responses.ts';
import {
  folderListSchema,
  reportFilesSchema,
  reportSchema,
  reportViewSchema,
  revisionListSchema,
  weekListSchema,
  weekOverviewSchema,
} from './responses.ts';
import {
  declareResponses,
  header,
  jsonResponse,
  NOT_MODIFIED,
  PROBLEMS,
} from './route-descriptions.ts';

const TAG = {
  headers: { ETag: header('The tag of these bytes.', { pattern: '^"[0-9a-f]{64}(-gzip)?"$' }) },
};
const listFoldersRoute = createRoute({
  method: 'get',
  path: '/v1/folders',
  operationId: 'listFolders',
  tags: ['Library'],
  summary: 'The company’s current folders and surveys',
  description:
    'At most five minutes old; while the reporting API can’t be read, those of the newest reports, without surveys.',
  request: { headers: conditionalHeaders },
  ...declareResponses(
    {
      200: { ...jsonResponse('What the caller sees; it may be empty.', folderListSchema), ...TAG },
      304: NOT_MODIFIED,
    },
    PROBLEMS.upstream,
  ),
});

const listWeeksRoute = createRoute({
  method: 'get',
  path: '/v1/weeks',
  operationId: 'listWeeks',
  tags: ['Library'],
  summary: 'The weeks that can be shown',
  request: { headers: conditionalHeaders },
  ...declareResponses(
    { 200: { ...jsonResponse('The weeks.', weekListSchema), ...TAG }, 304: NOT_MODIFIED },
    PROBLEMS.upstream,
  ),
});

const getWeekRoute = createRoute({
  method: 'get',
  path: '/v1/weeks/{week}',
  operationId: 'getWeek',
  tags: ['Library'],
  summary: 'A week: the state and the figures of each folder',
  request: { params: weekParams, headers: conditionalHeaders },
  ...declareResponses(
    {
      200: {
        ...jsonResponse(
          'The week, also one that isn’t over or that has no stored data.',
          weekOverviewSchema,
        ),
        ...TAG,
      },
      304: NOT_MODIFIED,
    },
    [...PROBLEMS.upstream, 'WEEK_INVALID', 'ANSWER_TOO_LARGE'],
  ),
});

const getContentRoute = createRoute({
  method: 'get',
  path: '/v1/reports/{week}/{folder}/content',
  operationId: 'getReportContent',
  tags: ['Library'],
  summary: 'The report’s JSON itself',
  description:
    'The bytes as they are stored. Over 4 MB, compressed where that is accepted, it can’t be answered: `report.json` redirects to the file.',
  request: { params: reportParams, query: contentQuery, headers: conditionalHeaders },
  ...declareResponses(
    { 200: { ...jsonResponse('The report.', reportSchema), ...TAG }, 304: NOT_MODIFIED },
    [...PROBLEMS.storedReport, 'FIELD_INVALID', 'ANSWER_TOO_LARGE'],
  ),
});

const getViewRoute = createRoute({
  method: 'get',
  path: '/v1/reports/{week}/{folder}/view',
  operationId: 'getReportView',
  tags: ['Library'],
  summary: 'What the report says, worded in one language',
  request: { params: reportParams, query: viewQuery, headers: conditionalHeaders },
  ...declareResponses(
    { 200: { ...jsonResponse('The view.', reportViewSchema), ...TAG }, 304: NOT_MODIFIED },
    [...PROBLEMS.storedReport, 'FIELD_INVALID', 'ANSWER_TOO_LARGE'],
  ),
});

const listRevisionsRoute = createRoute({
  method: 'get',
  path: '/v1/reports/{week}/{folder}/revisions',
  operationId: 'listRevisions',
  tags: ['Library'],
  summary: 'The revisions of a report',
  description:
    'Superseded revisions are found through the changes that the next one lists; the list ends where none can be found.',
  request: { params: reportParams },
  ...declareResponses({ 200: jsonResponse('At least the current one.', revisionListSchema) }, [
    ...PROBLEMS.storedReport,
    'ANSWER_TOO_LARGE',
  ]),
});

const getFilesRoute = createRoute({
  method: 'get',
  path: '/v1/reports/{week}/{folder}/files',
  operationId: 'getReportFiles',
  tags: ['Library'],
  summary: 'Links to the files of a report, signed for this request',
  request: { params: reportParams },
  ...declareResponses(
    { 200: jsonResponse('They are valid for five minutes.', reportFilesSchema) },
    PROBLEMS.storedReport,
  ),
});

export const WEEK_ROUTES = [
  getContentRoute,
  getViewRoute,
  listRevisionsRoute,
  getFilesRoute,
  listFoldersRoute,
  listWeeksRoute,
  getWeekRoute,
] as const;

export function addWeekRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  const summaries = createReportSummaryCache(api.repository);
  const views = createReportViews(api.repository, api.release ?? '');
  app.openapi(listFoldersRoute, async (context) => {
    const caller = callerOfRequest(context);
    try {
      return await conditionalJson(context.req, await listFolders(api.folders, caller));
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      const weeks = await visibleWeeks(api, caller);
      const data = await listReportedFolders({ ...api, summaries }, caller, weeks);
      if (data.length === 0) throw error;
      return conditionalJson(context.req, { data });
    }
  });
  app.openapi(listWeeksRoute, async (context) =>
    conditionalJson(context.req, await listVisibleWeeks(api, callerOfRequest(context))),
  );
  app.openapi(getWeekRoute, async (context) => {
    const { week } = context.req.valid('param');
    const overview = await readWeekOverview({ ...api, summaries }, callerOfRequest(context), week);
    return conditionalJson(context.req, overview);
  });
  app.openapi(getContentRoute, async (context) => {
    const { week, folder } = context.req.valid('param');
    const { revision } = context.req.valid('query');
    const id = { week: week.name, folder };
    const manifest = await findVisibleReport(api, callerOfRequest(context), id);
    const { sha256, read } = await findContent(api.repository, manifest, revision);
    return conditionalResponse(context.req, sha256, read);
  });
  app.openapi(getViewRoute, async (context) => {
    const { week, folder } = context.req.valid('param');
    const { revision, language: requested, part } = context.req.valid('query');
    const language = requested ?? chooseLanguage(context.req.header('Accept-Language'), api.locale);
    const id = { week: week.name, folder };
    const caller = callerOfRequest(context);
    const manifest = await findVisibleReport(api, caller, id);
    const content = await findContent(api.repository, manifest, revision);
    const mayReadNotes = await visibleFoldersNow(api, caller);
    const view = await views.find(content, { language, part, mayReadNotes });
    const response = await conditionalResponse(context.req, view.sha256, view.read);
    if (requested === undefined) response.headers.append('Vary', 'Accept-Language');
    response.headers.set('Content-Language', language);
    return response;
  });
  app.openapi(listRevisionsRoute, async (context) => {
    const { week, folder } = context.req.valid('param');
    const id = { week: week.name, folder };
    const manifest = await findVisibleReport(api, callerOfRequest(context), id);
    return context.json(await listRevisions(api.repository, manifest), 200);
  });
  app.openapi(getFilesRoute, async (context) => {
    const { week, folder } = context.req.valid('param');
    const id = { week: week.name, folder };
    const manifest = await findVisibleReport(api, callerOfRequest(context), id);
    context.header('Referrer-Policy', 'no-referrer');
    return context.json(await signFiles(api, manifest), 200);
  });
}

/** JSON, or 304 where the caller has it. */
function conditionalJson(
  request: HonoRequest,
  value: FolderList | WeekList | WeekOverview,
): Promise<Response> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return conditionalResponse(request, sha256Of(bytes), () => Promise.resolve(bytes));
}

/**
 * JSON, or 304 where the caller has these bytes; `read` is called only when they are sent. Hono's `etag` would read the
 * bytes in any case, and doesn't know the tag of the compressed form.
 */
async function conditionalResponse(
  request: HonoRequest,
  sha256: string,
  read: () => Promise<Uint8Array>,
): Promise<Response> {
  const tag = `"${sha256}"`;
  // May be cached, but is validated every time: access and content can change.
  const cacheHeaders = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
  if (matchesTag(request.header('If-None-Match'), [tag, gzipTag(tag)])) {
    return new Response(null, { status: 304, headers: cacheHeaders });
  }
  return new Response(new Uint8Array(await read()), {
    headers: { ...cacheHeaders, 'Content-Type': 'application/json' },
  });
}

async function signFiles(api: ReportsApiContext, report: Manifest): Promise<ReportFiles> {
  // Taken before signing, so that no link expires earlier than stated.
  const expires = Math.floor(api.clock() / 1000) * 1000 + SIGNED_SECONDS * 1000;
  const sign = async (format: 'pdf' | 'json'): Promise<LinkedFile> => {
    const { key, bytes } = report.files[format];
    const name = downloadName(report, format);
    return { url: await api.signLink({ key, name }), name: name.text, bytes };
  };
  const [pdf, json] = [await sign('pdf'), await sign('json')];
  const { key } = report.files.pdf;
  const name = downloadName(report, 'pdf');
  const view = await api.signLink({ key, name, disposition: 'inline' });
  const expiresAt = new Date(expires).toISOString();
  return { revision: report.revision, view, pdf, json, expiresAt };
}
