// Subscriptions and deliveries of the HTTP API in tests: the use cases over a store, with a sender that records messages.
import type { ApiDelivery } from '../../../lib/http/api-context.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { DeliveryParts } from '../delivery/delivery-parts.ts';
import { createDeliveryParts } from '../delivery/delivery-parts.ts';

export interface ApiDeliveryParts extends Omit<DeliveryParts, 'context' | 'time'> {
  readonly delivery: ApiDelivery;
}

export function createApiDelivery(
  store: ObjectStore,
  changes: Pick<ApiDelivery, 'tree' | 'clock' | 'linkKeys' | 'publicUrl'>,
): ApiDeliveryParts {
  const { context, time: _, ...parts } = createDeliveryParts(store, changes);
  return {
    ...parts,
    delivery: {
      ...context,
      renderPreview: ({ message: { subject, preheader }, footer }) =>
        Promise.resolve({
          subject,
          html: `<p>${preheader}</p>`,
          text: [preheader, footer.unsubscribe?.url].join('\n'),
        }),
    },
  };
}
