// Announces a report, at most once to each channel: as an event, and to the webhooks of its folder and of the folders above.
// Receipts record what was sent for each week, folder and channel; they are appended, and only one that was refused for a time is
// replaced.
import { createHash } from 'node:crypto';
import type { Report } from '../domain/report.ts';
import type { Receipt } from '../ports/stored-records.ts';
import { once } from '../domain/memoize.ts';
import { verdictOfReport } from '../domain/verdict.ts';
import { Failure } from '../shared/failure.ts';
import type {
  DeliveryResult,
  EventSender,
  WebhookMessage,
  WebhookSender,
} from '../ports/deliveries.ts';
import type { WebhookKind, WebhookSetting } from '../ports/secrets.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { ReceiptContext } from './announcement-receipts.ts';
import { claim, recordRefusal } from './announcement-receipts.ts';
import type { ChannelTurns } from './channel-turns.ts';
import type {
  AnnouncedChannels,
  DeliveryContext,
  EarlierAnnouncements,
  MessageOptions,
  ReportRevision,
} from './delivery-context.ts';
import { composeMessage, createReportEvent } from './outgoing-report.ts';

export interface AnnounceContext
  extends
    ReceiptContext,
    Pick<DeliveryContext, 'composer' | 'locale' | 'publicUrl' | 'makeLink' | 'linkPlaces'> {
  readonly readNotes: (report: Report) => Promise<MessageOptions['notes']>;
  /** Null where events are disabled. */
  readonly events: EventSender | null;
  readonly webhooks: WebhookSender;
  /** Webhooks of all folders; empty where webhooks are disabled. */
  readonly webhookSettings: readonly WebhookSetting[];
  readonly turns: ChannelTurns;
  /** Called for a channel whose announcement failed and won't be retried: DELIVERY_FAILED or REPORT_DAMAGED. */
  readonly onFailed: (channel: string, failure: Failure) => void;
  /** Called for a channel whose receiver accepted the message without confirming its delivery. */
  readonly onAccepted: (channel: string) => void;
}

/**
 * Announces the revision to each channel to which neither it nor a later one was announced and whose last announcement had
 * another verdict; to a channel without an announcement about this week and folder any revision, or none. An announcement that was
 * refused for a time is left, and made again by a later call, for a day. Fails with STORE_UNAVAILABLE, or as `makeLink`,
 * `linkPlaces` and `readNotes` do; then the call may be repeated.
 */
export async function announceReport(
  context: AnnounceContext,
  revision: ReportRevision,
  { lastNumbers, announcesToNewChannels }: EarlierAnnouncements,
): Promise<AnnouncedChannels> {
  const { manifest, report } = revision;
  const announceOnce = once(() => createAnnouncement(context, revision));
  const outcomes = await settleAll(
    [...createChannels(context, report)].map(async ([name, channel]) => {
      const receipt: Receipt = {
        week: manifest.week,
        folder: manifest.folder.key,
        revision: manifest.revision,
        channel: name,
        verdict: verdictOfReport(report),
        at: new Date(context.clock()).toISOString(),
      };
      const lastNumber = lastNumbers.get(name);
      if (lastNumber === undefined && !announcesToNewChannels)
        return { name, outcome: 'redundant' };
      const outcome = await announceTo(context, channel, receipt, lastNumber ?? 1, announceOnce);
      return { name, outcome };
    }),
  );
  const namesOf = (wanted: string): readonly string[] =>
    outcomes.flatMap(({ name, outcome }) => (outcome === wanted ? [name] : []));
  return { announced: namesOf('announced'), left: namesOf('left') };
}

async function announceTo(
  context: AnnounceContext,
  { receiver, kind, send }: Channel,
  receipt: Receipt,
  from: number,
  announceOnce: () => Promise<Announcement>,
): Promise<'announced' | 'redundant' | 'left' | 'failed'> {
  const { turns, onAccepted, onFailed } = context;
  const claimed = await claim(context, receipt, from, async () => {
    await announceOnce();
    return turns.take(receiver, kind);
  });
  if (claimed.outcome === 'damaged') {
    onFailed(receipt.channel, new Failure('REPORT_DAMAGED', { key: claimed.key }));
    return 'failed';
  }
  if (claimed.outcome !== 'claimed') return claimed.outcome;
  const announcement = await announceOnce();
  try {
    if ((await send(announcement)) === 'accepted') onAccepted(receipt.channel);
    return 'announced';
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'DELIVERY_FAILED') throw error;
    const isTemporary = error.facts['isTemporary'] === true;
    // The bus would refuse other events for the same reason.
    if (isTemporary || kind === null) turns.end(receiver);
    const isLeft = isTemporary && (await recordRefusal(context, receipt, claimed, error));
    if (isLeft) return 'left';
    onFailed(receipt.channel, error);
    return 'failed';
  }
}

type Announcement = Pick<WebhookMessage, 'report' | 'content'>;

async function createAnnouncement(
  context: AnnounceContext,
  revision: ReportRevision,
): Promise<Announcement> {
  const link = await context.makeLink(revision.manifest);
  const settings = {
    locale: context.locale,
    reportUrl: link,
    access: null,
    notes: await context.readNotes(revision.report),
    isUpdate: false,
  };
  return {
    report: createReportEvent(context, revision, link),
    content: await composeMessage(context, revision, settings),
  };
}

// ── channels ────────────────────────────────────────────────────────────────────────────────────

interface Channel {
  readonly receiver: string;
  /** Null for the event bus. */
  readonly kind: WebhookKind | null;
  readonly send: (announcement: Announcement) => Promise<DeliveryResult>;
}

/** By name. */
function createChannels(
  context: AnnounceContext,
  { folder }: Report,
): ReadonlyMap<string, Channel> {
  const { events, webhooks, webhookSettings } = context;
  const channels = new Map<string, Channel>();
  if (events !== null) {
    channels.set('event', {
      receiver: 'event',
      kind: null,
      send: async ({ report }) => {
        await events.publish(report);
        return 'delivered';
      },
    });
  }
  const keys = new Set([folder.key, ...folder.path.map(({ key }) => key)]);
  for (const setting of webhookSettings) {
    if (!keys.has(setting.folder)) continue;
    const { url, kind = 'generic' } = setting;
    const name = webhookChannel(setting);
    channels.set(name, {
      receiver: url,
      kind,
      send: (announcement) => {
        const { week, folder: subject, revision } = announcement.report;
        const id = `${week}-${subject.key}-r${revision}-${name}`;
        return webhooks.send(setting, { id, ...announcement });
      },
    });
  }
  return channels;
}

/** A webhook's URL is a secret: receipts identify it by a digest. */
export function webhookChannel({ folder, url }: Pick<WebhookSetting, 'folder' | 'url'>): string {
  return `hook-${createHash('sha256').update(`${folder} ${url}`).digest('hex').slice(0, 16)}`;
}
