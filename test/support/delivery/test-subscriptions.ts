// Subscriptions as callers ask for them and as they are stored.
import { grantOf } from '../../../lib/delivery/grants.ts';
import { subscriptionId } from '../../../lib/delivery/subscription-rules.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';

export const CHAT: NewSubscription = {
  folder: 41,
  channel: 'slack',
  address: 'https://hooks.example.com/services/T1/B2',
  locale: 'en',
  when: 'ready',
  only: 'always',
  attach: 'none',
};
export const WEBHOOK: NewSubscription = { ...CHAT, channel: 'webhook' };
export const MAIL: NewSubscription = { ...CHAT, channel: 'mail', address: 'ann@example.com' };

/** The record of an active subscription that this caller created. */
export function activeSubscription(
  settings: NewSubscription,
  caller: IdentifiedCaller = WHOLE_COMPANY,
): Subscription {
  return {
    id: subscriptionId(settings),
    ...settings,
    state: 'active',
    createdAt: '2026-11-01T00:00:00.000Z',
    ...grantOf(caller),
  };
}
