// Routes of the HTTP API about the deliveries of a week: what became of each message, and sending one again.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import { listDeliveries, sendAgain } from '../delivery/deliveries.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest, requireDelivery } from './api-context.ts';
import { jsonResponse, PROBLEMS, responses } from './route-descriptions.ts';
import { toDeliveryBody, toReceiptBody } from './subscription-bodies.ts';
import { deliveryListQuery, deliveryParams } from './subscription-requests.ts';
import { deliveryListSchema, receiptSchema } from './subscription-responses.ts';

const TAGS = ['Subscriptions'];

const listDeliveriesRoute = createRoute({
  method: 'get',
  path: '/v1/deliveries',
  operationId: 'listDeliveries',
  tags: TAGS,
  summary: 'The deliveries of a week: active subscriptions, and others that got a message',
  request: { query: deliveryListQuery },
  ...responses(
    { 200: jsonResponse('They may be none.', deliveryListSchema) },
    [
      ...PROBLEMS.withToken,
      ...PROBLEMS.jsonOnly,
      ...PROBLEMS.delivery,
      'FIELD_REPEATED',
      'WEEK_INVALID',
      'ANSWER_TOO_LARGE',
    ],
    { allowed: ['GET'] },
  ),
});

const sendAgainRoute = createRoute({
  method: 'post',
  path: '/v1/deliveries/{week}/{id}/send',
  operationId: 'sendAgain',
  tags: TAGS,
  summary: 'Sends a message again that was refused, or that may not have arrived',
  request: { params: deliveryParams },
  ...responses(
    { 202: jsonResponse('A job sends it.', receiptSchema) },
    [...PROBLEMS.subscription, 'WEEK_INVALID', 'DELIVERY_STATE', 'QUEUE_UNAVAILABLE'],
    { allowed: ['POST'] },
  ),
});

export const DELIVERY_ROUTES = [listDeliveriesRoute, sendAgainRoute] as const;

export function addDeliveryRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(listDeliveriesRoute, async (context) => {
    const { week } = context.req.valid('query');
    const caller = callerOfRequest(context);
    const deliveries = await listDeliveries(requireDelivery(api), caller, week);
    return context.json({ data: deliveries.map((item) => toDeliveryBody(item, caller)) }, 200);
  });
  app.openapi(sendAgainRoute, async (context) => {
    const { week, id } = context.req.valid('param');
    const delivery = { week: week.name, subscription: id };
    const receipt = await sendAgain(requireDelivery(api), callerOfRequest(context), delivery);
    return context.json(toReceiptBody(receipt), 202);
  });
}
