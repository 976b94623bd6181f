// Composition of send-message: stored reports and subscriptions, the senders of all channels, and the queue of messages.
import { deliveryJobCodec } from '../../adapters/json/index.ts';
import { pdfRenderer } from '../../adapters/pdf/index.ts';
import { processDelivery } from '../../delivery/process-delivery.ts';
import { createLinkKeyReader } from '../../links/make-link.ts';
import type { DeliveryJob } from '../../ports/deliveries.ts';
import type { Log } from '../../shared/log.ts';
import type { Environment } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { openCompanyFolders } from './company-tree.ts';
import { createProblemLog, openAwsDeliveries, openDeliveryQueue } from './deliveries.ts';
import { openStoredReports } from './function-context.ts';

export function openMessageSender(environment: Environment, system: SystemContext) {
  const { context, config, secret, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_DELIVERY_QUEUE_URL', 'REPORTS_PUBLIC_URL'],
  );
  const deliveries = openAwsDeliveries(config, {
    repository,
    secret,
    linkKeys: createLinkKeyReader(secret),
    system,
    tree: openCompanyFolders(config, secret, system).tree,
    pdf: (locale) => pdfRenderer({ ...config, locale }),
    onProblem: () => undefined,
  });
  const { sender, delayMessage } = openDeliveryQueue(config, system);
  return {
    ...context,
    jobs: deliveryJobCodec,
    process: (job: DeliveryJob, log: Log) =>
      processDelivery({ ...deliveries, onProblem: createProblemLog(log) }, job),
    delayMessage,
    sendLater: (job: DeliveryJob, afterSeconds: number) => sender.send([job], afterSeconds),
  };
}
