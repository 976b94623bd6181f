// Subscriptions of the sample company, so that `start` shows what subscribers get.
import type { Config } from '../../lib/composition/config.ts';
import type { LocalDeliveries } from '../../lib/composition/local-deliveries.ts';
import { createSubscription, listSubscriptions } from '../../lib/delivery/subscriptions.ts';
import type { Subscription } from '../../lib/ports/subscriptions.ts';
import { WHOLE_COMPANY } from '../../lib/reports/access.ts';
import type { FolderOutcome } from '../../lib/reports/run-week.ts';

type Sample = Pick<Subscription, 'address' | 'locale' | 'only'>;

const OF_COMPANY: Sample = { address: 'management@example.com', locale: 'en', only: 'always' };

const BY_PLACE: ReadonlyMap<string, Sample> = new Map<string, Sample>([
  ['Finland', { address: 'finland@example.com', locale: 'fi', only: 'always' }],
  [
    'Security control, Terminal 2',
    { address: 'security.t2@example.com', locale: 'en', only: 'signals' },
  ],
  ['Dubai International Airport', { address: 'dubai@example.com', locale: 'ar', only: 'always' }],
  ['Haneda Airport', { address: 'haneda@example.com', locale: 'ja', only: 'always' }],
  ['Washrooms, Terminal 3', { address: 'washrooms@example.com', locale: 'en', only: 'signals' }],
]);

/** Only where messages become files, and there are no subscriptions yet. */
export async function addSampleSubscriptions(
  deliveries: LocalDeliveries,
  { mail }: Pick<Config, 'mail'>,
  outcomes: readonly FolderOutcome[],
): Promise<void> {
  if (mail?.transport.kind !== 'file') return;
  const context = { ...deliveries, jobs: { send: () => Promise.resolve() } };
  const existing = await listSubscriptions(context, WHOLE_COMPANY, { folder: null, mine: false });
  if (existing.length > 0) return;
  for (const { folder, path, report } of outcomes) {
    const sample = path.length === 0 ? OF_COMPANY : BY_PLACE.get(folder.name);
    if (sample === undefined || report === null) continue;
    await createSubscription(
      context,
      WHOLE_COMPANY,
      { folder: folder.key, channel: 'mail', ...sample, when: 'ready', attach: 'pdf' },
      { isConfirmed: true },
    );
  }
}
