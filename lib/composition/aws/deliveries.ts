// The context of deliveries on AWS, for the functions that send messages: send-message, and reports-api for test messages.
import type { DeliveryContext } from '../../delivery/delivery-context.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import type { Log } from '../../shared/log.ts';
import type { Config } from '../config.ts';
import { openDeliveries } from '../open-delivery.ts';
import { MESSAGE_COMPOSER } from '../message-composer.ts';
import { openMessageSenders } from '../message-senders.ts';
import type { SystemContext } from '../system.ts';
import { openDeliveryQueue } from './delivery-queue.ts';

export interface AwsDeliveryParts extends Pick<DeliveryContext, 'linkKeys' | 'tree' | 'onProblem'> {
  readonly repository: ReportRepository;
  readonly secret: SecretSource;
  readonly system: SystemContext;
}

export function openAwsDeliveries(
  config: Config,
  { secret, ...parts }: AwsDeliveryParts,
): DeliveryContext {
  const { linkKeys, system } = parts;
  return {
    ...openDeliveries(config, {
      ...parts,
      composer: MESSAGE_COMPOSER,
      sender: openMessageSenders(config, { secret, linkKeys, system }),
      mailDomains: config.mailDomains,
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
