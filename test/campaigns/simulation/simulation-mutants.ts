// Wrong ways of doing it that look right, each put in the place of the right one: the simulation must see them all.
import { manifestCodec } from '../../../lib/adapters/json/index.ts';
import type { FeedbackSource, Range } from '../../../lib/ports/feedback-source.ts';
import type { Codec, ObjectStore } from '../../../lib/ports/object-store.ts';
import { folderPrefix } from '../../../lib/reports/report-repository.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import type { Manifest, StoredFile } from '../../../lib/ports/stored-records.ts';
import type { Bucket } from './simulated-bucket.ts';
import type { Paging } from './simulated-company.ts';
import type { Variant } from './variant.ts';
import { runSchedule } from './simulation-schedule.ts';

const WEEK_MS = 168 * HOUR_MS;
const FILE = /^(weeks\/.*\/folders\/\d+)\/[0-9a-f]{24}\.(pdf|json)$/;

function fixed(key: string): string {
  return key.replace(FILE, '$1/report.$2');
}

function fixedManifests(): Codec<Manifest> {
  const codec = manifestCodec();
  const at = (file: StoredFile): StoredFile => ({ ...file, key: fixed(file.key) });
  return {
    encode: ({ files, ...rest }: Manifest) =>
      codec.encode({ ...rest, files: { pdf: at(files.pdf), json: at(files.json) } }),
    decode: (bytes) => codec.decode(bytes),
  };
}

function fixedKeys(store: ObjectStore): ObjectStore {
  return {
    ...store,
    create: async (key, bytes, attributes) => {
      const at = fixed(key);
      if (at === key) return store.create(key, bytes, attributes);
      const standing = await store.read(at);
      return standing === null
        ? store.create(at, bytes, attributes)
        : store.replace(at, bytes, standing.version, attributes);
    },
  };
}

/** A file of the report is there, so the report is. */
const skipping: Variant['wrapWork'] = (work, store) => ({
  ...work,
  make: async (job) => {
    const names = await store.children(folderPrefix(job));
    return job.since === null && names.some((name) => name.endsWith('.pdf'))
      ? { outcome: 'nothing' }
      : work.make(job);
  },
});

/** What is there must be mine. */
function believing(store: ObjectStore): ObjectStore {
  return {
    ...store,
    create: async (...of) => (await store.create(...of)) || of[0].endsWith('manifest.json'),
    replace: async (...of) => (await store.replace(...of)) || of[0].endsWith('manifest.json'),
  };
}

function lastHours(source: FeedbackSource, now: () => number): FeedbackSource {
  const range = (): Range => ({ start: now() - WEEK_MS, end: now() });
  return { ...source, readHourlyCounts: (survey) => source.readHourlyCounts(survey, range()) };
}

/** What lies at the boundary is taken to have been on the page before. */
const pastBoundary: Paging = async (list, range) => {
  const items = [];
  for (let { start } = range; ;) {
    const page = await list.read({ start, end: range.end });
    items.push(...page.data.filter((item) => list.timeOf(item).at > start));
    const more = page.meta?.moreResultsAfter ?? null;
    if (more === null) return items;
    start = more.at;
  }
};

/** As if the object had not changed since it was read. */
function overwriting(store: ObjectStore, { objects }: Bucket): ObjectStore {
  return {
    ...store,
    replace: (key, bytes, _version, attributes) =>
      store.replace(key, bytes, objects.get(key)?.version ?? '', attributes),
  };
}

/** Files are written when the manifest that names them stands. */
function manifestFirst(store: ObjectStore): ObjectStore {
  const files: (() => Promise<boolean>)[] = [];
  const after = async (write: Promise<boolean>): Promise<boolean> => {
    const isDone = await write;
    for (const file of files.splice(0)) await file();
    return isDone;
  };
  return {
    ...store,
    create: (key, bytes, attributes) => {
      const write = (): Promise<boolean> => store.create(key, bytes, attributes);
      if (key.endsWith('manifest.json')) return after(write());
      if (!FILE.test(key)) return write();
      files.push(write);
      return Promise.resolve(true);
    },
    replace: (...of) => after(store.replace(...of)),
  };
}

/** Finds no receipt, and writes none. */
function forgetful(store: ObjectStore): ObjectStore {
  return { ...store, read: () => Promise.resolve(null), create: () => Promise.resolve(true) };
}

/** Manifests are kept until their files are gone. */
function filesFirst(store: ObjectStore): ObjectStore {
  const last: string[] = [];
  return {
    ...store,
    remove: async (key) => {
      if (key.endsWith('manifest.json')) last.push(key);
      else await store.remove(key);
    },
    children: async (prefix) => {
      for (const key of prefix.startsWith('requests/') ? last.splice(0) : [])
        await store.remove(key);
      return store.children(prefix);
    },
  };
}

export interface Mutant extends Variant {
  /** What it is known by; other rules may see it as well. */
  readonly seenAs: string;
  /** A seed whose schedule shows it. */
  readonly shownBy: number;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'files under fixed keys',
    seenAs: 'torn',
    shownBy: 2,
    manifests: fixedManifests(),
    wrapStore: fixedKeys,
  },
  { name: 'skip when a file exists', seenAs: 'stuck', shownBy: 3, wrapWork: skipping },
  {
    name: 'a conflict taken for a loss',
    seenAs: 'dangling',
    shownBy: 21,
    store: { conflictIsLoss: true },
  },
  {
    name: 'no reading back when a write says no',
    seenAs: 'told of nothing',
    shownBy: 12,
    wrapStore: believing,
  },
  { name: 'acknowledge before commit', seenAs: 'lost', shownBy: 486, acknowledgesFirst: true },
  { name: 'work that goes on after answering', seenAs: 'stuck', shownBy: 3, answersFirst: true },
  { name: 'a week is the last 168 hours', seenAs: 'untrue', shownBy: 3, wrapSource: lastHours },
  { name: 'paging past the boundary', seenAs: 'untrue', shownBy: 4, paging: pastBoundary },
  {
    name: 'replace whatever is there',
    seenAs: 'two of one revision',
    shownBy: 5,
    wrapStore: overwriting,
  },
  { name: 'tell without a receipt', seenAs: 'told twice', shownBy: 4, wrapReceipts: forgetful },
  { name: 'prune files before manifests', seenAs: 'dangling', shownBy: 14, wrapPruned: filesFirst },
  { name: 'commit before the files', seenAs: 'dangling', shownBy: 3, wrapStore: manifestFirst },
];

/** The first seed from `from` on whose schedule shows the mutant for what it is; null when none of `most` does. */
export async function seedThatShows(
  mutant: Mutant,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<number | null> {
  for (let seed = from; seed < from + most; seed += 1) {
    const { violations } = await runSchedule(seed, { variant: mutant });
    if (violations.some(({ rule }) => rule === mutant.seenAs)) return seed;
  }
  return null;
}
