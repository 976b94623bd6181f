// The context of deliveries on AWS, for the functions that send messages: send-message, and reports-api for test messages.
import { mailRenderers } from '../../adapters/mail/index.ts';
import type { DeliveryContext } from '../../delivery/delivery-context.ts';
import type { MessageSender, OutgoingReport } from '../../ports/deliveries.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import type { Log } from '../../shared/log.ts';
import type { Config } from '../config.ts';
import { openDeliveries } from '../delivery.ts';
import { messageComposer } from '../message-composer.ts';
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
      composer: messageComposer,
      sender: createLazySender(() => openMessageSenders(config, { secret, linkKeys, system })),
      mailDomains: config.mailDomains,
    }),
    jobs: openDeliveryQueue(config, system).sender,
  };
}

/** Opened at the first message. */
function createLazySender(open: () => Promise<MessageSender>): MessageSender {
  let sender: Promise<MessageSender> | null = null;
  return {
    send: async (outgoing) => (await (sender ??= open())).send(outgoing),
    close: async () => (await sender)?.close(),
  };
}

/** The message as a mail program gets it, whatever the channel. */
export function renderPreview(outgoing: OutgoingReport): {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
} {
  return {
    subject: outgoing.message.subject,
    html: mailRenderers.html(outgoing),
    text: mailRenderers.text(outgoing),
  };
}

export function createProblemLog(log: Log): DeliveryContext['onProblem'] {
  return ({ week, folder, subscription }, outcome) => {
    const { state } = outcome;
    const reason = outcome.state === 'sent' ? null : outcome.reason;
    log.info('message not sent', { week, folder, subscription, state, reason });
  };
}
