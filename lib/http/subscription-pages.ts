// Pages with which readers without an account confirm or end a subscription. Opening one changes nothing, since mail
// programs open links too; its button does. Whatever is wrong with a token, the answer is the same.
import { createRoute, z } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { folderNameOf } from '../delivery/confirmations.ts';
import type { TokenPurpose } from '../delivery/subscription-tokens.ts';
import { applyToken, readToken } from '../delivery/subscription-tokens.ts';
import { clean } from '../i18n/clean-text.ts';
import { serverTextsFor } from '../i18n/catalogues.ts';
import { directionOf, languageOf } from '../i18n/messages.ts';
import { withIsolates } from '../i18n/text-direction.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { Failure } from '../shared/failure.ts';
import type { ApiDelivery, ApiEnv, ReportsApiContext } from './api-context.ts';
import { addLinkPage, readerPageResponse } from './link-page.ts';
import { declareResponses, PROBLEMS } from './route-descriptions.ts';
import { maskAddress } from './subscription-bodies.ts';

const params = z.object({
  token: z.string().openapi({ param: { description: 'As it is in the message.' } }),
});
const PAGE = {
  tags: ['Subscriptions'],
  security: [],
  request: { params },
  ...declareResponses(
    {
      200: {
        description: 'A page in the language of the subscription.',
        content: { 'text/html': { schema: z.string() } },
      },
    },
    [...PROBLEMS.store, ...PROBLEMS.secret, 'URL_ENCODING', 'METHOD_NOT_ALLOWED', 'LINK_INVALID'],
  ),
};
const OPENING =
  'HEAD is answered like GET, without a body. Problems are answered with a page, or with problem JSON where `Accept` prefers JSON. Parameters are ignored.';
const POSTING = 'The body is ignored. A second request is answered like the first.';

/** Described like the other routes but registered without the OpenAPI router, as links are. */
export const SUBSCRIPTION_PAGE_ROUTES = [
  createRoute({
    ...PAGE,
    method: 'get',
    path: '/subscriptions/confirm/{token}',
    operationId: 'openConfirmation',
    summary: 'A page with a button that confirms a subscription',
    description: OPENING,
  }),
  createRoute({
    ...PAGE,
    method: 'post',
    path: '/subscriptions/confirm/{token}',
    operationId: 'confirm',
    summary: 'Confirms a subscription',
    description: POSTING,
  }),
  createRoute({
    ...PAGE,
    method: 'get',
    path: '/subscriptions/unsubscribe/{token}',
    operationId: 'openUnsubscription',
    summary: 'A page with a button that ends a subscription',
    description: OPENING,
  }),
  createRoute({
    ...PAGE,
    method: 'post',
    path: '/subscriptions/unsubscribe/{token}',
    operationId: 'unsubscribe',
    summary: 'Ends a subscription',
    description: `Also the one-click request of mail programs (RFC 8058). ${POSTING}`,
  }),
] as const;

export function addSubscriptionPages(app: Hono<ApiEnv>, api: ReportsApiContext): void {
  for (const purpose of ['confirm', 'unsubscribe'] as const) {
    addLinkPage(app, api, {
      path: `/subscriptions/${purpose}`,
      methods: ['GET', 'HEAD', 'POST'],
      async respond(token, { method }) {
        const { delivery } = api;
        if (delivery === null) throw new Failure('LINK_INVALID');
        const subscription =
          method === 'POST'
            ? await applyToken(delivery, purpose, token)
            : await readToken(delivery, purpose, token);
        if (subscription === null || (purpose === 'confirm' && subscription.state === 'ended')) {
          throw new Failure('LINK_INVALID');
        }
        return pageResponse(delivery, purpose, subscription);
      },
      describe({ status }, language) {
        const { invalid, unavailable } = serverTextsFor(language).pages;
        const { title, text } = status >= 500 ? unavailable : invalid;
        return [title, text];
      },
    });
  }
}

/** A question with a button, or, when nothing is left to do, what is the case now. */
async function pageResponse(
  delivery: ApiDelivery,
  purpose: TokenPurpose,
  subscription: Subscription,
): Promise<Response> {
  const { locale, state, folder } = subscription;
  const language = languageOf(locale) ?? 'en';
  const { pages: texts, unsubscribe } = serverTextsFor(locale);
  const isDone = purpose === 'confirm' ? state !== 'pending' : state === 'ended';
  if (isDone) {
    const { title, text } = purpose === 'confirm' ? texts.confirmed : texts.unsubscribed;
    const page = { language, title, sentences: [text], button: null, code: null };
    return readerPageResponse(page);
  }
  const isolate = (text: string): string => withIsolates(text, directionOf(language));
  const name = isolate(clean(await folderNameOf(delivery, folder)));
  const address = isolate(maskAddress(subscription));
  const page =
    purpose === 'confirm'
      ? {
          title: texts.confirmTitle,
          sentences: [texts.confirmSentence({ folder: name, address })],
          button: texts.confirmButton,
        }
      : {
          title: texts.unsubscribeTitle,
          sentences: [texts.unsubscribeSentence({ folder: name, address })],
          button: unsubscribe,
        };
  return readerPageResponse({ ...page, language, code: null });
}
