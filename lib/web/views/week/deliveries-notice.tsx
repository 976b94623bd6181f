// Says that messages about a week's reports did not go out, or may not have arrived.
import type { JSX } from 'preact';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { deliveryState } from '../../features/subscribe/delivery-texts.ts';
import { ViewLink } from '../../ui/controls.tsx';

/** Nothing where all is well, or the server sends no messages. */
export function DeliveriesNotice({ week }: { readonly week: string }): JSX.Element | null {
  const { api, cache, subscriptions } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.deliveries;
  const { data } = useQuery(cache.deliveries, subscriptions.data === null ? null : week, (signal) =>
    api.deliveries(week, signal),
  );
  const states = data?.data.map(deliveryState) ?? [];
  const texts = (['refused', 'unknown'] as const).flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count === 0 ? [] : [words.count(words.states[state], formats.count(count))];
  });
  if (texts.length === 0) return null;
  return (
    <p class="deliveries-notice">
      {texts.join(' · ')} <ViewLink view={{ name: 'deliveries', week }}>{words.show}</ViewLink>
    </p>
  );
}
