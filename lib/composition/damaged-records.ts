// Finds records beside the reports that can't be read, or that are those of another key: nothing uses them.
import {
  deliveryCodecs,
  jobRecordCodec,
  plannerRecordCodec,
  receiptCodec,
  reconciliationCodec,
  repositoryCodecs,
  revocationCodec,
  tokenCodecs,
} from '../adapters/json/index.ts';
import { isReceiptAt } from '../delivery/announcement-receipts.ts';
import { keyOfAnnouncedReports } from '../delivery/announce-week.ts';
import { keyOfQueuedMessages } from '../delivery/queued-messages.ts';
import { keyOfReceipt, parseReceiptKey } from '../delivery/receipts.ts';
import { isSubscriptionKey, keyOfSubscription } from '../delivery/subscription-store.ts';
import { keyOfPlannerRecord } from '../jobs/planner-record.ts';
import { jobKey } from '../jobs/job-records.ts';
import { keyOfEarlierLook } from '../jobs/plan-looks.ts';
import { revocationKey } from '../links/make-link.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import { keyOfNotes } from '../reports/place-notes.ts';
import { readValue } from '../reports/report-repository.ts';
import { tokenKey, tokenUseKey } from '../reports/stored-tokens.ts';
import { ACCEPTED_KEY, TARGETS_KEY } from '../reports/report-settings.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';

/** Where the records of a week are. */
export function recordPrefixes(week: string): readonly string[] {
  return [`requests/${week}/`, `receipts/${week}/`];
}

/** Where the records are that belong to no week. */
export const OTHER_RECORD_PREFIXES = ['subscriptions/', 'links/', 'settings/', 'access/'] as const;

/** The keys of these records, ascending. Fails as the store does. */
export async function findDamagedRecords(
  store: ObjectStore,
  prefixes: readonly string[],
): Promise<readonly string[]> {
  const listed = await mapConcurrent(prefixes, (prefix) => store.entries(prefix));
  const damagedKeys = await mapConcurrent(
    listed.flat(),
    async ({ key }) => {
      const kind = KINDS.find(({ isKey }) => isKey(key));
      return kind === undefined || (await kind.isIntact(store, key)) ? [] : [key];
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return damagedKeys.flat().toSorted();
}

interface RecordKind {
  readonly isKey: (key: string) => boolean;
  readonly isIntact: (store: ObjectStore, key: string) => Promise<boolean>;
}

const KINDS: readonly RecordKind[] = [
  kindOf(matches(/^requests\/[^/]+\/\d+\.json$/), jobRecordCodec, jobKey),
  kindOf(matches(/^requests\/[^/]+\/second-look\.json$/), reconciliationCodec, keyOfEarlierLook),
  kindOf(matches(/^requests\/[^/]+\/planner\.json$/), plannerRecordCodec, keyOfPlannerRecord),
  kindOf(
    matches(/^requests\/[^/]+\/queued-messages\.json$/),
    deliveryCodecs.queuedMessages,
    keyOfQueuedMessages,
  ),
  kindOf(
    matches(/^requests\/[^/]+\/announced\.json$/),
    deliveryCodecs.announcedReports,
    keyOfAnnouncedReports,
  ),
  kindOf((key) => parseReceiptKey(key) !== null, deliveryCodecs.receipts, keyOfReceipt),
  kindOf(matches(/^receipts\//), receiptCodec, (receipt, key) =>
    isReceiptAt(receipt, key) ? key : null,
  ),
  kindOf(isSubscriptionKey, deliveryCodecs.subscriptions, keyOfSubscription),
  kindOf(matches(/^links\//), revocationCodec, ({ id }) => revocationKey(id)),
  kindOf(matches(/^access\/tokens\//), tokenCodecs.tokens, tokenKey),
  kindOf(matches(/^access\/token-uses\//), tokenCodecs.uses, tokenUseKey),
  kindOf(
    (key) => key === ACCEPTED_KEY,
    repositoryCodecs.settings.accepted,
    () => ACCEPTED_KEY,
  ),
  kindOf(
    (key) => key === TARGETS_KEY,
    repositoryCodecs.settings.targets,
    () => TARGETS_KEY,
  ),
  kindOf(matches(/^settings\/notes\//), repositoryCodecs.settings.notes, keyOfNotes),
];

function matches(pattern: RegExp): (key: string) => boolean {
  return (key) => pattern.test(key);
}

function kindOf<T>(
  isKey: RecordKind['isKey'],
  codec: Codec<T>,
  keyOf: (record: T, key: string) => string | null,
): RecordKind {
  return {
    isKey,
    isIntact: async (store, key) => {
      const stored = await readValue(store, codec, key, (record) => keyOf(record, key));
      // An object that was removed meanwhile is not damaged.
      return stored === null || stored.value !== null;
    },
  };
}
