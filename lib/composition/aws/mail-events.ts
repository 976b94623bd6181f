// Composition of mail-events: the parser of the mail service's events, and the stored subscriptions.
import { deliveryCodecs } from '../../adapters/json/index.ts';
import { parseMailEvent } from '../../adapters/mail-events/index.ts';
import { applyMailEvent } from '../../delivery/subscription-store.ts';
import type { MailEvent } from '../../ports/deliveries.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { openBucket, openFunctionContext } from './function-context.ts';

export function openMailEvents(environment: Environment, system: SystemContext) {
  const context = openFunctionContext(environment, system, 'none', ['REPORTS_STORE']);
  const { config } = context;
  const { store } = openBucket(config, system);
  const subscriptions = { repository: openReportRepository(store, config), codecs: deliveryCodecs };
  return {
    ...context,
    parse: parseMailEvent,
    apply: (event: MailEvent) => applyMailEvent(subscriptions, event),
  };
}
