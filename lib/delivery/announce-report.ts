// Announces a report, at most once to each channel: as an event, and to the webhooks of its folder and of the folders above.
// Receipts record what was sent for each week, folder and channel; they are only appended.
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
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { WebhookKind, WebhookSetting } from '../ports/secrets.ts';
import { writeRecord } from '../reports/report-repository.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { ChannelTurns } from './channel-turns.ts';
import type {
  AnnouncedChannels,
  DeliveryContext,
  EarlierAnnouncements,
  MessageOptions,
  ReportRevision,
} from './delivery-context.ts';
import { composeMessage, createReportEvent } from './outgoing-report.ts';

export interface AnnounceContext extends Pick<
  DeliveryContext,
  'composer' | 'locale' | 'publicUrl' | 'makeLink' | 'linkPlaces' | 'clock'
> {
  readonly store: ObjectStore;
  readonly receipts: Codec<Receipt>;
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
 * another verdict; to a channel without an announcement about this week and folder any revision, or none. Fails with
 * STORE_UNAVAILABLE, or as `makeLink` and `linkPlaces` do; then the call may be repeated.
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
  { receiver, kind, send, takesNoMore }: Channel,
  receipt: Receipt,
  from: number,
  announceOnce: () => Promise<Announcement>,
): Promise<'announced' | 'redundant' | 'left' | 'failed'> {
  const { turns, onAccepted, onFailed } = context;
  try {
    const claimed = await claim(context, receipt, from, async () => {
      await announceOnce();
      return turns.take(receiver, kind);
    });
    if (claimed !== 'claimed') return claimed;
    if ((await send(await announceOnce())) === 'accepted') onAccepted(receipt.channel);
    return 'announced';
  } catch (error) {
    if (!concernsOneChannel(error)) throw error;
    if (takesNoMore(error)) turns.end(receiver);
    onFailed(receipt.channel, error);
    return 'failed';
  }
}

/** Any other failure concerns all channels and occurs before a receipt is written. */
function concernsOneChannel(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return error.code === 'DELIVERY_FAILED' || error.code === 'REPORT_DAMAGED';
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
  /** Whether the receiver would refuse further messages too after this failure. */
  readonly takesNoMore: (failure: Failure) => boolean;
}

/** Of a receiver that gets too many messages: 429 Too Many Requests, 503 Service Unavailable. */
const BUSY_STATUSES: readonly unknown[] = [429, 503];

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
      takesNoMore: ({ code }) => code === 'DELIVERY_FAILED',
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
      takesNoMore: ({ facts }) => BUSY_STATUSES.includes(facts['status']),
    });
  }
  return channels;
}

/** A webhook's URL is a secret: receipts identify it by a digest. */
export function webhookChannel({ folder, url }: Pick<WebhookSetting, 'folder' | 'url'>): string {
  return `hook-${createHash('sha256').update(`${folder} ${url}`).digest('hex').slice(0, 16)}`;
}

// ── receipts ────────────────────────────────────────────────────────────────────────────────────

/**
 * Appends the receipt unless the last one makes it redundant. Receipts are numbered and created conditionally: a worker that
 * loses reads the winner's receipt and decides again, so that all workers agree on the order. The receipts before `from` are
 * not read. `prepare` is awaited before anything is written; nothing is when it returns false.
 */
async function claim(
  { store, receipts }: AnnounceContext,
  receipt: Receipt,
  from: number,
  prepare: () => Promise<boolean>,
): Promise<'claimed' | 'redundant' | 'left'> {
  let lastReceipt: Receipt | null = null;
  let n = from;
  for (;;) {
    const key = receiptKey(receipt, n);
    const next = await store.read(key);
    if (next !== null) {
      lastReceipt = receipts.decode(next.bytes);
      if (!isReceiptAt(lastReceipt, key)) throw new Failure('REPORT_DAMAGED', { key });
      n += 1;
    } else if (!isNew(receipt, lastReceipt)) {
      return 'redundant';
    } else {
      if (!(await prepare())) return 'left';
      if (await writeRecord(store, receipts, key, receipt, null)) return 'claimed';
    }
  }
}

/** Only the verdict of the change is compared: a report that is made again with another state is not announced again. */
function isNew({ revision, verdict }: Receipt, lastReceipt: Receipt | null): boolean {
  return (
    lastReceipt === null || (revision > lastReceipt.revision && verdict !== lastReceipt.verdict)
  );
}

/** Whether the record of an announcement is that of its key. */
export function isReceiptAt(receipt: Receipt, key: string): boolean {
  const n = Number(/-(\d+)\.json$/.exec(key)?.[1]);
  return receiptKey(receipt, n) === key;
}

/** The numbers of the last announcements among some listed keys, by folder and channel. */
export function lastAnnouncements(
  keys: readonly string[],
): ReadonlyMap<number, EarlierAnnouncements['lastNumbers']> {
  const byFolder = new Map<number, Map<string, number>>();
  for (const key of keys) {
    const match = /^receipts\/[^/]+\/(\d+)\/(event|hook-[0-9a-f]{16})-([1-9]\d*)\.json$/.exec(key);
    if (match === null) continue;
    const [, folder, channel = '', n] = match;
    const numbers = byFolder.get(Number(folder)) ?? new Map<string, number>();
    numbers.set(channel, Math.max(Number(n), numbers.get(channel) ?? 0));
    byFolder.set(Number(folder), numbers);
  }
  return byFolder;
}

/** `n` counts the announcements to a channel about a week and folder, from 1. */
function receiptKey({ week, folder, channel }: Receipt, n: number): string {
  return `receipts/${week}/${folder}/${channel}-${n}.json`;
}
