// Mutants of the deployment: plausible but wrong implementations that the simulation must detect.
import type { FeedbackSource, Range } from '../../../lib/ports/feedback-source.ts';
import type { Codec, ObjectStore } from '../../../lib/ports/object-store.ts';
import { folderPrefix } from '../../../lib/reports/report-repository.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import type { Manifest, StoredFile } from '../../../lib/ports/stored-records.ts';
import { repositoryCodecs } from './decode-once.ts';
import type { SimulatedBucket } from './simulated-bucket.ts';
import type { Paging } from './simulated-company.ts';
import type { Variant } from './variant.ts';
import { runSchedule } from './simulation-schedule.ts';

const WEEK_MS = 168 * HOUR_MS;
const FILE = /^(weeks\/.*\/folders\/\d+)\/[0-9a-f]{24}\.(pdf|json)$/;

function fixedKeyOf(key: string): string {
  return key.replace(FILE, '$1/report.$2');
}

function fixedKeyManifests(): Codec<Manifest> {
  const codec = repositoryCodecs.manifests;
  const fixedKey = (file: StoredFile): StoredFile => ({ ...file, key: fixedKeyOf(file.key) });
  return {
    encode: ({ files, ...rest }: Manifest) =>
      codec.encode({ ...rest, files: { pdf: fixedKey(files.pdf), json: fixedKey(files.json) } }),
    decode: (bytes) => codec.decode(bytes),
  };
}

function fixedKeyStore(store: ObjectStore): ObjectStore {
  return {
    ...store,
    create: async (key, bytes, attributes) => {
      const fixedKey = fixedKeyOf(key);
      if (fixedKey === key) return store.create(key, bytes, attributes);
      const storedObject = await store.read(fixedKey);
      return storedObject === null
        ? store.create(fixedKey, bytes, attributes)
        : store.replace(fixedKey, bytes, storedObject.version, attributes);
    },
  };
}

/** Takes the existence of a file for the existence of the report. */
const skipExistingFiles: Variant['wrapWork'] = (work, store) => ({
  ...work,
  make: async (job) => {
    const names = await store.children(folderPrefix(job));
    return job.since === null && names.some((name) => name.endsWith('.pdf'))
      ? { reports: [], sent: 0 }
      : work.make(job);
  },
});

function readLast168Hours(source: FeedbackSource, now: () => number): FeedbackSource {
  const range = (): Range => ({ start: now() - WEEK_MS, end: now() });
  return { ...source, readHourlyCounts: (survey) => source.readHourlyCounts(survey, range()) };
}

/** Skips items at the boundary between two pages. */
const pageAfterBoundary: Paging = async (list, range) => {
  const items = [];
  for (let { start } = range; ;) {
    const page = await list.read({ start, end: range.end });
    items.push(...page.data.filter((item) => list.timeOf(item).at > start));
    const nextTime = page.meta?.moreResultsAfter ?? null;
    if (nextTime === null) return items;
    start = nextTime.at;
  }
};

/** Ignores that the object changed since it was read. */
function replaceUnconditionally(store: ObjectStore, { objects }: SimulatedBucket): ObjectStore {
  return {
    ...store,
    replace: (key, bytes, _version, attributes) =>
      store.replace(key, bytes, objects.get(key)?.version ?? '', attributes),
  };
}

/** Writes files after the manifest that names them. */
function writeManifestFirst(store: ObjectStore): ObjectStore {
  const files: (() => Promise<boolean>)[] = [];
  const writeFilesAfter = async (write: Promise<boolean>): Promise<boolean> => {
    const isDone = await write;
    for (const file of files.splice(0)) await file();
    return isDone;
  };
  return {
    ...store,
    create: (key, bytes, attributes) => {
      const write = (): Promise<boolean> => store.create(key, bytes, attributes);
      if (key.endsWith('manifest.json')) return writeFilesAfter(write());
      if (!FILE.test(key)) return write();
      files.push(write);
      return Promise.resolve(true);
    },
    replace: (...args) => writeFilesAfter(store.replace(...args)),
  };
}

/** Neither reads nor writes receipts. */
function withoutReceipts(store: ObjectStore): ObjectStore {
  return { ...store, read: () => Promise.resolve(null), create: () => Promise.resolve(true) };
}

/** Removes manifests after their files. */
function removeFilesFirst(store: ObjectStore): ObjectStore {
  const manifestKeys: string[] = [];
  return {
    ...store,
    remove: async (key) => {
      if (key.endsWith('manifest.json')) manifestKeys.push(key);
      else await store.remove(key);
    },
    children: async (prefix) => {
      for (const key of prefix.startsWith('requests/') ? manifestKeys.splice(0) : [])
        await store.remove(key);
      return store.children(prefix);
    },
  };
}

export interface SimulationMutant extends Variant {
  /** The rule that it violates; it may violate others too. */
  readonly brokenRule: string;
  /** A seed whose schedule detects it. */
  readonly firstSeed: number;
}

export const SIMULATION_MUTANTS: readonly SimulationMutant[] = [
  {
    name: 'files under fixed keys',
    brokenRule: 'torn',
    firstSeed: 2,
    manifests: fixedKeyManifests(),
    wrapStore: fixedKeyStore,
  },
  {
    name: 'skip when a file exists',
    brokenRule: 'stuck',
    firstSeed: 3,
    wrapWork: skipExistingFiles,
  },
  {
    name: 'weeks done without the fact tables of their last reports',
    brokenRule: 'lost',
    firstSeed: 9,
    skipsLastTables: true,
  },
  {
    name: 'treat a conflict as a lost write',
    brokenRule: 'dangling',
    firstSeed: 70,
    store: { treatsConflictAsLoss: true },
  },
  {
    name: 'acknowledge before commit',
    brokenRule: 'lost',
    firstSeed: 517,
    acknowledgesBeforeWork: true,
  },
  {
    name: 'answer before the work is done',
    brokenRule: 'stuck',
    firstSeed: 3,
    answersBeforeWork: true,
  },
  {
    name: 'read the last 168 hours as the week',
    brokenRule: 'wrong figures',
    firstSeed: 3,
    wrapSource: readLast168Hours,
  },
  {
    name: 'skip items at the page boundary',
    brokenRule: 'wrong figures',
    firstSeed: 4,
    paging: pageAfterBoundary,
  },
  {
    name: 'replace without a version',
    brokenRule: 'duplicate revision',
    firstSeed: 6,
    wrapStore: replaceUnconditionally,
  },
  {
    name: 'notify without a receipt',
    brokenRule: 'notified twice',
    firstSeed: 4,
    wrapReceipts: withoutReceipts,
  },
  {
    name: 'record a failed announcement as done',
    brokenRule: 'lost',
    firstSeed: 6,
    ignoresFailedAnnouncements: true,
  },
  {
    name: 'prune files before manifests',
    brokenRule: 'dangling',
    firstSeed: 14,
    wrapPrunedStore: removeFilesFirst,
  },
  {
    name: 'commit before the files',
    brokenRule: 'dangling',
    firstSeed: 3,
    wrapStore: writeManifestFirst,
  },
];

/** The first of `count` seeds whose schedule violates the mutant's rule; null if none does. */
export async function findDetectingSeed(
  mutant: SimulationMutant,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number | null> {
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations } = await runSchedule(seed, { variant: mutant });
    if (violations.some(({ rule }) => rule === mutant.brokenRule)) return seed;
  }
  return null;
}
