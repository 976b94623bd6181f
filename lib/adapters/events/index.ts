// Events about reports on an EventBridge bus. It hides the SDK and its errors.
import {
  EventBridgeClient,
  type EventBridgeClientConfig,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
import { Failure } from '../../shared/failure.ts';
import type { EventSender } from '../../ports/delivery.ts';

export interface EventBusOptions {
  /** Name or ARN of the bus. */
  readonly bus: string;
  /** In place of what the SDK finds in its own environment: for tests. */
  readonly connection?: Pick<EventBridgeClientConfig, 'endpoint' | 'region' | 'credentials'>;
}

export interface EventBus extends EventSender {
  close(): void;
}

const SOURCE = 'feedback-reports';
const DETAIL_TYPE = 'ReportReady';

/** A bus may hand an event on more than once, so sending it again after an error of the network adds nothing new. */
const ATTEMPTS = 3;

export function openEvents({ bus, connection = {} }: EventBusOptions): EventBus {
  const client = new EventBridgeClient({
    ...connection,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });
  return {
    async publish(event) {
      const entry = {
        EventBusName: bus,
        Source: SOURCE,
        DetailType: DETAIL_TYPE,
        Detail: JSON.stringify(event),
      };
      const refused = await send(client, new PutEventsCommand({ Entries: [entry] }));
      if (refused !== null) throw new Failure('DELIVERY_FAILED', { reason: refused });
    },
    close() {
      client.destroy();
    },
  };
}

/** Why the one event was not taken; null when it was. */
async function send(client: EventBridgeClient, command: PutEventsCommand): Promise<string | null> {
  try {
    const { FailedEntryCount = 0, Entries = [] } = await client.send(command);
    if (FailedEntryCount === 0) return null;
    return safeReason(Entries[0]?.ErrorCode);
  } catch (error) {
    // The name alone: messages and causes may hold the request.
    return safeReason(error instanceof Error ? error.name : undefined);
  }
}

function safeReason(reason: string | undefined): string {
  return reason !== undefined && /^\w{1,60}$/.test(reason) ? reason : 'UNKNOWN';
}
