// A delivery context over a store in memory, with a sender that records what it was given, and stored reports.
import {
  deliveryCodecs,
  jsonRenderer,
  repositoryCodecs,
} from '../../../lib/adapters/json/index.ts';
import type { ChannelTurns } from '../../../lib/delivery/channel-turns.ts';
import type { DeliveryContext, MessageComposer } from '../../../lib/delivery/delivery-context.ts';
import { createRenderedPdfs } from '../../../lib/delivery/rendered-pdfs.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import { keyOfReceipt } from '../../../lib/delivery/receipts.ts';
import { keyOfSubscription } from '../../../lib/delivery/subscription-store.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type {
  DeliveryJob,
  MessageSender,
  OutgoingConfirmation,
  OutgoingReport,
  SendOutcome,
} from '../../../lib/ports/deliveries.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Manifest, StoredFile } from '../../../lib/ports/stored-records.ts';
import { SUBSCRIPTION_CHANNELS } from '../../../lib/ports/subscriptions.ts';
import type { Caller } from '../../../lib/reports/access.ts';
import { createObjectCache } from '../../../lib/reports/object-cache.ts';
import {
  contentName,
  folderPrefix,
  JSON_ATTRIBUTES,
  keyOfManifest,
  manifestKey,
  sha256Of,
} from '../../../lib/reports/report-repository.ts';
import { fakePdfRenderer } from '../blank-pdf.ts';
import { canary } from '../secret-markers.ts';

/** A Monday at which the week before it has settled everywhere. */
export const MONDAY = Date.UTC(2026, 10, 16, 18);
export const WEEK = '2026-W46';

/** What a sender was given, without the texts. */
export interface SentMessage {
  readonly kind: 'report' | 'confirmation';
  readonly subscription: string;
  readonly messageId: string;
  readonly revision: number | null;
  readonly isUpdate: boolean;
  readonly attachment: string | null;
}

export interface RecordingSender extends MessageSender {
  readonly sentMessages: SentMessage[];
  /** What it answers; the message counts as accepted unless the outcome says otherwise. */
  answer: (outgoing: OutgoingReport | OutgoingConfirmation) => Promise<SendOutcome>;
}

function createRecordingSender(): RecordingSender {
  const sentMessages: SentMessage[] = [];
  const sender: RecordingSender = {
    sentMessages,
    answer: ({ messageId }) =>
      Promise.resolve({ state: 'sent', transportId: `accepted-${messageId}` }),
    async send(outgoing) {
      const { kind, subscription, messageId, message } = outgoing;
      const isReport = outgoing.kind === 'report';
      sentMessages.push({
        kind,
        subscription: subscription.id,
        messageId,
        revision: isReport ? outgoing.message.view.revision : null,
        isUpdate: message.subject.startsWith('Update'),
        attachment: isReport ? (outgoing.attachment?.fileName ?? null) : null,
      });
      return sender.answer(outgoing);
    },
    close: () => Promise.resolve(),
  };
  return sender;
}

/** Receivers without a rate, which take any number of messages. */
export const UNLIMITED_TURNS: ChannelTurns = {
  take: () => Promise.resolve(true),
  end: () => undefined,
};

/** Texts that show only what the use cases decide. */
export const PLAIN_COMPOSER: MessageComposer = {
  report: (report, options) => ({
    ...createReportMessage(report, options),
    subject: `${options.isUpdate ? 'Update' : 'Report'} of ${report.folder.name}`,
    preheader: `${options.placeUrls.size} places`,
  }),
  headline: ({ revision }) => `Sentence ${revision}`,
  footer: (report, _subscription, { unsubscribeUrl, hasPdf }) => ({
    texts: [`You subscribed to ${report.folder.name}.`, ...(hasPdf ? ['With PDF'] : [])],
    unsubscribe: unsubscribeUrl === null ? null : { text: 'Unsubscribe', url: unsubscribeUrl },
  }),
  confirmation: (folder, { locale }, confirmUrl) => ({
    language: locale,
    direction: 'ltr',
    subject: `Confirm ${folder.name}`,
    paragraphs: [],
    confirm: { text: 'Confirm', url: confirmUrl },
    note: '',
  }),
  accessLink: (folder, { locale }, url) => ({
    language: locale,
    direction: 'ltr',
    subject: `Read ${folder.name}`,
    paragraphs: [],
    confirm: { text: 'Read', url },
    note: '',
  }),
};

export interface DeliveryParts {
  readonly context: DeliveryContext;
  readonly sender: RecordingSender;
  readonly jobs: DeliveryJob[];
  readonly problems: string[];
  /** The folders of tokens by the caller's id, null for one that was removed; any other token has those of the root. */
  readonly tokens: Map<string, Caller | null>;
  /** The time of the clock, which tests change. */
  readonly time: { now: number };
}

/** The company's folders: 1 above 20 above 41. */
const PARENTS: ReadonlyMap<number, number | null> = new Map([
  [1, null],
  [20, 1],
  [41, 20],
]);

const ROOT: Caller = { folders: [1] };

export function createDeliveryParts(
  store: ObjectStore,
  changes: Partial<DeliveryContext> = {},
): DeliveryParts {
  const repository = { store, ...repositoryCodecs };
  const codecs = deliveryCodecs;
  const sender = createRecordingSender();
  const time = { now: MONDAY };
  const jobs: DeliveryJob[] = [];
  const problems: string[] = [];
  const tokens = new Map<string, Caller | null>();
  const context: DeliveryContext = {
    repository,
    tree: () => Promise.resolve({ root: 1, parents: PARENTS }),
    codecs,
    caches: {
      subscriptions: createObjectCache(store, codecs.subscriptions, keyOfSubscription),
      receipts: createObjectCache(store, codecs.receipts, keyOfReceipt),
      manifests: createObjectCache(store, repository.manifests, keyOfManifest),
    },
    clock: () => time.now,
    random: () => 0,
    composer: PLAIN_COMPOSER,
    sender,
    jobs: {
      send: (newJobs) => {
        jobs.push(...newJobs);
        return Promise.resolve();
      },
    },
    channels: SUBSCRIPTION_CHANNELS,
    mailDomains: [],
    findTokenCaller: (id) => Promise.resolve(tokens.get(id) ?? (tokens.has(id) ? null : ROOT)),
    linkKeys: () => Promise.resolve([{ id: 'k1', key: canary('link key') }]),
    accessLinks: true,
    pdf: () => fakePdfRenderer,
    renderedPdfs: createRenderedPdfs(() => time.now),
    publicUrl: 'https://reports.example.com',
    makeLink: ({ folder, revision }) =>
      Promise.resolve(`https://reports.example.com/d/${folder.key}-${revision}`),
    linkPlaces: (_week, folders) =>
      Promise.resolve(new Map(folders.map((folder) => [folder, `https://x.example/${folder}`]))),
    locale: 'en',
    onProblem: ({ subscription }, outcome) => {
      problems.push(
        `${subscription} ${outcome.state} ${'reason' in outcome ? outcome.reason : ''}`.trim(),
      );
    },
    ...changes,
  };
  return { context, sender, jobs, problems, tokens, time };
}

/** Stores a report as a commit does, in place of an earlier revision. */
export async function storeReport(store: ObjectStore, report: Report): Promise<Manifest> {
  const { week, folder, revision, status, asOf, problems } = report;
  const id = { week, folder: folder.key };
  const storeFile = async (bytes: Uint8Array, extension: string): Promise<StoredFile> => {
    const sha256 = sha256Of(bytes);
    const key = `${folderPrefix(id)}${contentName(sha256)}.${extension}`;
    await store.create(key, bytes, { contentType: 'application/octet-stream' });
    return { key, bytes: bytes.byteLength, sha256 };
  };
  const { bytes: json } = await jsonRenderer().render(report);
  const manifest: Manifest = {
    week,
    folder: { key: folder.key, name: folder.name },
    revision,
    status,
    asOf,
    files: {
      pdf: await storeFile(new TextEncoder().encode(`PDF ${week} ${revision}`), 'pdf'),
      json: await storeFile(json, 'json'),
    },
    problems,
  };
  const bytes = repositoryCodecs.manifests.encode(manifest);
  const key = manifestKey(id);
  const storedManifest = await store.read(key);
  if (storedManifest === null) await store.create(key, bytes, JSON_ATTRIBUTES);
  else await store.replace(key, bytes, storedManifest.version, JSON_ATTRIBUTES);
  return manifest;
}
