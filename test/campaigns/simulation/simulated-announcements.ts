// Announces reports as the planner does, to a simulated event bus and a simulated webhook.
import { announceReport, webhookChannel } from '../../../lib/delivery/announce-report.ts';
import {
  announceWeek,
  createWeekListings,
  keyOfAnnouncedReports,
} from '../../../lib/delivery/announce-week.ts';
import type { MessageComposer } from '../../../lib/delivery/delivery-context.ts';
import type { PlannedDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { createObjectCache } from '../../../lib/reports/object-cache.ts';
import type { TemporaryRefusal } from '../../../lib/ports/deliveries.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import {
  findIntactManifest,
  keyOfManifest,
  nullIfDamaged,
  readReport,
} from '../../../lib/reports/report-repository.ts';
import { listFolderKeys } from '../../../lib/reports/week-folders.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { PLAIN_COMPOSER, UNLIMITED_TURNS } from '../../support/delivery/delivery-parts.ts';
import { canary } from '../../support/secret-markers.ts';
import { deliveryCodecs, receiptCodec } from './decode-once.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SimulatedBucket } from './simulated-bucket.ts';
import type { SafetyChecks } from './safety.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';
import { ProcessKilled } from './timeline.ts';
import type { Variant } from './variant.ts';

export interface AnnouncementParts {
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  readonly clock: Clock;
  readonly trace: (line: () => string) => void;
  readonly safety: SafetyChecks;
  readonly variant: Variant;
}

const WEBHOOK = { folder: 1, url: 'https://example.com/hook', key: canary('webhook key') };

let message: ReportMessage | null = null;
/** Composes one message for all: the simulated receivers don't read it. */
const COMPOSER: MessageComposer = {
  ...PLAIN_COMPOSER,
  report: (...args) => (message ??= PLAIN_COMPOSER.report(...args)),
};

const REFUSAL: TemporaryRefusal = { isTemporary: true, retryAfterSeconds: null };

/** Whether the planner has compared the current revision of each report of a week with its receipts. */
export function isAnnounced(objects: SimulatedBucket['objects'], { name }: Week): boolean {
  const record = objects.get(keyOfAnnouncedReports({ week: name }));
  if (record === undefined) return false;
  const { reports } = deliveryCodecs.announcedReports.decode(record.bytes);
  return [...objects].every(([key, { version }]) => {
    const [week, folder] =
      /^weeks\/(.+)\/folders\/(\d+)\/manifest\.json$/.exec(key)?.slice(1) ?? [];
    return week !== name || folder === undefined || reports[folder] === version;
  });
}

/** The keys of the first receipts that reports of a week lack, or that were refused for a time. The webhook is that of one folder and of all below it. */
export async function findUnannounced(
  repository: ReportRepository,
  { name }: Week,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const folder of await listFolderKeys(repository.store, name)) {
    const manifest = await findIntactManifest(repository, { week: name, folder });
    if (manifest === null) continue;
    const report = await nullIfDamaged(() => readReport(repository, manifest));
    if (report === null) continue;
    const { path } = report.folder;
    const hasWebhook = [folder, ...path.map(({ key }) => key)].includes(WEBHOOK.folder);
    for (const channel of hasWebhook ? ['event', webhookChannel(WEBHOOK)] : ['event']) {
      const key = `receipts/${name}/${folder}/${channel}-1.json`;
      const receipt = await repository.store.read(key);
      const isSent = receipt !== null && receiptCodec.decode(receipt.bytes).refused === undefined;
      if (!isSent) missing.push(key);
    }
  }
  return missing;
}

/** The planning of a week's messages without subscriptions. */
export async function announceSimulatedWeek(
  parts: AnnouncementParts,
  process: SimulatedProcess,
  repository: ReportRepository,
  week: Week,
): Promise<PlannedDeliveries> {
  const { clock, faultPlan, variant } = parts;
  const context = {
    store: variant.wrapReceipts?.(repository.store) ?? repository.store,
    receipts: receiptCodec,
    composer: COMPOSER,
    locale: 'en',
    publicUrl: null,
    linkPlaces: () => Promise.resolve(new Map<number, string>()),
    readNotes: () => Promise.resolve(null),
    clock,
    ...createReceivers(parts, process),
    webhookSettings: [WEBHOOK],
    makeLink: () => Promise.resolve(null),
    turns: UNLIMITED_TURNS,
    random: faultPlan.random,
    onFailed: () => undefined,
    onRefused: () => undefined,
    onAccepted: () => undefined,
  };
  const manifests = createObjectCache(repository.store, repository.manifests, keyOfManifest);
  const unsent = await announceWeek(
    { repository, codecs: deliveryCodecs, caches: { manifests } },
    {
      announce: async (revision, earlier) => {
        try {
          return await announceReport(context, revision, earlier);
        } catch (error) {
          if (variant.ignoresFailedAnnouncements !== true) throw error;
          return { left: [] };
        }
      },
      mayStart: () => true,
    },
    week,
    clock(),
    createWeekListings(repository, week.name),
  );
  return { week: week.name, due: 0, enqueued: 0, unsent, refused: 0, unknown: 0 };
}

function createReceivers(
  { timeline, faultPlan, trace, safety }: AnnouncementParts,
  process: SimulatedProcess,
) {
  const notify = async (channel: string, report: Parameters<SafetyChecks['onNotification']>[1]) => {
    const fault = faultPlan.callFault('notify');
    await timeline.effect(process, 50 + 500 * faultPlan.random(), () => {
      if (fault === 'error') throw new Failure('DELIVERY_FAILED');
      if (fault === 'throttled') throw new Failure('DELIVERY_FAILED', REFUSAL);
      if (fault === 'crash before') {
        timeline.kill(process, () => false);
        throw new ProcessKilled();
      }
      trace(() => `${process.name} notify ${channel} ${report.week} ${report.folder.key}`);
      safety.onNotification(channel, report);
      if (fault === 'crash after') timeline.kill(process, () => faultPlan.random() < 0.5);
      if (fault === 'error after effect') throw new Failure('DELIVERY_FAILED');
    });
  };
  return {
    events: { publish: (report: Parameters<typeof notify>[1]) => notify('event', report) },
    webhooks: {
      send: async (_to: unknown, { report }: { report: Parameters<typeof notify>[1] }) => {
        await notify('hook', report);
        return 'delivered' as const;
      },
    },
  };
}
