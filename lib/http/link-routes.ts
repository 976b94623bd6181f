// Routes of the HTTP API that make, revoke and open capability links.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute, z } from '@hono/zod-openapi';
import { makeLink } from '../links/make-link.ts';
import { openLink, revokeLink } from '../links/open-link.ts';
import { countLink } from '../reports/request-limits.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import { addLinkPage, describeLinkProblem, LINK_PAGE_HEADERS } from './link-page.ts';
import { HEAD_DESCRIPTION } from './report-routes.ts';
import { linkRequestSchema, methodOf, openLinkQuery, readFormat } from './request-schemas.ts';
import { linkSchema } from './responses.ts';
import {
  declareResponses,
  jsonBody,
  jsonResponse,
  PROBLEMS,
  SIGNED_REDIRECT,
} from './route-descriptions.ts';

const makeLinkRoute = createRoute({
  method: 'post',
  path: '/v1/links',
  operationId: 'makeLink',
  tags: ['Links'],
  summary: 'Makes a link that opens a report without a token',
  request: { body: jsonBody(linkRequestSchema) },
  ...declareResponses({ 201: jsonResponse('The link.', linkSchema) }, [
    ...PROBLEMS.upstream,
    ...PROBLEMS.secret,
    'FOLDER_KEY_INVALID',
    'WEEK_INVALID',
    'REPORT_NOT_FOUND',
    'TOO_MANY_LINKS',
  ]),
});

const revokeLinkRoute = createRoute({
  method: 'delete',
  path: '/v1/links/{id}',
  operationId: 'revokeLink',
  tags: ['Links'],
  summary: 'Revokes a link for good',
  description:
    '404 for an id that no link key has signed. Ids of older links carry no check and can’t be verified: revoke such a link by its token.',
  request: {
    params: z.object({
      id: z.string().openapi({
        param: {
          description: 'The id of the link, or its token: the part of its address after `/d/`.',
        },
      }),
    }),
  },
  ...declareResponses({ 204: { description: 'The link opens nothing any more.' } }, [
    ...PROBLEMS.upstream,
    ...PROBLEMS.secret,
    'LINK_NOT_FOUND',
  ]),
});

export const LINK_ROUTES = [makeLinkRoute, revokeLinkRoute] as const;

/**
 * Described like the other routes but registered without the OpenAPI router, for two reasons: a broken link with any path below
 * `/d` is answered with a page, and parameters that mail programs add are ignored.
 */
export const openLinkRoute = createRoute({
  method: 'get',
  path: '/d/{token}',
  operationId: 'openLink',
  tags: ['Links'],
  summary: 'Opens a capability link',
  description: `A browser shows a PDF and saves JSON. Parameters other than \`format\` are ignored, and so is a slash after the token. Problems are answered with a page in the language of \`Accept-Language\`, or with problem JSON where \`Accept\` prefers JSON. ${HEAD_DESCRIPTION}`,
  security: [],
  request: {
    params: z.object({
      token: z.string().openapi({ param: { description: 'As it was made.' } }),
    }),
    query: openLinkQuery,
  },
  ...declareResponses({ 302: SIGNED_REDIRECT }, [
    ...PROBLEMS.store,
    ...PROBLEMS.secret,
    'URL_ENCODING',
    'METHOD_NOT_ALLOWED',
    'FIELD_INVALID',
    'FIELD_REPEATED',
    'LINK_INVALID',
    'LINK_EXPIRED',
    'LINK_REVOKED',
    'REPORT_GONE',
  ]),
});

export function addLinkRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(makeLinkRoute, async (context) => {
    const { folder, week, expiresInDays } = context.req.valid('json');
    const request = { folder, week: week?.name ?? null, expiresInDays };
    const caller = callerOfRequest(context);
    const link = await makeLink(api, caller, request);
    // After the access control, so that a refused request says nothing of the folder. A link is not stored.
    await countLink(api, caller, folder);
    return context.json(link, 201);
  });
  app.openapi(revokeLinkRoute, async (context) => {
    await revokeLink(api, callerOfRequest(context), context.req.valid('param').id);
    return context.body(null, 204);
  });
  addLinkPage(app, api, {
    path: '/d',
    methods: ['GET', 'HEAD'],
    describe: describeLinkProblem,
    async respond(token, request) {
      const format = readFormat(request);
      const file = await openLink(api, token, format);
      // Phones open an inline file and hide a saved one.
      const disposition = format === 'pdf' ? 'inline' : 'attachment';
      const location = await api.signLink({ ...file, disposition, method: methodOf(request) });
      // A signed address is as secret as the file.
      const headers = { ...LINK_PAGE_HEADERS, Location: location };
      return new Response(null, { status: 302, headers });
    },
  });
}
