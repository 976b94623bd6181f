// Composition of mail-events: the parser of the mail service's events, and the stored subscriptions.
import { createDeliveryCodecs } from '../../adapters/json/index.ts';
import { parseMailEvent } from '../../adapters/mail-events/index.ts';
import type { MailEventResult } from '../../delivery/subscription-store.ts';
import { applyMailEvent } from '../../delivery/subscription-store.ts';
import type { MailEvent } from '../../ports/deliveries.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import type { SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import { openBucket, openFunctionContext } from './function-context.ts';

interface MailEvents extends FunctionContext {
  /** Fails with EVENT_SHAPE. */
  readonly parse: (text: string) => MailEvent;
  readonly apply: (event: MailEvent) => Promise<MailEventResult>;
}

export function openMailEvents(environment: Environment, system: SystemContext): MailEvents {
  const context = openFunctionContext(environment, system, 'none', ['REPORT_STORE']);
  const { store } = openBucket(context.config, system);
  const subscriptions = { repository: openReportRepository(store), codecs: createDeliveryCodecs() };
  return {
    ...context,
    parse: parseMailEvent,
    apply: (event) => applyMailEvent(subscriptions, event),
  };
}
