// The HTTP API's routes over the use cases: the same for a Lambda behind an HTTP API and for a laptop.
// It hides the wire: methods, fields, status codes, problem JSON. Who asks is known to whoever serves it.
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Caller } from '../reports/access.ts';
import type { CompanyFolders } from './queries/company-folders.ts';
import type { LinkContext } from '../links/make-link.ts';
import { makeLink } from '../links/make-link.ts';
import { openLink } from '../links/open-link.ts';
import type { SignLink } from '../ports/object-store.ts';
import type { RequestContext } from '../jobs/request-report.ts';
import { revokeLink } from '../links/revoke-link.ts';
import { compress } from './compress.ts';
import { linkErrorResponse } from './link-page.ts';
import { addLibraryRoutes } from './week-routes.ts';
import { openapi } from './openapi/openapi.ts';
import type { OpenPage } from '../ports/page-bundle.ts';
import { addPageRoutes } from './page-routes.ts';
import { CLOSED_HEADERS, problemOf, problemResponse, RequestProblem } from './problem-responses.ts';
import { addReportRoutes } from './report-routes.ts';
import {
  checkUrl,
  methodOf,
  readFormat,
  readLinkRequest,
  readQuery,
  takesJson,
} from './request-schemas.ts';

export interface ReportsApi extends RequestContext, LinkContext {
  /** The company's folders with their surveys, as they were a short while ago. */
  readonly folders: CompanyFolders;
  readonly settleHours: number;
  /** Language of pages for people whose browser asks for none that there is. */
  readonly locale: string;
  /** Called with what is answered with 5xx, of which the caller learns little, and the ids of the request. */
  readonly onFault: (error: unknown, ids: RequestIds) => void;
  readonly signLink: SignLink;
  /** The report library, which is served at `/`. */
  readonly page: OpenPage;
}

/** By which the lines of one request are found in a log. */
export type RequestIds = Readonly<Record<string, string>>;

/** What whoever serves the API knows of a request: who asks, null for nobody known, and its ids. */
export interface ApiEnv {
  Bindings: { readonly caller: Caller | null; readonly ids?: RequestIds };
}
export type RequestHandler = Context<ApiEnv, string>;
export type ResponseHandler = (
  context: RequestHandler,
  caller: Caller,
) => Response | Promise<Response>;
/** Adds a path with the methods that it has, and whether JSON is all that it answers; default: it is. */
export type AddRoute = (
  path: string,
  methods: Readonly<Record<string, ResponseHandler>>,
  options?: { readonly isJson?: boolean },
) => void;

const NOBODY: Caller = { folders: [] };

/** The API as a function from a web-standard request, and who asks, to its answer. */
export function reportsApiRoutes(api: ReportsApi): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    await next();
    try {
      await compress(context);
    } catch (error) {
      context.res = undefined;
      context.res = problem(error, context.env);
    }
    for (const [name, value] of Object.entries(CLOSED_HEADERS)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });

  addPageRoutes(route, api);
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

  addReportRoutes(route, api);
  addLibraryRoutes(route, api);
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
  const openOne: ResponseHandler = async (context) => {
    try {
      checkUrl(context.req);
      const format = readFormat(context.req);
      // Programs that make links of text may end them with a slash.
      const token = (context.req.param('token') ?? '').replace(/\/$/, '');
      const file = await openLink(api, token, format);
      // A phone opens what is shown, and hides away what is saved.
      const disposition = format === 'pdf' ? 'inline' : 'attachment';
      const location = await api.signLink({ ...file, disposition, method: methodOf(context.req) });
      return new Response(null, { status: 302, headers: { ...LINK_HEADERS, Location: location } });
    } catch (error) {
      return linkErrorResponse(
        context.req,
        problemOf(error, faultTeller(context.env)),
        api.locale,
        LINK_HEADERS,
      );
    }
  };
  // All that lies below: whoever has broken a link sees a page, and not JSON. HEAD is how mail programs look at links.
  for (const path of ['/d', '/d/:token{[\\s\\S]*}']) {
    route(path, { GET: openOne, HEAD: openOne }, { isJson: false });
  }

  app.notFound(({ env }) =>
    problem(new RequestProblem('ROUTE_NOT_FOUND', 'There is no such route.'), env),
  );
  app.onError((error, { env }) => problem(error, env));
  return app;

  function problem(error: unknown, env: ApiEnv['Bindings']): Response {
    return problemResponse(problemOf(error, faultTeller(env)));
  }

  function faultTeller({ ids = {} }: ApiEnv['Bindings']): (error: unknown) => void {
    return (error) => {
      api.onFault(error, ids);
    };
  }

  /** One path with the methods it has; every other one is refused: OPTIONS, and HEAD but where a file is behind it. */
  function route(
    path: string,
    methods: Readonly<Record<string, ResponseHandler>>,
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
