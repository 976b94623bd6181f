// Composition of deliveries: stored subscriptions and receipts, texts, links, and the senders of all channels.
import { deliveryCodecs } from '../adapters/json/index.ts';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import { MESSAGE_COMPOSER } from '../delivery/message-composer.ts';
import { keyOfReceipt } from '../delivery/receipts.ts';
import { createRenderedPdfs } from '../delivery/rendered-pdfs.ts';
import { keyOfSubscription } from '../delivery/subscription-store.ts';
import { createPermanentLinks } from '../links/make-link.ts';
import { refused, type MessageSender } from '../ports/deliveries.ts';
import type { SubscriptionChannel } from '../ports/subscriptions.ts';
import { createObjectCache } from '../reports/object-cache.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { findIntactManifest, keyOfManifest } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { Config } from './config.ts';
import type { SystemContext } from './system.ts';

export interface DeliveryContextParts extends Pick<
  DeliveryContext,
  | 'repository'
  | 'tree'
  | 'findTokenCaller'
  | 'linkKeys'
  | 'sender'
  | 'channels'
  | 'pdf'
  | 'onProblem'
> {
  readonly system: SystemContext;
}

/** Without the queue of jobs, which may need the context. */
export function openDeliveries(
  {
    locale,
    publicUrl,
    mailDomains,
    accessLinks,
  }: Pick<Config, 'locale' | 'publicUrl' | 'mailDomains' | 'accessLinks'>,
  { system, ...parts }: DeliveryContextParts,
): Omit<DeliveryContext, 'jobs'> {
  const { repository, linkKeys } = parts;
  const { store } = repository;
  return {
    ...parts,
    composer: MESSAGE_COMPOSER,
    mailDomains,
    codecs: deliveryCodecs,
    caches: {
      subscriptions: createObjectCache(store, deliveryCodecs.subscriptions, keyOfSubscription),
      receipts: createObjectCache(store, deliveryCodecs.receipts, keyOfReceipt),
      manifests: createObjectCache(store, repository.manifests, keyOfManifest),
    },
    renderedPdfs: createRenderedPdfs(system.clock),
    ...system,
    locale,
    accessLinks,
    publicUrl,
    ...createMessageLinks(publicUrl, linkKeys, repository),
  };
}

/** Permanent links, so that a message that is rendered again has the same ones. */
export function createMessageLinks(
  publicUrl: string | null,
  linkKeys: DeliveryContext['linkKeys'],
  repository: ReportRepository,
): Pick<DeliveryContext, 'makeLink' | 'linkPlaces'> {
  if (publicUrl === null) {
    return {
      makeLink: () => Promise.resolve(null),
      linkPlaces: () => Promise.resolve(new Map<number, string>()),
    };
  }
  return {
    makeLink: async (manifest) => {
      const [link] = await createPermanentLinks({ linkKeys, publicUrl }, [manifest]);
      return link?.url ?? null;
    },
    linkPlaces: async (week, folders) => {
      const manifests = await mapConcurrent(folders, (folder) =>
        findIntactManifest(repository, { week, folder }),
      );
      const storedManifests = manifests.filter((manifest) => manifest !== null);
      const links = await createPermanentLinks({ linkKeys, publicUrl }, storedManifests);
      return new Map(links.map(({ folder, url }) => [folder, url]));
    },
  };
}

/** One sender for all channels; a channel without a sender refuses its messages. */
export function combineSenders(
  senders: Readonly<Record<SubscriptionChannel, MessageSender | null>>,
): MessageSender {
  return {
    send: (outgoing) =>
      senders[outgoing.subscription.channel]?.send(outgoing) ??
      Promise.resolve(refused('CHANNEL_DISABLED')),
    async close() {
      const openedSenders = new Set(Object.values(senders).filter((sender) => sender !== null));
      await Promise.all(Array.from(openedSenders, (sender) => sender.close()));
    },
  };
}
