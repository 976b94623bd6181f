// Sends notifications about a report, each at most once: an event, and the webhooks of its folder and of the folders above.
// Receipts record what was sent for each week, folder and channel; they are only appended.
import { createHash } from 'node:crypto';
import type { Report } from '../domain/report.ts';
import type { Receipt } from '../ports/stored-records.ts';
import { verdictOfReport } from '../domain/verdict.ts';
import { Failure } from '../shared/failure.ts';
import type {
  DeliveryResult,
  EventSender,
  WebhookMessage,
  WebhookSender,
} from '../ports/deliveries.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { WebhookSetting } from '../ports/secrets.ts';
import { writeRecord } from '../reports/report-repository.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { DeliveryContext, MessageOptions, ReportRevision } from './delivery-context.ts';
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
  /** Called for a channel whose notification failed and won't be retried: DELIVERY_FAILED or REPORT_DAMAGED. */
  readonly onFailed: (channel: string, failure: Failure) => void;
  /** Called for a channel whose receiver accepted the message without confirming its delivery. */
  readonly onAccepted: (channel: string) => void;
}

/** What a listing of receipts tells of the notifications about a week and folder. */
export interface EarlierNotifications {
  /** The number of the last receipt by channel. */
  readonly lastNumbers: ReadonlyMap<string, number>;
  /** Whether a channel without a receipt is notified. */
  readonly startsChannels: boolean;
}

/**
 * Notifies each channel that was not notified of this revision or a later one and whose last notification had another
 * verdict; a channel without a notification about this week and folder is notified of any revision, or of none. Returns the
 * notified channels. Fails with STORE_UNAVAILABLE, or as `makeLink` and `linkPlaces` do; then the call may be repeated.
 */
export async function announceReport(
  context: AnnounceContext,
  revision: ReportRevision,
  { lastNumbers, startsChannels }: EarlierNotifications,
): Promise<readonly string[]> {
  const { manifest, report } = revision;
  let announcement: Promise<Announcement> | null = null;
  const announceOnce = (): Promise<Announcement> =>
    (announcement ??= createAnnouncement(context, revision));
  const notified = await settleAll(
    [...createChannels(context, report)].map(async ([name, send]): Promise<readonly string[]> => {
      const receipt: Receipt = {
        week: manifest.week,
        folder: manifest.folder.key,
        revision: manifest.revision,
        channel: name,
        verdict: verdictOfReport(report),
        at: new Date(context.clock()).toISOString(),
      };
      const lastNumber = lastNumbers.get(name);
      if (lastNumber === undefined && !startsChannels) return [];
      try {
        if (!(await claim(context, receipt, lastNumber ?? 1, announceOnce))) return [];
        if ((await send(await announceOnce())) === 'accepted') context.onAccepted(name);
        return [name];
      } catch (error) {
        if (!concernsOneChannel(error)) throw error;
        context.onFailed(name, error);
        return [];
      }
    }),
  );
  return notified.flat();
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

type Send = (announcement: Announcement) => Promise<DeliveryResult>;

/** By name. */
function createChannels(context: AnnounceContext, { folder }: Report): ReadonlyMap<string, Send> {
  const { events, webhooks, webhookSettings } = context;
  const channels = new Map<string, Send>();
  if (events !== null) {
    channels.set('event', async ({ report }) => {
      await events.publish(report);
      return 'delivered';
    });
  }
  const keys = new Set([folder.key, ...folder.path.map(({ key }) => key)]);
  for (const setting of webhookSettings) {
    if (!keys.has(setting.folder)) continue;
    const name = webhookChannel(setting);
    channels.set(name, (announcement) => {
      const { week, folder: subject, revision } = announcement.report;
      const id = `${week}-${subject.key}-r${revision}-${name}`;
      return webhooks.send(setting, { id, ...announcement });
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
 * not read. `prepare` is awaited before anything is written.
 */
async function claim(
  { store, receipts }: AnnounceContext,
  receipt: Receipt,
  from: number,
  prepare: () => Promise<unknown>,
): Promise<boolean> {
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
      return false;
    } else {
      await prepare();
      if (await writeRecord(store, receipts, key, receipt, null)) return true;
    }
  }
}

/** Only the verdict of the change is compared: a report that is made again with another state is not announced again. */
function isNew({ revision, verdict }: Receipt, lastReceipt: Receipt | null): boolean {
  return (
    lastReceipt === null || (revision > lastReceipt.revision && verdict !== lastReceipt.verdict)
  );
}

/** Whether the record of a notification is that of its key. */
export function isReceiptAt(receipt: Receipt, key: string): boolean {
  const n = Number(/-(\d+)\.json$/.exec(key)?.[1]);
  return receiptKey(receipt, n) === key;
}

/** The numbers of the last notifications among some listed keys, by folder and channel. */
export function lastNotifications(
  keys: readonly string[],
): ReadonlyMap<number, EarlierNotifications['lastNumbers']> {
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

/** `n` counts the notifications of a channel about a week and folder, from 1. */
function receiptKey({ week, folder, channel }: Receipt, n: number): string {
  return `receipts/${week}/${folder}/${channel}-${n}.json`;
}
