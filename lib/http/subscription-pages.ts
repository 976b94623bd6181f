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
import type { ApiDelivery, ApiEnv, ApiRequest, ReportsApiContext } from './api-context.ts';
import { linkErrorResponse, readerPageResponse } from './link-page.ts';
import { toProblem } from './problem-responses.ts';
import { allowMethods, checkUrl } from './request-checks.ts';
import { PROBLEMS, responses } from './route-descriptions.ts';
import { maskAddress } from './subscription-bodies.ts';

const PATHS: Readonly<Record<TokenPurpose, string>> = {
  confirm: '/subscriptions/confirm',
  unsubscribe: '/subscriptions/unsubscribe',
};

const PAGE = {
  tags: ['Subscriptions'],
  security: [],
  ...responses(
    {
      200: {
        description: 'A page in the language of the subscription.',
        content: { 'text/html': { schema: z.string() } },
      },
    },
    [...PROBLEMS.store, ...PROBLEMS.secret, 'URL_ENCODING', 'METHOD_NOT_ALLOWED', 'LINK_INVALID'],
  ),
};
const params = z.object({
  token: z.string().openapi({ param: { description: 'As it is in the message.' } }),
});
const OPENING =
  'HEAD is answered like GET, without a body. Problems are answered with a page, or with problem JSON where `Accept` prefers JSON. Parameters are ignored.';
const POSTING = 'The body is ignored. A second request is answered like the first.';

/** Described like the other routes but served by hand, as links are. */
export const SUBSCRIPTION_PAGE_ROUTES = [
  createRoute({
    ...PAGE,
    method: 'get',
    path: `${PATHS.confirm}/{token}`,
    operationId: 'openConfirmation',
    summary: 'A page with a button that confirms a subscription',
    description: OPENING,
    request: { params },
  }),
  createRoute({
    ...PAGE,
    method: 'post',
    path: `${PATHS.confirm}/{token}`,
    operationId: 'confirm',
    summary: 'Confirms a subscription',
    description: POSTING,
    request: { params },
  }),
  createRoute({
    ...PAGE,
    method: 'get',
    path: `${PATHS.unsubscribe}/{token}`,
    operationId: 'openUnsubscription',
    summary: 'A page with a button that ends a subscription',
    description: OPENING,
    request: { params },
  }),
  createRoute({
    ...PAGE,
    method: 'post',
    path: `${PATHS.unsubscribe}/{token}`,
    operationId: 'unsubscribe',
    summary: 'Ends a subscription',
    description: `Also the one-click request of mail programs (RFC 8058). ${POSTING}`,
    request: { params },
  }),
] as const;

/** The address contains the token: it is neither cached nor passed on. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Every path below both addresses, so that a broken link is answered with a page. */
export function addSubscriptionPages(app: Hono<ApiEnv>, api: ReportsApiContext): void {
  for (const purpose of ['confirm', 'unsubscribe'] as const) {
    for (const path of [PATHS[purpose], `${PATHS[purpose]}/:token{[\\s\\S]*}`]) {
      app.all(path, allowMethods(['GET', 'HEAD', 'POST']), (context) =>
        respond(context, api, purpose),
      );
    }
  }
}

async function respond(
  context: ApiRequest,
  api: ReportsApiContext,
  purpose: TokenPurpose,
): Promise<Response> {
  const { req, env } = context;
  try {
    checkUrl(req);
    const { delivery } = api;
    if (delivery === null) throw new Failure('LINK_INVALID');
    // Programs that turn addresses into links may add a slash.
    const token = (req.param('token') ?? '').replace(/\/$/, '');
    const isPost = req.method === 'POST';
    const subscription = isPost
      ? await applyToken(delivery, purpose, token)
      : await readToken(delivery, purpose, token);
    if (subscription === null || (purpose === 'confirm' && subscription.state === 'ended')) {
      throw new Failure('LINK_INVALID');
    }
    return await pageResponse(delivery, purpose, subscription);
  } catch (error) {
    const problem = toProblem(error, (fault) => {
      api.onFault(fault, env.ids ?? {});
    });
    return linkErrorResponse(req, problem, api.locale, HEADERS, ({ status }, language) => {
      const { invalid, unavailable } = serverTextsFor(language).pages;
      return status >= 500 ? unavailable : invalid;
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
  const texts = serverTextsFor(locale).pages;
  const isDone = purpose === 'confirm' ? state !== 'pending' : state === 'ended';
  const options = { status: 200, headers: HEADERS };
  if (isDone) {
    const [title, sentence] = purpose === 'confirm' ? texts.confirmed : texts.unsubscribed;
    const page = { language, title, sentences: [sentence], button: null, code: null };
    return readerPageResponse(page, options);
  }
  const isolate = (text: string): string => withIsolates(text, directionOf(language));
  const name = isolate(clean(await folderNameOf(delivery, folder)));
  const address = isolate(maskAddress(subscription));
  const page =
    purpose === 'confirm'
      ? {
          title: texts.confirmTitle,
          sentences: [texts.confirmSentence(name, address)],
          button: texts.confirmButton,
        }
      : {
          title: texts.unsubscribeTitle,
          sentences: [texts.unsubscribeSentence(name, address)],
          button: texts.unsubscribeButton,
        };
  return readerPageResponse({ ...page, language, code: null }, options);
}
