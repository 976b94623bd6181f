// The queue of messages to subscribers, and what its producers need: they read subscriptions and send nothing themselves, so
// the code that does stays out of their bundles.
import {
  createDeliveryCodecs,
  createDeliveryJobCodec,
  manifestCodec,
} from '../../adapters/json/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import { openSqsQueue } from '../../adapters/queue/index.ts';
import type { DeliveryPlanning } from '../../delivery/delivery-context.ts';
import type { DeliveryJob } from '../../ports/deliveries.ts';
import { createObjectCache } from '../../reports/object-cache.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import type { Config } from '../config.ts';
import { sleep, type SystemContext } from '../system.ts';

export function openDeliveryQueue(
  { deliveryQueueUrl: url }: Config,
  { random }: SystemContext,
): SqsQueue<DeliveryJob> {
  return openSqsQueue({ url: url ?? '', jobs: createDeliveryJobCodec(), random, sleep });
}

export function openDeliveryPlanning(
  config: Config,
  repository: ReportRepository,
  system: SystemContext,
): DeliveryPlanning {
  const { store } = repository;
  const { subscriptions, receipts } = createDeliveryCodecs();
  return {
    repository,
    caches: {
      subscriptions: createObjectCache(store, subscriptions),
      receipts: createObjectCache(store, receipts),
      manifests: createObjectCache(store, manifestCodec()),
    },
    jobs: openDeliveryQueue(config, system).sender,
  };
}
