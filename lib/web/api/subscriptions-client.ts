// Calls of the HTTP API about subscriptions and deliveries.
import { ApiError } from './api-errors.ts';
import type { ApiRequests } from './api-request.ts';
import { hasFields } from './api-request.ts';
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
export interface SubscriptionsApi {
  /** `all`: of every folder that the token covers; otherwise those that were created with the same token. */
  subscriptions(all: boolean, signal?: AbortSignal): Promise<SubscriptionList>;
  subscribe(subscription: SubscriptionRequest): Promise<CreatedSubscription>;
  changeSubscription(id: string, changes: SubscriptionPatch): Promise<SubscriptionBody>;
  removeSubscription(id: string): Promise<void>;
  /** Sends the message about the newest report now. */
  sendTest(id: string): Promise<TestOutcomeBody>;
  previewMessage(id: string, signal?: AbortSignal): Promise<MessagePreview>;
  deliveries(week: string, signal?: AbortSignal): Promise<DeliveryList>;
  sendAgain(week: string, id: string): Promise<void>;
}

export function createSubscriptionsApi({ send, readJson, remove }: ApiRequests): SubscriptionsApi {
  const get = (signal: AbortSignal | undefined) =>
    signal === undefined ? ({ retry: 'busy' } as const) : ({ retry: 'busy', signal } as const);
  const path = (id: string): string => `subscriptions/${encodeURIComponent(id)}`;
  return {
    subscriptions: (all, signal) =>
      readJson(
        `subscriptions${all ? '' : '?mine=true'}`,
        hasFields<SubscriptionList>('data'),
        get(signal),
      ),
    // Repeated after a lost response, the request would send a second confirmation.
    subscribe: (subscription) =>
      send(
        'subscriptions',
        { method: 'POST', body: JSON.stringify(subscription), retry: 'throttled' },
        async (response) => {
          const body: unknown = await response.json();
          if (!IS_CREATED(body)) throw new ApiError('broken');
          return { ...body, isNew: response.status === 201 };
        },
      ),
    changeSubscription: (id, changes) =>
      readJson(path(id), hasFields<SubscriptionBody>('id', 'state'), {
        method: 'PATCH',
        body: JSON.stringify(changes),
        retry: 'busy',
      }),
    removeSubscription: (id) => remove(path(id)),
    sendTest: (id) =>
      readJson(`${path(id)}/test`, hasFields<TestOutcomeBody>('state', 'reason'), {
        method: 'POST',
        retry: 'never',
      }),
    previewMessage: (id, signal) =>
      readJson(
        `${path(id)}/preview`,
        hasFields<MessagePreview>('subject', 'html', 'text'),
        get(signal),
      ),
    deliveries: (week, signal) =>
      readJson(`deliveries?week=${week}`, hasFields<DeliveryList>('data'), get(signal)),
    // The second of two requests finds the delivery in another state, so that nothing goes out twice.
    sendAgain: (week, id) =>
      send(
        `deliveries/${week}/${encodeURIComponent(id)}/send`,
        { method: 'POST', retry: 'throttled' },
        () => Promise.resolve(),
      ),
  };
}

const IS_CREATED = hasFields<CreatedSubscriptionBody>('id', 'state', 'signingKey');
