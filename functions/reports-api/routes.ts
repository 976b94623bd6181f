// The HTTP API's routes over the use cases: the same for a Lambda behind an HTTP API and for a laptop.
// It hides the wire: tokens, fields, status codes, problem JSON.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Context } from 'hono';
import type { Week } from '../../lib/domain/calendar.ts';
import { lastSettledWeek } from '../../lib/domain/calendar.ts';
import { findReports } from '../../lib/app/find-reports.ts';
import { Failure } from '../../lib/app/failures.ts';
import type { SignLink } from '../../lib/app/ports.ts';
import type { ReportState, Requesting } from '../../lib/app/request-report.ts';
import { findReport, requestReport } from '../../lib/app/request-report.ts';
import { fileNameOf } from '../../lib/app/file-name.ts';
import { answerProblem, problemOf } from './problems.ts';
import {
  MAX_BODY_BYTES,
  readFolderKey,
  readListQuery,
  readReportRequest,
  readWaitMs,
  readWeek,
} from './requests.ts';

export interface ReportsApi extends Requesting {
  /** Where people reach this API, without a slash at the end; links are made from it. */
  readonly publicUrl: string;
  readonly settleHours: number;
  /** Whether the bearer token opens this API. */
  readonly isToken: (token: string) => boolean;
  /** Told of what is a bug: the caller gets an opaque answer. */
  readonly onBug: (error: unknown) => void;
  readonly signLink: SignLink;
}

const REPORTS = '/v1/reports';
const REPORT = '/v1/reports/:week/:folder';

/** The API as a function from a web-standard request to its answer. */
export function reportsApiRoutes(api: ReportsApi): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'private, no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.use('/v1/*', async (context: Context, next) => {
    const [scheme, token = ''] = (context.req.header('Authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && api.isToken(token)) {
      // Asking for heads alone isn't offered; the router would take it for GET.
      return context.req.method === 'HEAD' ? refuse('GET')(context) : next();
    }
    context.header('WWW-Authenticate', 'Bearer');
    return answerProblem(context, 401, 'UNAUTHORIZED', 'A valid bearer token is needed.');
  });

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (context) =>
      answerProblem(context, 413, 'BODY_TOO_LARGE', `The body is over ${MAX_BODY_BYTES} bytes.`),
  });
  app.post(REPORTS, limit, async (context) => {
    const { folder, week, force } = await readReportRequest(context.req);
    const waitMs = readWaitMs(context.req.header('Prefer'));
    const wanted = week ?? lastSettledWeek(api.clock(), api.settleHours);
    const state = await requestReport(api, { folder, week: wanted, force, waitMs });
    if (waitMs > 0) context.header('Preference-Applied', `wait=${waitMs / 1000}`);
    return answerState(context, api, wanted, folder, state);
  });
  app.get(REPORTS, async (context) =>
    context.json(await findReports(api.shelf, readListQuery(context.req))),
  );
  app.get(REPORT, async (context) => {
    const { week, folder } = readId(context);
    const state = await findReport(api, { week: week.name, folder });
    return answerState(context, api, week, folder, state);
  });
  for (const extension of ['pdf', 'json'] as const) {
    app.get(`${REPORT}/report.${extension}`, async (context) => {
      const { week, folder } = readId(context);
      const { report } = await findReport(api, { week: week.name, folder });
      if (report === null) throw new Failure('REPORT_NOT_FOUND', { week: week.name, folder });
      const name = `${fileNameOf(report)}.${extension}`;
      context.header('Referrer-Policy', 'no-referrer');
      return context.redirect(await api.signLink({ key: report.files[extension].key, name }), 302);
    });
  }

  app.all(REPORTS, refuse('GET', 'POST'));
  app.all(REPORT, refuse('GET'));
  app.all(`${REPORT}/report.pdf`, refuse('GET'));
  app.all(`${REPORT}/report.json`, refuse('GET'));
  app.notFound((context) =>
    answerProblem(context, 404, 'ROUTE_NOT_FOUND', 'There is no such route.'),
  );
  app.onError((error, context) => problemOf(error, context, api.onBug));
  return app;
}

/** Answers 405 with what is allowed. */
function refuse(...allowed: readonly string[]): (context: Context) => Response {
  return (context) => {
    context.header('Allow', allowed.join(', '));
    return answerProblem(context, 405, 'METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')}.`);
  };
}

function readId(context: Context): { week: Week; folder: number } {
  return {
    week: readWeek(context.req.param('week') ?? ''),
    folder: readFolderKey(context.req.param('folder') ?? ''),
  };
}

function answerState(
  context: Context,
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
