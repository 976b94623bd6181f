// Publishes content that a test wrote to memory on a diagnostics channel, so that the canary campaign can search it for
// secrets.
import { channel } from 'node:diagnostics_channel';

const CHANNEL_NAME = 'feedback-reports.kept';

const contentChannel = channel(CHANNEL_NAME);

export function publishContent(name: string, content: string | Uint8Array): void {
  if (contentChannel.hasSubscribers) contentChannel.publish({ name, content });
}
