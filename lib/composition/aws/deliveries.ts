// Deliveries on AWS: the queue of messages, what its producers need, and the context of the functions that send
// messages. Producers read subscriptions and send nothing themselves, so the code that does stays out of their bundles.
import { deliveryCodecs, deliveryJobCodec, repositoryCodecs } from '../../adapters/json/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import { openSqsQueue } from '../../adapters/queue/index.ts';
import type { DeliveryPlanning, DeliveryContext } from '../../delivery/delivery-context.ts';
import { createTokenFinder } from '../../delivery/grants.ts';
import { keyOfReceipt } from '../../delivery/receipts.ts';
import { keyOfSubscription } from '../../delivery/subscription-store.ts';
import type { DeliveryJob } from '../../ports/deliveries.ts';
import { createObjectCache } from '../../reports/object-cache.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { keyOfManifest } from '../../reports/report-repository.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { Log } from '../../shared/log.ts';
import type { Config } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { sleep } from '../system.ts';
import { openDeliveries } from '../open-delivery.ts';
import { configuredChannels, openMessageSenders, TEAMS_RATE } from '../message-senders.ts';

export function openDeliveryQueue(
  { deliveryQueueUrl: url }: Config,
  { random }: SystemContext,
): SqsQueue<DeliveryJob> {
  return openSqsQueue({ url: url ?? '', jobs: deliveryJobCodec, random, sleep });
}

export function openDeliveryPlanning(
  config: Config,
  repository: ReportRepository,
  system: SystemContext,
): Omit<DeliveryPlanning, 'tree' | 'findTokenCaller'> {
  const { store } = repository;
  const { subscriptions, receipts, queuedMessages } = deliveryCodecs;
  const { sender, hasWaitingJobs } = openDeliveryQueue(config, system);
  return {
    repository,
    caches: {
      subscriptions: createObjectCache(store, subscriptions, keyOfSubscription),
      receipts: createObjectCache(store, receipts, keyOfReceipt),
      manifests: createObjectCache(store, repositoryCodecs.manifests, keyOfManifest),
    },
    codecs: deliveryCodecs,
    jobs: sender,
    queue: { records: queuedMessages, hasWaitingJobs },
    clock: system.clock,
  };
}

interface AwsDeliveryParts extends Pick<
  DeliveryContext,
  'linkKeys' | 'tree' | 'pdf' | 'onProblem'
> {
  readonly repository: ReportRepository;
  readonly secret: SecretSource;
  readonly system: SystemContext;
}

/** Instances of the function that sends messages. */
const SENDERS = 2;

export function openAwsDeliveries(
  config: Config,
  { secret, ...parts }: AwsDeliveryParts,
): DeliveryContext {
  const { system } = parts;
  return {
    ...openDeliveries(config, {
      ...parts,
      findTokenCaller: createTokenFinder(secret),
      sender: openMessageSenders(config, { secret, system }, TEAMS_RATE / SENDERS),
      channels: configuredChannels(config),
    }),
    jobs: openDeliveryQueue(config, system).sender,
  };
}

export function createProblemLog(log: Log): DeliveryContext['onProblem'] {
  return ({ week, folder, subscription }, outcome) => {
    const { state } = outcome;
    const reason = outcome.state === 'sent' ? null : outcome.reason;
    log.info('message not sent', { week, folder, subscription, state, reason });
  };
}
