// What readers with an access link may request. Only this file decides it: every other route, also a new one, is refused.
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ACCESS_ROUTES } from './access-routes.ts';
import type { ApiEnv } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import type { FIGURE_ROUTES } from './figure-routes.ts';
import type { NOTE_ROUTES } from './note-routes.ts';
import { RequestProblem } from './problem-responses.ts';
import type { REPORT_ROUTES } from './report-routes.ts';
import type { WEEK_ROUTES } from './week-routes.ts';

type RouteList =
  | typeof ACCESS_ROUTES
  | typeof FIGURE_ROUTES
  | typeof NOTE_ROUTES
  | typeof REPORT_ROUTES
  | typeof WEEK_ROUTES;

export const READER_PATHS = [
  '/v1/me',
  '/v1/folders',
  '/v1/weeks',
  '/v1/weeks/{week}',
  '/v1/figures',
  '/v1/notes',
  '/v1/reports',
  '/v1/reports/{week}/{folder}',
  '/v1/reports/{week}/{folder}/content',
  '/v1/reports/{week}/{folder}/view',
  '/v1/reports/{week}/{folder}/files',
  '/v1/reports/{week}/{folder}/report.pdf',
  '/v1/reports/{week}/{folder}/report.json',
] as const satisfies readonly RouteList[number]['path'][];

/** In the spelling of the router. */
const ROUTED_PATHS: ReadonlySet<string> = new Set(
  READER_PATHS.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);

/** Fails with UNAUTHORIZED without a caller, and with READ_ONLY for a reader who requests anything else. */
export const checkCaller: MiddlewareHandler<ApiEnv> = async (context, next) => {
  const { reader } = callerOfRequest(context);
  if (reader !== undefined && !isForReaders(context)) {
    throw new RequestProblem('READ_ONLY', 'An access link only reads current reports.');
  }
  await next();
};

function isForReaders(context: Parameters<typeof checkCaller>[0]): boolean {
  const { method, url } = context.req;
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Earlier revisions are for those who made or corrected reports.
  if (new URL(url).searchParams.has('revision')) return false;
  return matchedRoutes(context).some(({ path }) => ROUTED_PATHS.has(path));
}
