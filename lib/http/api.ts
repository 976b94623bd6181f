// The HTTP API: its routes with access control, problem JSON and compression, the same on AWS and on one machine.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { compressResponse } from './compress.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addFigureRoutes } from './figure-routes.ts';
import { addLinkRoutes } from './link-routes.ts';
import { describeRoute, openapi, TOKEN_ROUTES } from './openapi.ts';
import { addPageRoutes } from './page-routes.ts';
import {
  NO_STORE_HEADERS,
  toProblem,
  problemResponse,
  RequestProblem,
} from './problem-responses.ts';
import { addReportRoutes } from './report-routes.ts';
import { checkDeclared } from './request-checks.ts';
import { invalidRequest } from './request-schemas.ts';
import { addSubscriptionPages } from './subscription-pages.ts';
import { addSubscriptionRoutes } from './subscription-routes.ts';
import { addWeekRoutes } from './week-routes.ts';

/** Creates the API as a function of web-standard requests; the server tells the caller of each in its environment. */
export function createReportsApi(api: ReportsApiContext): Hono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error);
    },
  });
  app.use(async (context, next) => {
    await next();
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
  const describePath = describeRoute.getRoutingPath();
  app.all(describePath, checkDeclared([describeRoute]));
  app.get(describePath, (context) => context.json(openapi(api.publicUrl)));
  app.use('/v1/*', async ({ env }, next) => {
    if ((env.caller ?? null) === null) {
      throw new RequestProblem('UNAUTHORIZED', 'A valid bearer token is needed.', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    await next();
  });
  const routesByPath = Map.groupBy(TOKEN_ROUTES, (route) => route.getRoutingPath());
  for (const [path, routes] of routesByPath) app.all(path, checkDeclared(routes));
  addReportRoutes(app, api);
  addWeekRoutes(app, api);
  addFigureRoutes(app, api);
  addLinkRoutes(app, api);
  addSubscriptionRoutes(app, api);
  addDeliveryRoutes(app, api);
  addSubscriptionPages(app, api);

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
