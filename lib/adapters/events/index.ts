// Publishes events about reports on an EventBridge bus. Errors of the SDK are reduced to their names.
import {
  EventBridgeClient,
  type EventBridgeClientConfig,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
import { Failure, safeName } from '../../shared/failure.ts';
import type { EventSender, TemporaryRefusal } from '../../ports/deliveries.ts';

export interface EventBusOptions {
  /** Name or ARN of the bus. */
  readonly bus: string;
  /** Overrides the SDK's own configuration; for tests. */
  readonly connection?: Pick<EventBridgeClientConfig, 'endpoint' | 'region' | 'credentials'>;
}

export interface EventBus extends EventSender {
  close(): void;
}

const SOURCE = 'feedback-reports';
const DETAIL_TYPE = 'ReportReady';

/** Retries may publish an event twice; EventBridge may deliver any event more than once anyway. */
const ATTEMPTS = 3;

/** Of an event that the bus did not take; after a lost answer or another error it may have. */
const TEMPORARY_REASONS: readonly string[] = ['InternalFailure', 'ThrottlingException'];
const TEMPORARY: TemporaryRefusal = { isTemporary: true, retryAfterSeconds: null };

export function openEventBus({ bus, connection = {} }: EventBusOptions): EventBus {
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
      const reason = await send(client, new PutEventsCommand({ Entries: [entry] }));
      if (reason === null) return;
      const isTemporary = TEMPORARY_REASONS.includes(reason);
      throw new Failure('DELIVERY_FAILED', { reason, ...(isTemporary ? TEMPORARY : {}) });
    },
    close() {
      client.destroy();
    },
  };
}

/** The reason why the event was refused; null when it was accepted. */
async function send(client: EventBridgeClient, command: PutEventsCommand): Promise<string | null> {
  try {
    const { FailedEntryCount = 0, Entries = [] } = await client.send(command);
    if (FailedEntryCount === 0) return null;
    return safeName(Entries[0]?.ErrorCode);
  } catch (error) {
    // Only the name: messages and causes may contain the request.
    return safeName(error instanceof Error ? error.name : undefined);
  }
}
