// Telling others of a report, at most once: an event and the webhooks of its folder and of those above.
// It hides receipts: for each week, folder and channel a list of what was told, which only grows.
import { createHash } from 'node:crypto';
import type { Report } from '../domain/report.ts';
import type { Manifest, Receipt } from '../ports/stored-records.ts';
import { verdictOfReport } from '../domain/verdict.ts';
import { Failure } from '../shared/failure.ts';
import type { DeliveryResult, EventSender, ReportReady, WebhookSender } from '../ports/delivery.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { HeadlineWriter } from '../ports/rendering.ts';
import type { Subscription } from '../ports/secrets.ts';
import type { Clock } from '../shared/clock.ts';
import { JSON_TYPE } from '../reports/report-repository.ts';
import { settleAll } from '../shared/map-concurrent.ts';

export interface AnnounceContext {
  readonly store: ObjectStore;
  readonly receipts: Codec<Receipt>;
  readonly speaker: HeadlineWriter;
  readonly clock: Clock;
  /** Null where no events are wanted. */
  readonly events: EventSender | null;
  readonly webhooks: WebhookSender;
  /** Of all folders; none where no webhooks are wanted. */
  readonly subscriptions: readonly Subscription[];
  /** A link that opens this very revision without credentials; null where none can be made. */
  readonly makeLink: (manifest: Manifest) => Promise<string | null>;
  /** Hears of a channel that could not be told and won't be told again: DELIVERY_FAILED or REPORT_DAMAGED. */
  readonly failed: (channel: string, failure: Failure) => void;
  /** Hears of a channel whose receiver took the message and has not said that anybody is shown it. */
  readonly accepted: (channel: string) => void;
}

/**
 * Tells each channel that has not been told of this revision or of a later one, and whose last message had
 * another verdict; a channel that was never told of this week and folder is told of any revision.
 * Gives the channels that were told now. Fails with STORE_UNAVAILABLE, or as `makeLink` does; announcing the
 * same again is then in order.
 */
export async function announceReport(
  deps: AnnounceContext,
  { manifest, report }: { readonly manifest: Manifest; readonly report: Report },
): Promise<readonly string[]> {
  let made: Promise<ReportReady> | null = null;
  const message = (): Promise<ReportReady> => (made ??= readyOf(deps, manifest, report));
  const told = await settleAll(
    channelsOf(deps, report).map(async ({ name, tell }): Promise<readonly string[]> => {
      const receipt: Receipt = {
        week: manifest.week,
        folder: manifest.folder.key,
        revision: manifest.revision,
        channel: name,
        verdict: verdictOfReport(report),
        at: new Date(deps.clock()).toISOString(),
      };
      try {
        if (!(await claim(deps, receipt, message))) return [];
        if ((await tell(await message())) === 'accepted') deps.accepted(name);
        return [name];
      } catch (error) {
        if (!isOfOneChannel(error)) throw error;
        deps.failed(name, error);
        return [];
      }
    }),
  );
  return told.flat();
}

/** Any other failure is about all channels, and comes before anything was claimed. */
function isOfOneChannel(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return error.code === 'DELIVERY_FAILED' || error.code === 'REPORT_DAMAGED';
}

async function readyOf(
  { speaker, makeLink }: AnnounceContext,
  manifest: Manifest,
  report: Report,
): Promise<ReportReady> {
  const { week, folder, revision, status, asOf, files } = manifest;
  return {
    version: '1',
    week,
    // Half a surrogate pair is no text to many who read JSON.
    folder: { key: folder.key, name: folder.name.toWellFormed() },
    revision,
    status,
    asOf,
    verdict: verdictOfReport(report),
    sentence: speaker.sentence(report),
    link: await makeLink(manifest),
    files,
  };
}

// ── channels ────────────────────────────────────────────────────────────────────────────────────

interface Channel {
  readonly name: string;
  readonly tell: (report: ReportReady) => Promise<DeliveryResult>;
}

function channelsOf(deps: AnnounceContext, { folder }: Report): readonly Channel[] {
  const { events, webhooks, subscriptions } = deps;
  const channels = new Map<string, Channel['tell']>();
  if (events !== null) {
    channels.set('event', async (report) => {
      await events.publish(report);
      return 'delivered';
    });
  }
  const keys = new Set([folder.key, ...folder.path.map(({ key }) => key)]);
  for (const subscription of subscriptions) {
    if (!keys.has(subscription.folder)) continue;
    const name = webhookChannel(subscription);
    channels.set(name, (report) => {
      const id = `${report.week}-${report.folder.key}-r${report.revision}-${name}`;
      return webhooks.send(subscription, { id, report });
    });
  }
  return Array.from(channels, ([name, tell]) => ({ name, tell }));
}

/** A webhook's address is a secret: receipts name it by a digest. */
export function webhookChannel({ folder, url }: Pick<Subscription, 'folder' | 'url'>): string {
  return `hook-${createHash('sha256').update(`${folder} ${url}`).digest('hex').slice(0, 16)}`;
}

// ── receipts ────────────────────────────────────────────────────────────────────────────────────

/**
 * Writes the receipt behind the last one unless that makes it no news. Only one can stand behind another:
 * who comes second reads it and decides anew, so that any number of workers agree on what was told before.
 * `prepare` is awaited before anything is written.
 */
async function claim(
  { store, receipts }: AnnounceContext,
  receipt: Receipt,
  prepare: () => Promise<unknown>,
): Promise<boolean> {
  let last: Receipt | null = null;
  let n = 1;
  for (;;) {
    const key = receiptKey(receipt, n);
    const next = await store.read(key);
    if (next !== null) {
      last = receipts.decode(next.bytes);
      n += 1;
    } else if (!isNews(receipt, last)) {
      return false;
    } else {
      await prepare();
      const bytes = receipts.encode(receipt);
      if (await store.create(key, bytes, JSON_TYPE)) return true;
    }
  }
}

function isNews({ revision, verdict }: Receipt, last: Receipt | null): boolean {
  return last === null || (revision > last.revision && verdict !== last.verdict);
}

/** `n` counts what a channel was told of a week and folder, from 1. */
function receiptKey({ week, folder, channel }: Receipt, n: number): string {
  return `receipts/${week}/${folder}/${channel}-${n}.json`;
}
