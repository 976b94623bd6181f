// The OpenAPI 3.1 description of the HTTP API, generated from the declarations of its routes.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { memoize } from '../domain/memoize.ts';
import { DELIVERY_ROUTES } from './delivery-routes.ts';
import { FIGURE_ROUTES } from './figure-routes.ts';
import { LINK_ROUTES, openLinkRoute } from './link-routes.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import { MAX_BODY_BYTES } from './request-checks.ts';
import { folderKeySchema, revisionSchema, weekSchema } from './responses.ts';
import { jsonResponse, problemSchema, PROBLEMS, responses } from './route-descriptions.ts';
import { SUBSCRIPTION_PAGE_ROUTES } from './subscription-pages.ts';
import { SUBSCRIPTION_ROUTES } from './subscription-routes.ts';
import { REPORT_DETAIL_ROUTES, WEEK_ROUTES } from './week-routes.ts';

export const describeRoute = createRoute({
  method: 'get',
  path: '/v1/openapi.json',
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'This document',
  security: [],
  ...responses(
    { 200: jsonResponse('OpenAPI 3.1.', z.looseObject({})) },
    [...PROBLEMS.anyRoute, ...PROBLEMS.jsonOnly],
    { allowed: ['GET'] },
  ),
});

/** The routes that need a token. */
export const TOKEN_ROUTES = [
  ...REPORT_ROUTES,
  ...REPORT_DETAIL_ROUTES,
  ...WEEK_ROUTES,
  ...FIGURE_ROUTES,
  ...LINK_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DELIVERY_ROUTES,
] as const;

const INTRODUCTION = `A bearer token is bound to folders; its holder sees those and all below. What a caller doesn’t see is answered like something that doesn’t exist. Problems are RFC 9457 JSON with a stable \`code\`. On AWS a gateway in front answers some requests itself, with JSON of its own: 401 without a token, 403 with one that is not valid, 404 for a path or a method that it has no route for, 413 for a body over 10 MB, 429 when there are too many requests, 500 and 503 when this API can’t be reached. Bodies are at most ${MAX_BODY_BYTES} bytes. A field or parameter that isn’t described is refused (\`FIELD_UNKNOWN\`). OPTIONS is not offered, and HEAD only where an address redirects to a file or shows a page: \`/d/{token}\`, \`report.pdf\`, \`report.json\` and \`/subscriptions/…\`. JSON is compressed with gzip where \`Accept-Encoding\` allows it.`;

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

function createDocument(publicUrl: string): Readonly<Record<string, unknown>> {
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
  for (const route of [
    ...TOKEN_ROUTES,
    openLinkRoute,
    ...SUBSCRIPTION_PAGE_ROUTES,
    describeRoute,
  ]) {
    registry.registerPath(route);
  }
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
        name: 'Subscriptions',
        description: 'Who gets the reports, where and when, and what became of the messages.',
      },
      { name: 'Description', description: 'This document.' },
    ],
  });
  const { schemas, securitySchemes } = components ?? {};
  return { ...description, components: { securitySchemes, schemas } };
}
