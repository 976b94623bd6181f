// The HTTP API: its routes with access control, problem JSON and compression, the same on AWS and on one machine; and its
// OpenAPI 3.1 description, generated from the declarations of the routes.
import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { memoize } from '../domain/memoize.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { ACCESS_ROUTES, addAccessRoutes, requestAccessLinkRoute } from './access-routes.ts';
import { compressResponse } from './compress.ts';
import { addSubscriptionRoutes, SUBSCRIPTION_ROUTES } from './subscription-routes.ts';
import { addFigureRoutes, FIGURE_ROUTES } from './figure-routes.ts';
import { addLinkRoutes, LINK_ROUTES, openLinkRoute } from './link-routes.ts';
import { addNoteRoutes, NOTE_ROUTES } from './note-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import {
  NO_STORE_HEADERS,
  toProblem,
  problemResponse,
  RequestProblem,
} from './problem-responses.ts';
import { checkCaller } from './reader-routes.ts';
import { addReportRoutes, REPORT_ROUTES } from './report-routes.ts';
import { checkDeclared, MAX_BODY_BYTES } from './request-checks.ts';
import { invalidRequest } from './request-schemas.ts';
import { addSettingRoutes, SETTING_ROUTES } from './setting-routes.ts';
import { addSubscriptionPages, SUBSCRIPTION_PAGE_ROUTES } from './subscription-pages.ts';
import { addWeekRoutes, WEEK_ROUTES } from './week-routes.ts';
import { folderKeySchema, revisionSchema, weekSchema } from './responses.ts';
import {
  addProblemResponses,
  declareResponses,
  jsonResponse,
  problemSchema,
} from './route-descriptions.ts';

/** Creates the API as a function of web-standard requests; the server tells the caller of each in its environment. */
export function createReportsApi(api: ReportsApiContext): Hono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error);
    },
  });
  app.use(async (context, next) => {
    await next();
    const pattern = routePath(context, -1);
    context.env.onRoute?.(pattern.includes('*') ? 'none' : pattern);
    try {
      await compressResponse(context);
    } catch (error) {
      // Unset first, or Hono would merge the headers of both responses.
      context.res = undefined;
      context.res = respondWithProblem(error, context.env);
    }
    for (const [name, value] of Object.entries(NO_STORE_HEADERS)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });

  addPageRoutes(app, api);
  const openapiPath = openapiRoute.getRoutingPath();
  app.all(openapiPath, checkDeclared([openapiRoute]));
  app.get(openapiPath, (context) => {
    const document = openapi(api.publicUrl);
    return context.json({ ...document, info: { ...document.info, 'x-release': api.release } });
  });
  app.use('/v1/*', checkCaller);
  const routesByPath = Map.groupBy(BEARER_ROUTES, (route) => route.getRoutingPath());
  for (const [path, routes] of routesByPath) app.all(path, checkDeclared(routes));
  addReportRoutes(app, api);
  addWeekRoutes(app, api);
  addFigureRoutes(app, api);
  addLinkRoutes(app, api);
  addSettingRoutes(app, api);
  addNoteRoutes(app, api);
  addSubscriptionRoutes(app, api);
  addSubscriptionPages(app, api);
  addAccessRoutes(app, api);

  app.notFound(({ env }) =>
    respondWithProblem(new RequestProblem('ROUTE_NOT_FOUND', 'There is no such route.'), env),
  );
  app.onError((error, { env }) => respondWithProblem(error, env));
  return app;

  function respondWithProblem(error: unknown, { ids = {} }: ApiEnv['Bindings']): Response {
    const onFault = (fault: unknown): void => {
      api.onFault(fault, ids);
    };
    return problemResponse(toProblem(error, onFault));
  }
}

const openapiRoute = createRoute({
  method: 'get',
  path: '/v1/openapi.json',
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'This document',
  security: [],
  ...declareResponses({ 200: jsonResponse('OpenAPI 3.1.', z.looseObject({})) }),
});

/** The routes that need a bearer token. */
const BEARER_ROUTES = [
  ...REPORT_ROUTES,
  ...WEEK_ROUTES,
  ...FIGURE_ROUTES,
  ...LINK_ROUTES,
  ...SETTING_ROUTES,
  ...NOTE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...ACCESS_ROUTES,
] as const;

const INTRODUCTION = `A bearer token is bound to folders; its holder sees those and all below. The token of an access link, which mails have, only reads: other routes answer 403 (\`READ_ONLY\`). What a caller doesn’t see is answered like something that doesn’t exist. Problems are RFC 9457 JSON with a stable \`code\`. On AWS a gateway in front answers some requests itself, with JSON of its own: 401 without a token, 403 with one that is not valid, 404 for a path or a method that it has no route for, 413 for a body over 10 MB, 429 when there are too many requests, 500 and 503 when this API can’t be reached. Bodies are at most ${MAX_BODY_BYTES} bytes. A field or parameter that isn’t described is refused (\`FIELD_UNKNOWN\`). OPTIONS is not offered, and HEAD only where an address redirects to a file or shows a page: \`/d/{token}\`, \`report.pdf\`, \`report.json\` and \`/subscriptions/…\`. JSON is compressed with gzip where \`Accept-Encoding\` allows it.`;

/** A process has one public address, and on one machine none until it listens. */
const MAX_CACHED_URL_LENGTH = 2_000;

/** A constant, since the library's type lacks `summary` and `identifier`, which are new in OpenAPI 3.1. */
const INFO = {
  title: 'Feedback reports',
  version: '1.0.0',
  summary: 'Weekly reports from feedback terminals, as PDF and JSON.',
  description: INTRODUCTION,
  license: { name: 'MIT', identifier: 'MIT' },
};

/**
 * `publicUrl`: the address of the API without a slash at the end; empty for the address of the document itself. Memoized,
 * because creating the document takes milliseconds and its route needs no token.
 */
export const openapi = memoize(MAX_CACHED_URL_LENGTH, createDocument);

function createDocument(publicUrl: string) {
  const app = new OpenAPIHono();
  const { openAPIRegistry: registry } = app;
  // Before the routes, whose parameters refer to these although they are read from text.
  registry.register('Week', weekSchema);
  registry.register('FolderKey', folderKeySchema);
  registry.register('Revision', revisionSchema);
  registry.register('Problem', problemSchema);
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token made by the operator.',
  });
  const register = (routes: Parameters<typeof addProblemResponses>[0], isPage: boolean): void => {
    for (const routesOfPath of Map.groupBy(routes, ({ path }) => path).values()) {
      for (const route of addProblemResponses(routesOfPath, isPage)) registry.registerPath(route);
    }
  };
  register(BEARER_ROUTES, false);
  register([openLinkRoute, ...SUBSCRIPTION_PAGE_ROUTES], true);
  register([openapiRoute, requestAccessLinkRoute], false);
  const {
    webhooks: _,
    components,
    ...description
  } = app.getOpenAPI31Document({
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'Reports', description: 'Requesting, listing and downloading reports.' },
      { name: 'Library', description: 'Folders, weeks, and the details of a report.' },
      { name: 'Links', description: 'Sharing a report with readers who have no token.' },
      {
        name: 'Settings',
        description: 'Accepted levels, numbers of responses and closures, and targets.',
      },
      { name: 'Notes', description: 'Who is on it at a place, and the notes on it.' },
      {
        name: 'Subscriptions',
        description: 'Who gets the reports, where and when, and what became of the messages.',
      },
      { name: 'Description', description: 'This document.' },
    ],
  });
  const { schemas, securitySchemes } = components ?? {};
  return { ...description, components: { securitySchemes, schemas } };
}
