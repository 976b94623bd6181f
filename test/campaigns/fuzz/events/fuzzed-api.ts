// The HTTP API with a week of reports in memory, and with a store and a reporting API that fail on request.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLink } from '../../../../lib/links/make-link.ts';
import { subscriptionId } from '../../../../lib/delivery/subscription-rules.ts';
import { subscriptionKey } from '../../../../lib/delivery/subscription-store.ts';
import type { TokenPurpose } from '../../../../lib/delivery/subscription-tokens.ts';
import { subscriptionUrl } from '../../../../lib/delivery/subscription-tokens.ts';
import type { Subscription } from '../../../../lib/ports/subscriptions.ts';
import { createApiDelivery } from '../../../support/http/api-delivery.ts';
import { WHOLE_COMPANY } from '../../../../lib/reports/access.ts';
import { createCompanyFolders } from '../../../../lib/http/queries/company-folders.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { FolderSource } from '../../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../../lib/ports/object-store.ts';
import type { ReportsApiContext } from '../../../../lib/http/api-context.ts';
import { listKeys } from '../../../support/archive.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { commitWeek, PLANNED_FOLDERS } from '../../../support/http/company-week.ts';
import { DAY, NOW, createTestApiIn } from '../../../support/http/reports-api-context.ts';
import type { FuzzedIds, RequestDraft } from './fuzzed-requests.ts';

const WEEK = '2026-W46';

export interface FuzzedApi {
  readonly api: ReportsApiContext;
  readonly ids: FuzzedIds;
  /** Errors that were answered with 5xx since `startRun`. */
  readonly faults: unknown[];
  startRun(draft: Pick<RequestDraft, 'failingPart' | 'daysLater'>): Promise<void>;
}

export async function createFuzzedApi(): Promise<FuzzedApi> {
  const root = await mkdtemp(join(tmpdir(), 'fuzz-reports-'));
  const context = createTestApiIn(root);
  await commitWeek(context, WEEK);
  await context.plan(WEEK, PLANNED_FOLDERS);
  await context.put('2026-W45', 21);
  const memory = memoryStore();
  for (const key of await listKeys(context.store)) {
    const object = await context.store.read(key);
    if (object !== null) await memory.create(key, object.bytes, { contentType: 'any' });
  }
  await rm(root, { recursive: true });

  let failing: RequestDraft['failingPart'] = null;
  const store = createFailingStore(memory, () => failing);
  const source: FolderSource = {
    readFolders: (from, options) =>
      failing === 'upstream'
        ? Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { path: '/v1/folders' }))
        : context.api.source.readFolders(from, options),
  };
  const company = createCompanyFolders(source, () => context.now);
  const { linkKeys, clock, publicUrl } = context.api;
  const { tree } = company;
  const { delivery, jobs } = createApiDelivery(store, { tree, clock, linkKeys, publicUrl });
  const api: ReportsApiContext = {
    ...context.api,
    source,
    ...company,
    delivery,
    repository: { ...context.api.repository, store },
    jobs: { ...context.api.jobs, waitUntilSettled: () => Promise.resolve() },
  };
  const { id, url } = await makeLink(api, WHOLE_COMPANY, {
    folder: 21,
    week: WEEK,
    expiresInDays: 90,
  });
  // Written again before each run, since requests remove and end it.
  const subscription: Subscription = {
    ...SUBSCRIBED,
    id: subscriptionId(SUBSCRIBED),
    createdAt: new Date(NOW).toISOString(),
    createdBy: 'shell',
  };
  const tokenFor = async (purpose: TokenPurpose): Promise<string> =>
    lastSegment((await subscriptionUrl(delivery, purpose, subscription)) ?? '');
  const bytes = delivery.codecs.subscriptions.encode(subscription);
  return {
    api,
    ids: {
      token: lastSegment(url),
      linkId: id,
      subscription: subscription.id,
      confirmToken: await tokenFor('confirm'),
      unsubscribeToken: await tokenFor('unsubscribe'),
    },
    faults: context.faults,
    startRun: async (draft) => {
      failing = draft.failingPart;
      context.now = NOW + draft.daysLater * DAY;
      context.faults.length = 0;
      context.queued.clear();
      jobs.length = 0;
      for (const key of memory.objects.keys()) {
        if (key.startsWith('subscriptions/')) await memory.remove(key);
      }
      await memory.create(subscriptionKey(subscription), bytes, { contentType: 'any' });
    },
  };
}

const SUBSCRIBED = {
  folder: 21,
  channel: 'mail',
  address: 'anna@example.com',
  locale: 'en',
  when: 'ready',
  only: 'always',
  attach: 'pdf',
  state: 'active',
} as const;

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Rejects every call or returns damaged bytes, depending on the failing part. */
function createFailingStore(
  store: ObjectStore,
  failing: () => RequestDraft['failingPart'],
): ObjectStore {
  const withFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failing() === 'store') throw new Failure('STORE_UNAVAILABLE', { key: 'weeks' });
    if (failing() === 'store refusing') throw new Failure('STORE_REFUSED', { key: 'weeks' });
    return work();
  };
  return {
    read: (key) =>
      withFailure(async () => {
        const object = await store.read(key);
        const isDamaged = failing() === 'store damaged' && object !== null;
        return isDamaged ? { ...object, bytes: object.bytes.slice(1) } : object;
      }),
    create: (...args) => withFailure(() => store.create(...args)),
    replace: (...args) => withFailure(() => store.replace(...args)),
    children: (prefix) => withFailure(() => store.children(prefix)),
    entries: (...args) => withFailure(() => store.entries(...args)),
    remove: (key) => withFailure(() => store.remove(key)),
  };
}
