// Routes of the HTTP API that list, request, read and download reports.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute, z } from '@hono/zod-openapi';
import type { Week } from '../domain/calendar.ts';
import { lastSettledWeek } from '../domain/calendar.ts';
import type { ReportState } from '../jobs/request-report.ts';
import { findReportState, requestReport } from '../jobs/request-report.ts';
import { downloadName } from '../reports/download-name.ts';
import { hasFile } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import type { ApiEnv, ApiRequest, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import { findReports } from './queries/find-reports.ts';
import {
  DEFAULT_LIMIT,
  MAX_WAIT_SECONDS,
  methodOf,
  readWaitMs,
  reportListQuery,
  reportParams,
  reportRequestSchema,
} from './request-schemas.ts';
import { reportPageSchema, reportStateSchema } from './responses.ts';
import {
  declareResponses,
  header,
  jsonBody,
  jsonResponse,
  PROBLEMS,
  SIGNED_REDIRECT,
} from './route-descriptions.ts';

const RETRY_AFTER_SECONDS = '2';
const STORED = jsonResponse('The report is stored.', reportStateSchema);
const QUEUED = {
  ...jsonResponse('A job waits or runs; request `Location` again.', reportStateSchema),
  headers: {
    Location: header('The address of the report.', { format: 'uri' }),
    'Retry-After': header('Seconds to wait before the next request.', {
      const: RETRY_AFTER_SECONDS,
    }),
  },
};
const REPORT_PROBLEMS = [
  ...PROBLEMS.upstream,
  ...PROBLEMS.jobs,
  'WEEK_INVALID',
  'FOLDER_KEY_INVALID',
  'REPORT_NOT_FOUND',
] as const;

const listReportsRoute = createRoute({
  method: 'get',
  path: '/v1/reports',
  operationId: 'listReports',
  tags: ['Reports'],
  summary: 'Stored reports, newest week first, folders by key',
  request: { query: reportListQuery },
  ...declareResponses(
    { 200: jsonResponse('A page of the list; it may be empty.', reportPageSchema) },
    [...PROBLEMS.upstream, 'LIMIT_INVALID', 'CURSOR_INVALID', 'WEEK_INVALID', 'FOLDER_KEY_INVALID'],
  ),
});

const requestReportRoute = createRoute({
  method: 'post',
  path: '/v1/reports',
  operationId: 'requestReport',
  tags: ['Reports'],
  summary: 'Requests a report; two requests for the same one are one job',
  description:
    'Requests that no stored report answers are limited for each caller and folder (`TOO_MANY_REPORTS`).',
  request: {
    headers: z.object({
      Prefer: z
        .string()
        .optional()
        .openapi({
          param: {
            description: `\`wait=N\`: wait up to N seconds, at most ${MAX_WAIT_SECONDS}, for the finished report.`,
          },
        }),
    }),
    body: jsonBody(reportRequestSchema),
  },
  ...declareResponses({ 200: STORED, 202: QUEUED }, [
    ...PROBLEMS.upstream,
    ...PROBLEMS.jobs,
    'FOLDER_KEY_INVALID',
    'WEEK_INVALID',
    'FOLDER_NOT_FOUND',
    'REPORT_NOT_FOUND',
    'WEEK_NOT_CLOSED',
    'TOO_MANY_REPORTS',
  ]),
});

const getReportRoute = createRoute({
  method: 'get',
  path: '/v1/reports/{week}/{folder}',
  operationId: 'getReport',
  tags: ['Reports'],
  summary: 'A report, and whether a job for it waits or runs',
  description:
    'When an attempt to make a stored report again has failed, the answer is the stored report with its own status: its ' +
    '`revision` has not changed. `GET /v1/weeks/{week}` has the failed attempt as the `job` of the folder.',
  request: { params: reportParams },
  ...declareResponses({ 200: STORED, 202: QUEUED }, [
    ...REPORT_PROBLEMS,
    'FOLDER_NOT_FOUND',
    'WEEK_NOT_CLOSED',
  ]),
});

/** Description of HEAD requests for downloads and links. */
export const HEAD_DESCRIPTION =
  'HEAD redirects as GET does, to an address that is signed for HEAD.';
const DOWNLOAD = {
  method: 'get' as const,
  tags: ['Reports'],
  description: HEAD_DESCRIPTION,
  request: { params: reportParams },
  ...declareResponses({ 302: SIGNED_REDIRECT }, [...REPORT_PROBLEMS, 'REPORT_GONE']),
};

const downloadPdfRoute = createRoute({
  ...DOWNLOAD,
  path: '/v1/reports/{week}/{folder}/report.pdf',
  operationId: 'downloadReportPdf',
  summary: 'The report as PDF',
});

const downloadJsonRoute = createRoute({
  ...DOWNLOAD,
  path: '/v1/reports/{week}/{folder}/report.json',
  operationId: 'downloadReportJson',
  summary: 'The report as JSON',
});

export const REPORT_ROUTES = [
  listReportsRoute,
  requestReportRoute,
  getReportRoute,
  downloadPdfRoute,
  downloadJsonRoute,
] as const;

export function addReportRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(listReportsRoute, async (context) => {
    const { week, folder, limit, cursor } = context.req.valid('query');
    const page = await findReports(api, callerOfRequest(context), {
      week: week?.name ?? null,
      folder: folder ?? null,
      limit: limit ?? DEFAULT_LIMIT,
      cursor: cursor ?? null,
    });
    return context.json(page, 200);
  });
  app.openapi(requestReportRoute, async (context) => {
    const { folder, week: requestedWeek, force } = context.req.valid('json');
    const waitMs = readWaitMs(context.req.valid('header').Prefer);
    const week = requestedWeek ?? lastSettledWeek(api.clock(), api.settleHours);
    const request = { folder, week, force, waitMs };
    const state = await requestReport(api, callerOfRequest(context), request);
    if (waitMs > 0) context.header('Preference-Applied', `wait=${waitMs / 1000}`);
    return stateResponse(context, api, { week, folder }, state);
  });
  app.openapi(getReportRoute, async (context) => {
    const { week, folder } = context.req.valid('param');
    const state = await findReportState(api, callerOfRequest(context), { week: week.name, folder });
    return stateResponse(context, api, { week, folder }, state);
  });
  app.openapi(downloadPdfRoute, (context) =>
    redirectToFile(context, api, context.req.valid('param'), 'pdf'),
  );
  app.openapi(downloadJsonRoute, (context) =>
    redirectToFile(context, api, context.req.valid('param'), 'json'),
  );
}

interface ReportPath {
  readonly week: Week;
  readonly folder: number;
}

async function redirectToFile(
  context: ApiRequest,
  api: ReportsApiContext,
  { week, folder }: ReportPath,
  format: 'pdf' | 'json',
): Promise<Response> {
  const id = { week: week.name, folder };
  const { report } = await findReportState(api, callerOfRequest(context), id);
  if (report === null) throw new Failure('REPORT_NOT_FOUND', id);
  const { key } = report.files[format];
  if (!(await hasFile(api.repository, { key }))) throw new Failure('REPORT_GONE', id);
  const name = downloadName(report, format);
  context.header('Referrer-Policy', 'no-referrer');
  return context.redirect(await api.signLink({ key, name, method: methodOf(context.req) }), 302);
}

function stateResponse(
  context: ApiRequest,
  api: ReportsApiContext,
  { week, folder }: ReportPath,
  { report, job }: ReportState,
) {
  const self = `${api.publicUrl}/v1/reports/${week.name}/${folder}`;
  const links = { self, pdf: `${self}/report.pdf`, json: `${self}/report.json` };
  if (job?.state === 'queued') {
    context.header('Retry-After', RETRY_AFTER_SECONDS);
    context.header('Location', self);
    return context.json({ report, status: 'queued', links } as const, 202);
  }
  if (report === null) {
    throw job?.failure ?? new Failure('REPORT_NOT_FOUND', { week: week.name, folder });
  }
  return context.json({ report, status: report.status, links }, 200);
}
