// Calls of the HTTP API about subscriptions and deliveries.
import { ApiError } from './api-errors.ts';
import type { ApiRequests } from './api-request.ts';
import { get, hasFields, withBody } from './api-request.ts';
import type {
  CreatedSubscriptionBody,
  DeliveryList,
  MessagePreview,
  SubscriptionBody,
  SubscriptionList,
  TestOutcomeBody,
} from '../../http/subscription-responses.ts';

export type SubscriptionRequest = Pick<
  SubscriptionBody,
  'folder' | 'channel' | 'address' | 'locale' | 'when' | 'only' | 'attach'
>;

type SubscriptionPatch = Partial<Pick<SubscriptionBody, 'locale' | 'when' | 'only' | 'attach'>> & {
  readonly state?: 'active' | 'paused';
};

export interface CreatedSubscription extends CreatedSubscriptionBody {
  /** False when the folder, channel and address had a subscription, whose settings are unchanged. */
  readonly isNew: boolean;
}

/** Every call fails with an ApiError; a server that sends no messages answers 404. */
export function createSubscriptionsApi({ send, readJson, remove }: ApiRequests) {
  const path = (id: string): string => `subscriptions/${encodeURIComponent(id)}`;
  return {
    /** `all`: of every folder that the token covers; otherwise those that were created with the same token. */
    subscriptions: (all: boolean, signal?: AbortSignal) =>
      readJson(
        `subscriptions${all ? '' : '?mine=true'}`,
        hasFields<SubscriptionList>('data'),
        get(signal),
      ),
    // Repeated after a lost response, the request would send a second confirmation.
    subscribe: (subscription: SubscriptionRequest): Promise<CreatedSubscription> =>
      send('subscriptions', withBody('POST', subscription, 'throttled'), async (response) => {
        const body: unknown = await response.json();
        if (!IS_CREATED(body)) throw new ApiError('broken');
        return { ...body, isNew: response.status === 201 };
      }),
    changeSubscription: (id: string, changes: SubscriptionPatch) =>
      readJson(path(id), hasFields<SubscriptionBody>('id', 'state'), withBody('PATCH', changes)),
    removeSubscription: (id: string) => remove(path(id)),
    /** Sends the message about the newest report now. */
    sendTest: (id: string) =>
      readJson(`${path(id)}/test`, hasFields<TestOutcomeBody>('state', 'reason'), {
        method: 'POST',
        retry: 'never',
      }),
    previewMessage: (id: string, signal?: AbortSignal) =>
      readJson(
        `${path(id)}/preview`,
        hasFields<MessagePreview>('subject', 'html', 'text'),
        get(signal),
      ),
    deliveries: (week: string, signal?: AbortSignal) =>
      readJson(`deliveries?week=${week}`, hasFields<DeliveryList>('data'), get(signal)),
    // The second of two requests finds the delivery in another state, so that nothing goes out twice.
    sendAgain: (week: string, id: string): Promise<void> =>
      send(
        `deliveries/${week}/${encodeURIComponent(id)}/send`,
        { method: 'POST', retry: 'throttled' },
        () => Promise.resolve(),
      ),
  };
}

const IS_CREATED = hasFields<CreatedSubscriptionBody>('id', 'state', 'signingKey');
