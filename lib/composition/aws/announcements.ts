// Composition of announcements: the event bus and the webhooks of the secret, with links and texts.
import { openEventBus } from '../../adapters/events/index.ts';
import { receiptCodec } from '../../adapters/json/index.ts';
import { createWebhookSender } from '../../adapters/webhook/index.ts';
import type { AnnounceContext } from '../../delivery/announce-report.ts';
import { announceReport } from '../../delivery/announce-report.ts';
import { createChannelTurns } from '../../delivery/channel-turns.ts';
import type { Announcing } from '../../delivery/delivery-context.ts';
import { MESSAGE_COMPOSER } from '../../delivery/message-composer.ts';
import { readMessageNotes } from '../../delivery/outgoing-report.ts';
import { createRevisionLink } from '../../links/make-link.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import type { Log } from '../../shared/log.ts';
import type { Config } from '../config.ts';
import { TEAMS_RATE } from '../message-senders.ts';
import { createMessageLinks } from '../open-delivery.ts';
import type { SystemContext } from '../system.ts';
import { openLinkContext } from './function-context.ts';

interface AnnouncementParts {
  readonly repository: ReportRepository;
  readonly secret: SecretSource;
  readonly system: SystemContext;
}

/** Messages in a second to one webhook: the limit of Slack, and what a program can be expected to take. */
const SLACK_RATE = 1;
const PROGRAM_RATE = 10;

/**
 * Null with neither an event bus nor webhooks: then no adapter is opened and no report is read. Otherwise called for each tick.
 */
export function openAnnouncements(
  config: Config,
  { repository, secret, system }: AnnouncementParts,
): ((log: Log) => Announcing['announce']) | null {
  if (config.eventBus === null && !config.webhooks) return null;
  const links = openLinkContext(config, { repository, secret, system });
  const { linkPlaces } = createMessageLinks(config.publicUrl, links.linkKeys, repository);
  const context = {
    store: repository.store,
    receipts: receiptCodec,
    composer: MESSAGE_COMPOSER,
    locale: config.locale,
    publicUrl: config.publicUrl,
    linkPlaces,
    readNotes: (report) => readMessageNotes(repository, report),
    clock: system.clock,
    random: system.random,
    events: config.eventBus === null ? null : openEventBus({ bus: config.eventBus }),
    webhooks: createWebhookSender({ clock: system.clock }),
    makeLink: async (manifest) =>
      config.publicUrl === null ? null : (await createRevisionLink(links, manifest)).url,
  } satisfies Partial<AnnounceContext>;
  return (log) => {
    const turns = createChannelTurns({
      slack: SLACK_RATE,
      teams: TEAMS_RATE,
      generic: PROGRAM_RATE,
    });
    return async (revision, earlier) => {
      const { week, folder } = revision.manifest;
      const fields = { week, folder: folder.key };
      const webhookSettings = config.webhooks ? (await secret.read()).webhooks : [];
      const channels = await announceReport(
        { ...context, turns, webhookSettings, ...createAnnouncementLog(log, fields) },
        revision,
        earlier,
      );
      const { announced } = channels;
      if (announced.length > 0) {
        log.info('report announced', { ...fields, channels: announced.join(' ') });
      }
      return channels;
    };
  };
}

export function createAnnouncementLog(
  log: Log,
  report: { readonly week: string; readonly folder: number },
): Pick<AnnounceContext, 'onFailed' | 'onRefused' | 'onAccepted'> {
  return {
    onFailed: (channel, failure) => {
      log.error('announcement failed', failure, { ...report, channel });
      log.metrics({ DeliveriesFailed: 1 }, { ...report, channel });
    },
    onRefused: (channel, { facts }, nextAttemptAt) => {
      log.info('announcement refused for now', { ...report, ...facts, channel, nextAttemptAt });
    },
    onAccepted: (channel) => {
      log.info('accepted, delivery unknown', { ...report, channel, status: 202 });
    },
  };
}
