// The HTTP API under attack: a company's week in memory, behind a store and a reporting API that fail when told to.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLink } from '../../../../lib/links/make-link.ts';
import { WHOLE_COMPANY } from '../../../../lib/reports/access.ts';
import { companyFolders } from '../../../../lib/http/queries/company-folders.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { FolderSource } from '../../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../../lib/ports/object-store.ts';
import type { ReportsApi } from '../../../../lib/http/api-context.ts';
import { keysOf } from '../../../support/archive.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { commitWeek, PLANNED } from '../../../support/http/company-week.ts';
import { DAY, NOW, reportsWorldIn } from '../../../support/http/reports-api-context.ts';
import type { Draft } from './fuzzed-requests.ts';

const WEEK = '2026-W46';

export interface Attacked {
  readonly api: ReportsApi;
  /** Of a link that opens. */
  readonly token: string;
  readonly linkId: string;
  /** What was answered with 5xx since the last `begin`. */
  readonly faults: unknown[];
  begin(draft: Pick<Draft, 'failing' | 'later'>): void;
}

export async function attackedApi(): Promise<Attacked> {
  const root = await mkdtemp(join(tmpdir(), 'fuzz-reports-'));
  const world = reportsWorldIn(root);
  await commitWeek(world, WEEK);
  await world.plan(WEEK, PLANNED);
  await world.put('2026-W45', 21);
  const memory = memoryStore();
  for (const key of await keysOf(world.store)) {
    const object = await world.store.read(key);
    if (object !== null) await memory.create(key, object.bytes, { contentType: 'any' });
  }
  await rm(root, { recursive: true });

  let failing: Draft['failing'] = null;
  const store = faulty(memory, () => failing);
  const source: FolderSource = {
    readFolders: (from, options) =>
      failing === 'upstream'
        ? Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { path: '/v1/folders' }))
        : world.api.source.readFolders(from, options),
  };
  const api: ReportsApi = {
    ...world.api,
    source,
    ...companyFolders(source, () => world.now),
    repository: { ...world.api.repository, store },
    jobs: { ...world.api.jobs, settled: () => Promise.resolve() },
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
    faults: world.faults,
    begin: (draft) => {
      failing = draft.failing;
      world.now = NOW + draft.later * DAY;
      world.faults.length = 0;
      world.queued.clear();
    },
  };
}

/** Fails every call while it is told to, or gives other bytes than were written. */
function faulty(store: ObjectStore, failing: () => Draft['failing']): ObjectStore {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failing() === 'store') throw new Failure('STORE_UNAVAILABLE', { key: 'weeks' });
    if (failing() === 'store refusing') throw new Failure('STORE_REFUSED', { key: 'weeks' });
    return work();
  };
  return {
    read: (key) =>
      guard(async () => {
        const object = await store.read(key);
        const isDamaged = failing() === 'store damaged' && object !== null;
        return isDamaged ? { ...object, bytes: object.bytes.slice(1) } : object;
      }),
    create: (...args) => guard(() => store.create(...args)),
    replace: (...args) => guard(() => store.replace(...args)),
    children: (prefix) => guard(() => store.children(prefix)),
    entries: (...args) => guard(() => store.entries(...args)),
    remove: (key) => guard(() => store.remove(key)),
  };
}
