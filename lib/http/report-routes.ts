// Routes of the HTTP API about reports: to ask for one, to list them, to read one and to download it.
import type { Context } from 'hono';
import { Failure } from '../shared/failure.ts';
import { fileNameOf } from '../reports/report-repository.ts';
import { findReports } from './queries/find-reports.ts';
import type { ReportState } from '../jobs/request-report.ts';
import { findReport, requestReport } from '../jobs/request-report.ts';
import type { Week } from '../domain/calendar.ts';
import { lastSettledWeek } from '../domain/calendar.ts';
import {
  methodOf,
  readId,
  readListQuery,
  readQuery,
  readReportRequest,
  readWaitMs,
} from './request-schemas.ts';
import type { AddRoute, ResponseHandler, ApiEnv, ReportsApi } from './reports-api.ts';

export const REPORT = '/v1/reports/:week/:folder';

export function addReportRoutes(route: AddRoute, api: ReportsApi): void {
  route('/v1/reports', {
    GET: async (context, caller) =>
      context.json(await findReports(api, caller, readListQuery(context.req))),
    POST: async (context, caller) => {
      const { folder, week, force } = await readReportRequest(context.req);
      const waitMs = readWaitMs(context.req.header('Prefer'));
      const wanted = week ?? lastSettledWeek(api.clock(), api.settleHours);
      const state = await requestReport(api, caller, { folder, week: wanted, force, waitMs });
      if (waitMs > 0) context.header('Preference-Applied', `wait=${waitMs / 1000}`);
      return answerState(context, api, wanted, folder, state);
    },
  });
  route(REPORT, {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      const { week, folder } = readId(context.req);
      const state = await findReport(api, caller, { week: week.name, folder });
      return answerState(context, api, week, folder, state);
    },
  });
  for (const extension of ['pdf', 'json'] as const) {
    const redirect: ResponseHandler = async (context, caller) => {
      readQuery(context.req, []);
      const { week, folder } = readId(context.req);
      const { report } = await findReport(api, caller, { week: week.name, folder });
      if (report === null) throw new Failure('REPORT_NOT_FOUND', { week: week.name, folder });
      const { key } = report.files[extension];
      const name = `${fileNameOf(report)}.${extension}`;
      context.header('Referrer-Policy', 'no-referrer');
      const location = await api.signLink({ key, name, method: methodOf(context.req) });
      return context.redirect(location, 302);
    };
    const methods = { GET: redirect, HEAD: redirect };
    route(`${REPORT}/report.${extension}`, methods, { isJson: false });
  }
}

function answerState(
  context: Context<ApiEnv>,
  api: ReportsApi,
  week: Week,
  folder: number,
  { report, job }: ReportState,
): Response {
  const self = `${api.publicUrl}/v1/reports/${week.name}/${folder}`;
  const links = { self, pdf: `${self}/report.pdf`, json: `${self}/report.json` };
  if (job?.state === 'queued') {
    context.header('Retry-After', '2');
    context.header('Location', self);
    return context.json({ report, status: 'queued', links }, 202);
  }
  if (report === null) {
    throw job?.failure ?? new Failure('REPORT_NOT_FOUND', { week: week.name, folder });
  }
  return context.json({ report, status: report.status, links });
}
