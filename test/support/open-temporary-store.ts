// Publishes content that a test wrote to memory on a diagnostics channel, so that the canary campaign can search it for
// secrets.
import { channel } from 'node:diagnostics_channel';

/** The channel's name. */
const KEPT = 'feedback-reports.kept';

const kept = channel(KEPT);

export function keep(name: string, content: string | Uint8Array): void {
  if (kept.hasSubscribers) kept.publish({ name, content });
}
