// Routes of the HTTP API about subscriptions, who gets the reports of a folder, where and when, and about deliveries:
// what became of each message, and sending one again.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import { confirmationProblem } from '../delivery/confirmations.ts';
import { previewMessage, sendTest, listDeliveries } from '../delivery/deliveries.ts';
import { sendAgain } from '../delivery/send-again.ts';
import {
  changeSubscription,
  createSubscription,
  listSubscriptions,
  removeSubscription,
  renewSigningKey,
  revokeAccessLinks,
} from '../delivery/subscriptions.ts';
import type { SendOutcome } from '../ports/deliveries.ts';
import type { SendTime, Subscription } from '../ports/subscriptions.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { ApiDelivery, ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest, requireDelivery } from './api-context.ts';
import type { ReadCompanyFolders } from './queries/company-folders.ts';
import { declareResponses, jsonBody, jsonResponse, PROBLEMS } from './route-descriptions.ts';
import { toSubscriptionBody, toDeliveryBody, toReceiptBody } from './subscription-bodies.ts';
import type { SubscriptionBody, TestOutcomeBody } from './subscription-responses.ts';
import {
  createdSubscriptionSchema,
  messagePreviewSchema,
  signingKeySchema,
  subscriptionListSchema,
  subscriptionSchema,
  testOutcomeSchema,
  deliveryListSchema,
  receiptSchema,
} from './subscription-responses.ts';
import {
  subscriptionChangesSchema,
  subscriptionListQuery,
  subscriptionParams,
  subscriptionRequestSchema,
  deliveryListQuery,
  deliveryParams,
} from './subscription-requests.ts';

const TAGS = ['Subscriptions'];

const listSubscriptionsRoute = createRoute({
  method: 'get',
  path: '/v1/subscriptions',
  operationId: 'listSubscriptions',
  tags: TAGS,
  summary: 'The subscriptions of the folders that the caller sees',
  request: { query: subscriptionListQuery },
  ...declareResponses({ 200: jsonResponse('The list may be empty.', subscriptionListSchema) }, [
    ...PROBLEMS.delivery,
    'FIELD_INVALID',
    'FOLDER_KEY_INVALID',
    'ANSWER_TOO_LARGE',
  ]),
});

const createSubscriptionRoute = createRoute({
  method: 'post',
  path: '/v1/subscriptions',
  operationId: 'createSubscription',
  tags: TAGS,
  summary: 'Subscribes an address to the reports of a folder',
  description:
    'A mail address gets a message with a link to confirm the subscription; until then it is pending. Other channels are active at once. The same folder, channel and address is one subscription: requested again, it is answered as it is, and a pending one is asked to confirm again.',
  request: { body: jsonBody(subscriptionRequestSchema) },
  ...declareResponses(
    {
      200: jsonResponse('The subscription was there before.', createdSubscriptionSchema),
      201: jsonResponse('The subscription is new, or starts again.', createdSubscriptionSchema),
    },
    [
      ...PROBLEMS.delivery,
      ...PROBLEMS.secret,
      'FOLDER_KEY_INVALID',
      'FOLDER_NOT_FOUND',
      'SUBSCRIPTION_INVALID',
      'TOO_MANY_CONFIRMATIONS',
      'QUEUE_UNAVAILABLE',
    ],
  ),
});

const changeSubscriptionRoute = createRoute({
  method: 'patch',
  path: '/v1/subscriptions/{id}',
  operationId: 'changeSubscription',
  tags: TAGS,
  summary: 'Changes, pauses or resumes a subscription',
  request: { params: subscriptionParams, body: jsonBody(subscriptionChangesSchema) },
  ...declareResponses({ 200: jsonResponse('The subscription as it is now.', subscriptionSchema) }, [
    ...PROBLEMS.subscription,
    'SUBSCRIPTION_INVALID',
    'SUBSCRIPTION_STATE',
  ]),
});

const removeSubscriptionRoute = createRoute({
  method: 'delete',
  path: '/v1/subscriptions/{id}',
  operationId: 'removeSubscription',
  tags: TAGS,
  summary: 'Removes a subscription with its address',
  request: { params: subscriptionParams },
  ...declareResponses(
    { 204: { description: 'No more messages are sent to it.' } },
    PROBLEMS.subscription,
  ),
});

const testSubscriptionRoute = createRoute({
  method: 'post',
  path: '/v1/subscriptions/{id}/test',
  operationId: 'testSubscription',
  tags: TAGS,
  summary: 'Sends the message about the folder’s latest report now',
  request: { params: subscriptionParams },
  ...declareResponses({ 202: jsonResponse('The outcome of the test.', testOutcomeSchema) }, [
    ...PROBLEMS.subscription,
    ...PROBLEMS.secret,
    'REPORT_NOT_FOUND',
    'SUBSCRIPTION_STATE',
    'TOO_MANY_CONFIRMATIONS',
  ]),
});

const renewSigningKeyRoute = createRoute({
  method: 'post',
  path: '/v1/subscriptions/{id}/signing-key',
  operationId: 'renewSigningKey',
  tags: TAGS,
  summary: 'Replaces the key that signs the messages to a webhook',
  description:
    'For a day messages have a signature of the old key too. Only for the caller that created the subscription.',
  request: { params: subscriptionParams },
  ...declareResponses({ 200: jsonResponse('The new key.', signingKeySchema) }, [
    ...PROBLEMS.subscription,
    ...PROBLEMS.secret,
    'SUBSCRIPTION_INVALID',
    'TOO_MANY_CONFIRMATIONS',
  ]),
});

const revokeAccessLinksRoute = createRoute({
  method: 'delete',
  path: '/v1/subscriptions/{id}/access-links',
  operationId: 'revokeAccessLinks',
  tags: TAGS,
  summary: 'Makes the access links that were sent for a subscription invalid',
  description: 'They are refused after at most six minutes. Later messages have new ones.',
  request: { params: subscriptionParams },
  ...declareResponses(
    { 204: { description: 'The links open nothing any more.' } },
    PROBLEMS.subscription,
  ),
});

const previewSubscriptionRoute = createRoute({
  method: 'get',
  path: '/v1/subscriptions/{id}/preview',
  operationId: 'previewSubscription',
  tags: TAGS,
  summary: 'The message about the folder’s latest report, as its channel shows it',
  description: 'Its links work: keep them as secret as those that are sent.',
  request: { params: subscriptionParams },
  ...declareResponses({ 200: jsonResponse('The message.', messagePreviewSchema) }, [
    ...PROBLEMS.subscription,
    ...PROBLEMS.secret,
    'REPORT_NOT_FOUND',
  ]),
});

const listDeliveriesRoute = createRoute({
  method: 'get',
  path: '/v1/deliveries',
  operationId: 'listDeliveries',
  tags: TAGS,
  summary: 'The deliveries of a week: active subscriptions, and others that got a message',
  request: { query: deliveryListQuery },
  ...declareResponses({ 200: jsonResponse('The list may be empty.', deliveryListSchema) }, [
    ...PROBLEMS.delivery,
    'WEEK_INVALID',
    'ANSWER_TOO_LARGE',
  ]),
});

const sendAgainRoute = createRoute({
  method: 'post',
  path: '/v1/deliveries/{week}/{id}/send',
  operationId: 'sendAgain',
  tags: TAGS,
  summary: 'Sends a message again that was refused or missed, or that may not have arrived',
  description: '`canSendAgain` of the delivery says whether it is possible.',
  request: { params: deliveryParams },
  ...declareResponses({ 202: jsonResponse('A job sends it.', receiptSchema) }, [
    ...PROBLEMS.subscription,
    'WEEK_INVALID',
    ...PROBLEMS.secret,
    'DELIVERY_STATE',
    'REPORT_NOT_FOUND',
    'TOO_MANY_CONFIRMATIONS',
    'QUEUE_UNAVAILABLE',
  ]),
});

export const SUBSCRIPTION_ROUTES = [
  listSubscriptionsRoute,
  createSubscriptionRoute,
  changeSubscriptionRoute,
  removeSubscriptionRoute,
  testSubscriptionRoute,
  renewSigningKeyRoute,
  revokeAccessLinksRoute,
  previewSubscriptionRoute,
  listDeliveriesRoute,
  sendAgainRoute,
] as const;

export function addSubscriptionRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(listSubscriptionsRoute, async (context) => {
    const { folder = null, mine = false } = context.req.valid('query');
    const caller = callerOfRequest(context);
    const delivery = requireDelivery(api);
    const subscriptions = await listSubscriptions(delivery, caller, { folder, mine });
    const data = await mapConcurrent(
      subscriptions,
      (subscription) => readBody(delivery, subscription, caller),
      SMALL_OBJECT_CONCURRENCY,
    );
    return context.json({ data, channels: [...delivery.channels] }, 200);
  });
  app.openapi(createSubscriptionRoute, async (context) => {
    const delivery = requireDelivery(api);
    const caller = callerOfRequest(context);
    const { when, locale, attach, ...request } = context.req.valid('json');
    const { subscription, isNew } = await createSubscription(delivery, caller, {
      ...request,
      locale: locale ?? api.locale,
      when: when ?? (await defaultTime(api.folders, request.folder)),
      attach: attach ?? (request.channel === 'mail' ? 'pdf' : 'none'),
    });
    const signingKey = isNew ? (subscription.signingKeys?.[0]?.key ?? null) : null;
    const body = { ...(await readBody(delivery, subscription, caller)), signingKey };
    return isNew ? context.json(body, 201) : context.json(body, 200);
  });
  app.openapi(changeSubscriptionRoute, async (context) => {
    const { id } = context.req.valid('param');
    const caller = callerOfRequest(context);
    const changes = context.req.valid('json');
    const delivery = requireDelivery(api);
    const subscription = await changeSubscription(delivery, caller, id, changes);
    return context.json(await readBody(delivery, subscription, caller), 200);
  });
  app.openapi(removeSubscriptionRoute, async (context) => {
    const { id } = context.req.valid('param');
    await removeSubscription(requireDelivery(api), callerOfRequest(context), id);
    return context.body(null, 204);
  });
  app.openapi(testSubscriptionRoute, async (context) => {
    const { id } = context.req.valid('param');
    const outcome = await sendTest(requireDelivery(api), callerOfRequest(context), id);
    return context.json(toOutcomeBody(outcome), 202);
  });
  app.openapi(renewSigningKeyRoute, async (context) => {
    const { id } = context.req.valid('param');
    const delivery = requireDelivery(api);
    const signingKey = await renewSigningKey(delivery, callerOfRequest(context), id);
    return context.json({ signingKey }, 200);
  });
  app.openapi(revokeAccessLinksRoute, async (context) => {
    const { id } = context.req.valid('param');
    await revokeAccessLinks(requireDelivery(api), callerOfRequest(context), id);
    return context.body(null, 204);
  });
  app.openapi(previewSubscriptionRoute, async (context) => {
    const { id } = context.req.valid('param');
    const delivery = requireDelivery(api);
    const outgoing = await previewMessage(delivery, callerOfRequest(context), id);
    return context.json(await delivery.renderPreview(outgoing), 200);
  });
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

async function readBody(
  delivery: ApiDelivery,
  subscription: Subscription,
  caller: IdentifiedCaller,
): Promise<SubscriptionBody> {
  const problem = await confirmationProblem(delivery, subscription);
  return toSubscriptionBody(subscription, caller, problem);
}

/** Monday morning where the first of the surveys at or below the folder is; UTC without surveys. */
async function defaultTime(company: ReadCompanyFolders, key: number): Promise<SendTime> {
  const { tree, folders } = await company();
  const isAtOrBelow = (folder: number | null): boolean =>
    folder !== null && (folder === key || isAtOrBelow(tree.parents.get(folder) ?? null));
  const [survey] = folders
    .filter((folder) => isAtOrBelow(folder.key))
    .flatMap(({ surveys }) => surveys);
  return { weekday: 1, time: '08:00', timeZone: survey?.timeZone ?? 'UTC' };
}

function toOutcomeBody(outcome: SendOutcome): TestOutcomeBody {
  return { state: outcome.state, reason: outcome.state === 'sent' ? null : outcome.reason };
}
