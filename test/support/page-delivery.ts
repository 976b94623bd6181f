// Subscriptions of the page's server in tests: real texts and renderings, with a sender that records messages.
import { MESSAGE_COMPOSER } from '../../lib/delivery/message-composer.ts';
import { renderPreview } from '../../lib/composition/message-senders.ts';
import { parseWeek } from '../../lib/domain/calendar.ts';
import type { NewSubscription } from '../../lib/delivery/subscriptions.ts';
import { createSubscription } from '../../lib/delivery/subscriptions.ts';
import type { IdentifiedCaller } from '../../lib/reports/access.ts';
import { runDeliveries } from '../../lib/delivery/in-process-deliveries.ts';
import type { ApiDelivery } from '../../lib/http/api-context.ts';
import type { DeliveryJob } from '../../lib/ports/deliveries.ts';
import type { ObjectStore } from '../../lib/ports/object-store.ts';
import type { RecordingSender } from './delivery/delivery-parts.ts';
import { createApiDelivery } from './http/api-delivery.ts';

export interface PageDelivery {
  readonly sender: RecordingSender;
  readonly delivery: ApiDelivery;
  /** Waiting jobs; nothing processes them. */
  readonly jobs: DeliveryJob[];
  /** Creates an active subscription of the page's user. */
  subscribe(
    settings: Pick<NewSubscription, 'folder' | 'channel' | 'address'> & Partial<NewSubscription>,
  ): Promise<void>;
  /** Sends the messages of a week that are due. */
  sendWeek(name: string): Promise<void>;
}

/** The caller of a local server. */
const USER: IdentifiedCaller = { folders: null, origin: 'token', id: 'local' };

const SETTINGS: Pick<NewSubscription, 'locale' | 'when' | 'only' | 'attach'> = {
  locale: 'en',
  when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
  only: 'always',
  attach: 'none',
};

export function createPageDelivery(
  store: ObjectStore,
  server: Pick<ApiDelivery, 'tree' | 'clock' | 'linkKeys' | 'publicUrl'>,
): PageDelivery {
  const { delivery: parts, sender, jobs } = createApiDelivery(store, server);
  const delivery: ApiDelivery = {
    ...parts,
    composer: MESSAGE_COMPOSER,
    renderPreview,
  };
  return {
    sender,
    delivery,
    jobs,
    async subscribe(settings) {
      const subscription = { ...SETTINGS, ...settings };
      await createSubscription(delivery, USER, subscription, { isConfirmed: true });
    },
    async sendWeek(name) {
      const week = parseWeek(name);
      if (week === null) throw new TypeError(`${name} is not a week`);
      await runDeliveries(delivery, week);
    },
  };
}
