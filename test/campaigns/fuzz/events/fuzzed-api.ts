// The HTTP API with a week of reports in memory, and with a store and a reporting API that fail on request.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLink } from '../../../../lib/links/make-link.ts';
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
import type { RequestDraft } from './fuzzed-requests.ts';

const WEEK = '2026-W46';

export interface FuzzedApi {
  readonly api: ReportsApiContext;
  /** Token of a valid link. */
  readonly token: string;
  readonly linkId: string;
  /** Errors that were answered with 5xx since `startRun`. */
  readonly faults: unknown[];
  startRun(draft: Pick<RequestDraft, 'failingPart' | 'daysLater'>): void;
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
  const api: ReportsApiContext = {
    ...context.api,
    source,
    ...createCompanyFolders(source, () => context.now),
    repository: { ...context.api.repository, store },
    jobs: { ...context.api.jobs, waitUntilSettled: () => Promise.resolve() },
  };
  const { id, url } = await makeLink(api, WHOLE_COMPANY, {
    folder: 21,
    week: WEEK,
    expiresInDays: 90,
  });
  return {
    api,
    token: url.slice(url.lastIndexOf('/') + 1),
    linkId: id,
    faults: context.faults,
    startRun: (draft) => {
      failing = draft.failingPart;
      context.now = NOW + draft.daysLater * DAY;
      context.faults.length = 0;
      context.queued.clear();
    },
  };
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
