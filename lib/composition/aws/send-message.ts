// Composition of send-message: stored reports and subscriptions, the senders of all channels, and the queue of messages.
import { createDeliveryJobCodec } from '../../adapters/json/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import type { ProcessedDelivery } from '../../delivery/delivery-context.ts';
import { processDelivery } from '../../delivery/process-delivery.ts';
import { createLinkKeyReader } from '../../links/make-link.ts';
import type { DeliveryJob } from '../../ports/deliveries.ts';
import type { Codec } from '../../ports/object-store.ts';
import { Failure } from '../../shared/failure.ts';
import type { Log } from '../../shared/log.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { createProblemLog, openAwsDeliveries, openDeliveryQueue } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  COMMON_SETTINGS,
  openBucket,
  openFunctionContext,
  openReportsSecret,
} from './function-context.ts';

interface MessageSenderFunction extends FunctionContext {
  readonly jobs: Codec<DeliveryJob>;
  readonly process: (job: DeliveryJob, log: Log) => Promise<ProcessedDelivery>;
  readonly delayMessage: SqsQueue<DeliveryJob>['delayMessage'];
  readonly sendLater: (job: DeliveryJob, afterSeconds: number) => Promise<void>;
}

export function openMessageSender(
  environment: Environment,
  system: SystemContext,
): MessageSenderFunction {
  const requiredSettings = [
    ...COMMON_SETTINGS,
    'REPORTS_DELIVERY_QUEUE_URL',
    'REPORTS_PUBLIC_URL',
  ] as const;
  const context = openFunctionContext(environment, system, 'none', requiredSettings);
  const { config } = context;
  const secret = openReportsSecret(config, system);
  const { store } = openBucket(config, system);
  const deliveries = openAwsDeliveries(config, {
    repository: openReportRepository(store),
    secret,
    linkKeys: createLinkKeyReader(secret),
    system,
    // Only callers of the HTTP API are limited to folders.
    tree: () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' })),
    onProblem: () => undefined,
  });
  const queue = openDeliveryQueue(config, system);
  return {
    ...context,
    jobs: createDeliveryJobCodec(),
    process: (job, log) =>
      processDelivery({ ...deliveries, onProblem: createProblemLog(log) }, job),
    delayMessage: (receiptHandle, afterSeconds) => queue.delayMessage(receiptHandle, afterSeconds),
    sendLater: (job, afterSeconds) => queue.sender.send([job], afterSeconds),
  };
}
