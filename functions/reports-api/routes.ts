// The HTTP API's routes over the use cases: the same for a Lambda behind an HTTP API and for a laptop.
// It hides the wire: methods, fields, status codes, problem JSON. Who asks is known to whoever serves it.
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Caller } from '../../lib/app/access.ts';
import type { Linking } from '../../lib/app/capability-links.ts';
import { makeLink, revokeLink } from '../../lib/app/capability-links.ts';
import { openLink } from '../../lib/app/open-link.ts';
import { Failure } from '../../lib/app/failures.ts';
import { fileNameOf } from '../../lib/app/file-name.ts';
import { findReports } from '../../lib/app/find-reports.ts';
import type { SignLink } from '../../lib/app/ports.ts';
import type { ReportState, Requesting } from '../../lib/app/request-report.ts';
import { findReport, requestReport } from '../../lib/app/request-report.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { lastSettledWeek } from '../../lib/domain/calendar.ts';
import { linkTrouble } from './link-page.ts';
import { openapi } from './openapi.ts';
import { CLOSED_HEADERS, problemOf, problemResponse, RequestProblem } from './problems.ts';
import {
  checkUrl,
  readFolderKey,
  readFormat,
  readLinkRequest,
  readListQuery,
  readQuery,
  readReportRequest,
  readWaitMs,
  readWeek,
  takesJson,
} from './requests.ts';

export interface ReportsApi extends Requesting, Linking {
  readonly settleHours: number;
  /** Language of pages for people whose browser asks for none that there is. */
  readonly locale: string;
  /** Told of what is answered with 5xx: the caller learns little of it. */
  readonly onFault: (error: unknown) => void;
  readonly signLink: SignLink;
}

/** What whoever serves the API knows of a request: who asks, null for nobody known. */
export interface ApiEnv {
  Bindings: { readonly caller: Caller | null };
}
type Ask = Context<ApiEnv, string>;
type Answer = (context: Ask, caller: Caller) => Response | Promise<Response>;

const REPORT = '/v1/reports/:week/:folder';
const NOBODY: Caller = { folders: [] };

/** The API as a function from a web-standard request, and who asks, to its answer. */
export function reportsApiRoutes(api: ReportsApi): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(CLOSED_HEADERS)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });

  route('/v1/openapi.json', {
    GET: (context) => {
      readQuery(context.req, []);
      return context.json(openapi(api.publicUrl));
    },
  });
  app.use('/v1/*', async (context, next) => {
    if (callerIn(context.env) === null) {
      throw new RequestProblem('UNAUTHORIZED', 'A valid bearer token is needed.', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    await next();
  });

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
      const { week, folder } = readId(context);
      const state = await findReport(api, caller, { week: week.name, folder });
      return answerState(context, api, week, folder, state);
    },
  });
  for (const extension of ['pdf', 'json'] as const) {
    const GET: Answer = async (context, caller) => {
      readQuery(context.req, []);
      const { week, folder } = readId(context);
      const { report } = await findReport(api, caller, { week: week.name, folder });
      if (report === null) throw new Failure('REPORT_NOT_FOUND', { week: week.name, folder });
      const name = `${fileNameOf(report)}.${extension}`;
      context.header('Referrer-Policy', 'no-referrer');
      return context.redirect(await api.signLink({ key: report.files[extension].key, name }), 302);
    };
    route(`${REPORT}/report.${extension}`, { GET }, { isJson: false });
  }
  route('/v1/links', {
    POST: async (context, caller) =>
      context.json(await makeLink(api, caller, await readLinkRequest(context.req)), 201),
  });
  route('/v1/links/:id', {
    DELETE: async (context, caller) => {
      readQuery(context.req, []);
      await revokeLink(api, caller, context.req.param('id') ?? '');
      return context.body(null, 204);
    },
  });
  const openOne: Answer = async (context) => {
    try {
      checkUrl(context.req);
      const format = readFormat(context.req);
      // Programs that make links of text may end them with a slash.
      const token = (context.req.param('token') ?? '').replace(/\/$/, '');
      const file = await openLink(api, token, format);
      // A phone opens what is shown, and hides away what is saved.
      const disposition = format === 'pdf' ? 'inline' : 'attachment';
      const location = await api.signLink({ ...file, disposition });
      return new Response(null, { status: 302, headers: { ...LINK_HEADERS, Location: location } });
    } catch (error) {
      return linkTrouble(context.req, problemOf(error, api.onFault), api.locale, LINK_HEADERS);
    }
  };
  // All that lies below: whoever has broken a link sees a page, and not JSON. HEAD is how mail programs look at links.
  for (const path of ['/d', '/d/:token{.*}']) {
    route(path, { GET: openOne, HEAD: openOne }, { isJson: false });
  }

  app.notFound(() => problem(new RequestProblem('ROUTE_NOT_FOUND', 'There is no such route.')));
  app.onError((error) => problem(error));
  return app;

  function problem(error: unknown): Response {
    return problemResponse(problemOf(error, api.onFault));
  }

  /** One path with the methods it has; every other one, OPTIONS and mostly HEAD too, is refused. */
  function route(
    path: string,
    methods: Readonly<Record<string, Answer>>,
    { isJson = true }: { readonly isJson?: boolean } = {},
  ): void {
    const answers = new Map(Object.entries(methods));
    const allowed = [...answers.keys()];
    app.all(path, (context) => {
      const answer = answers.get(context.req.method);
      if (answer === undefined) {
        const detail = `Use ${allowed.join(' or ')}.`;
        throw new RequestProblem('METHOD_NOT_ALLOWED', detail, { Allow: allowed.join(', ') });
      }
      if (answer !== openOne) checkUrl(context.req);
      if (isJson && !takesJson(context.req.header('Accept'))) {
        throw new RequestProblem('NOT_ACCEPTABLE', 'What is answered here is application/json.');
      }
      return answer(context, callerIn(context.env) ?? NOBODY);
    });
  }
}

/** The address of a file that was signed now is as good as the file: nothing keeps it or passes it on. */
const LINK_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Where nobody says who asks, nobody known does. */
function callerIn({ caller }: Partial<ApiEnv['Bindings']>): Caller | null {
  return caller ?? null;
}

function readId(context: Ask): { week: Week; folder: number } {
  return {
    week: readWeek(context.req.param('week') ?? ''),
    folder: readFolderKey(context.req.param('folder') ?? ''),
  };
}

function answerState(
  context: Ask,
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
