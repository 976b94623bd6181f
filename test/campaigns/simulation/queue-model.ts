// A week's reports as a small map, and whether what really stands agrees with it.
import assert from 'node:assert/strict';
import { Failure } from '../../../lib/shared/failure.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { readManifest, sha256Of } from '../../../lib/reports/report-repository.ts';
import type { SimFolder } from './simulated-folders.ts';
import type { Deployment } from './simulated-deployment.ts';
import { linkingOf } from './simulated-links.ts';
import { COMPANY, WEEK } from './starting-state.ts';

interface Place {
  readonly key: number;
  readonly parent: number | null;
  /** Its own. */
  readonly surveys: readonly number[];
}

/** Children before parents. */
function placesIn({ key, surveys, folders }: SimFolder, parent: number | null): readonly Place[] {
  const own = { key, parent, surveys: surveys.map((survey) => survey.key) };
  return [...folders.flatMap((folder) => placesIn(folder, key)), own];
}

const FOLDERS = new Map(placesIn(COMPANY, null).map((place) => [place.key, place] as const));
/** Children before parents. */
export const KEYS = [...FOLDERS.keys()];
export const SURVEYS = [...FOLDERS.values()].flatMap(({ surveys }) => surveys);

interface Standing {
  /** The folder's own surveys that are not in it. */
  readonly lacks: readonly number[];
  /** As it was found. */
  readonly revision: number;
}

interface Link {
  readonly token: string;
  readonly sha256: string;
  readonly expires: number;
}

export interface Model {
  readonly reports: Map<number, Standing>;
  readonly broken: Set<number>;
  readonly links: Link[];
  /** Folders whose report must have a later revision since it was looked at last; the others have the same one. */
  readonly remade: Set<number>;
  /** Folders that hold older reports of their children, and would lose something of their own by following. */
  readonly behind: Set<number>;
  /** After a crash a report may have been made once more than needed. */
  isRough: boolean;
}

export function emptyModel(): Model {
  return {
    reports: new Map(),
    broken: new Set(),
    links: [],
    remade: new Set(),
    behind: new Set(),
    isRough: false,
  };
}

function lackingOwn(model: Model, key: number): readonly number[] {
  return (FOLDERS.get(key)?.surveys ?? []).filter((survey) => model.broken.has(survey));
}

/** Makes what is missing, forced, or better now, among these folders, and then what is above it. */
export function make(model: Model, among: readonly number[], forced: ReadonlySet<number>): void {
  const { reports, remade } = model;
  const changed = new Set<number>();
  for (const key of KEYS.filter((one) => among.includes(one))) {
    const standing = reports.get(key);
    const children = KEYS.filter((one) => FOLDERS.get(one)?.parent === key);
    // The last child that is done asks for its parent.
    if (standing === undefined && !children.every((one) => reports.has(one))) continue;
    const lacks = lackingOwn(model, key);
    const isAbove = children.some((one) => changed.has(one));
    const gains = standing?.lacks.some((survey) => !lacks.includes(survey)) ?? false;
    const loses = standing !== undefined && lacks.some((one) => !standing.lacks.includes(one));
    const isMade = standing === undefined || forced.has(key) || ((isAbove || gains) && !loses);
    // It follows its children once it loses nothing by it.
    const isBehind = model.behind.has(key) || isAbove;
    if (!isMade && !(isBehind && !loses)) {
      if (isBehind) model.behind.add(key);
      continue;
    }
    reports.set(key, { revision: standing?.revision ?? 0, lacks });
    model.behind.delete(key);
    remade.add(key);
    changed.add(key);
  }
}

export function below(key: number): ReadonlySet<number> {
  const found = new Set([key]);
  for (const one of KEYS.toReversed()) {
    if (found.has(FOLDERS.get(one)?.parent ?? 0)) found.add(one);
  }
  return found;
}

/** Fails where they differ. */
export async function compare(model: Model, it: Deployment): Promise<void> {
  assert.deepEqual(it.safety.violations, []);
  for (const key of KEYS) {
    const manifest = await readManifest(it.repository, { week: WEEK.name, folder: key });
    const wanted = model.reports.get(key) ?? null;
    assert.equal(manifest === null, wanted === null, `a report of ${key}`);
    if (manifest === null || wanted === null) continue;
    const lacks = manifest.problems
      .filter(({ missing, folder }) => missing && folder === key)
      .flatMap(({ survey }) => survey ?? []);
    assert.deepEqual(lacks, wanted.lacks, `what ${key} lacks`);
    const growth = manifest.revision - wanted.revision;
    const isRight = model.remade.has(key) ? growth > 0 : growth === 0;
    assert(isRight || (model.isRough && growth >= 0), `${growth} more revisions of ${key}`);
    model.reports.set(key, { ...wanted, revision: manifest.revision });
  }
  model.remade.clear();
  model.isRough = false;
  for (const { token, sha256, expires } of model.links) {
    const opened = await openLink(linkingOf(it), token, 'json').catch((error: unknown) => {
      assert(error instanceof Failure);
      return error.code;
    });
    if (it.timeline.now() >= expires) assert.equal(opened, 'LINK_EXPIRED');
    else if (typeof opened === 'string') assert.equal(opened, 'REPORT_GONE');
    else
      assert.equal(sha256Of(it.bucket.objects.get(opened.key)?.bytes ?? new Uint8Array()), sha256);
  }
}
