// When messages may be sent to the receivers of announcements: within their rates, and none after a receiver has refused one
// because of the number of messages.
import pThrottle from 'p-throttle';
import type { WebhookKind } from '../ports/secrets.ts';

/** The turns of one tick. A receiver is the address of a webhook, or the event bus, which has no rate. */
export interface ChannelTurns {
  /** Waits for the turn of a message. False when no more may be sent to the receiver. */
  readonly take: (receiver: string, kind: WebhookKind | null) => Promise<boolean>;
  readonly end: (receiver: string) => void;
}

/** `rates`: the most messages in a second to one webhook. */
export function createChannelTurns(rates: Readonly<Record<WebhookKind, number>>): ChannelTurns {
  const waits = new Map<string, () => Promise<void>>();
  const ended = new Set<string>();
  const waitOf = (receiver: string, kind: WebhookKind): (() => Promise<void>) => {
    const throttle = pThrottle({ limit: 1, interval: 1000 / rates[kind] });
    const wait = waits.get(receiver) ?? throttle(() => Promise.resolve());
    waits.set(receiver, wait);
    return wait;
  };
  return {
    async take(receiver, kind) {
      if (kind !== null && !ended.has(receiver)) await waitOf(receiver, kind)();
      return !ended.has(receiver);
    },
    end: (receiver) => void ended.add(receiver),
  };
}
