// How commands show subscriptions.
import type { Subscription } from '../../../lib/ports/subscriptions.ts';

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon 08:00 Europe/Helsinki". */
export function formatWhen(when: Subscription['when']): string {
  if (when === 'ready') return 'as soon as they are stored';
  return `${WEEKDAYS[when.weekday - 1] ?? '?'} ${when.time} ${when.timeZone}`;
}
