// Routes of the HTTP API for readers with an access link: who they are, and a new link by mail.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import { requestAccessLink } from '../delivery/access-requests.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest, requireDelivery } from './api-context.ts';
import { checkDeclared } from './request-checks.ts';
import { meSchema } from './responses.ts';
import { declareResponses, jsonBody, jsonResponse, PROBLEMS } from './route-descriptions.ts';
import { accessRequestSchema } from './subscription-requests.ts';

const getMeRoute = createRoute({
  method: 'get',
  path: '/v1/me',
  operationId: 'getMe',
  tags: ['Library'],
  summary: 'Who the caller is',
  description:
    'A reader came with the link of a mail and only reads: other routes are refused (`READ_ONLY`).',
  ...declareResponses({ 200: jsonResponse('The caller.', meSchema) }),
});

/** Those that need a bearer token. */
export const ACCESS_ROUTES = [getMeRoute] as const;

export const requestAccessLinkRoute = createRoute({
  method: 'post',
  path: '/subscriptions/access',
  operationId: 'requestAccessLink',
  tags: ['Subscriptions'],
  summary: 'Sends a subscriber new access links by mail',
  description:
    'For readers whose link was lost or has expired. The answer is the same for every address; at most three messages an hour are sent to one.',
  security: [],
  request: { body: jsonBody(accessRequestSchema) },
  ...declareResponses(
    {
      202: { description: 'If the address has a subscription, a message follows.' },
    },
    [...PROBLEMS.store, 'DELIVERY_NOT_CONFIGURED', 'QUEUE_UNAVAILABLE'],
  ),
});

export function addAccessRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(getMeRoute, (context) => {
    const { folders, reader: address } = callerOfRequest(context);
    const [folder] = folders ?? [];
    const isReader = address !== undefined && folder !== undefined;
    const notes = api.repository.settings.notes !== null;
    return context.json({ reader: isReader ? { address, folder } : null, notes }, 200);
  });
  const path = requestAccessLinkRoute.getRoutingPath();
  app.all(path, checkDeclared([requestAccessLinkRoute]));
  app.openapi(requestAccessLinkRoute, async (context) => {
    const { address } = context.req.valid('json');
    await requestAccessLink(requireDelivery(api), address, context.env.network ?? null);
    return context.body(null, 202);
  });
}
