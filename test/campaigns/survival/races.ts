// Real races: four processes make the same report at the same moment. One manifest and one revision come of it, all
// four name it, and what the others wrote is named by nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { readManifest } from '../../../lib/reports/report-repository.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { randomFrom } from '../../support/test-reports.ts';
import { openBucket } from './bucket-process.ts';
import type { Cloud } from './cloud-output.ts';
import { startCloud } from './cloud-output.ts';
import { judgeKept, shelfIn } from './stored-week.ts';
import type { RaceEnd, Racers } from './racers.ts';
import { startRacers } from './racers.ts';
import type { Campaign } from './report-outcome.ts';

export interface Races {
  readonly seed: number;
  /** Half of them on the bucket, half on folders. */
  readonly races: number;
  readonly onRace?: (done: number) => void;
}

const PROCESSES = 4;
const WEEK = '2026-W46';
/** Folders of the test company with surveys of their own, and none below them. */
const FOLDERS = [3, 21, 22];

/** Where a race takes place; `folder` null for the bucket. */
interface Ground {
  readonly store: ObjectStore;
  readonly folder: string | null;
}

export async function raceProcesses({ seed, races, onRace }: Races): Promise<Campaign> {
  const random = randomFrom(seed);
  await using opened = new AsyncDisposableStack();
  const cloud = await startCloud();
  opened.defer(() => cloud.close());
  const bucket = openBucket(cloud);
  opened.defer(() => {
    bucket.close();
  });
  const racers = opened.use(await startRacers(PROCESSES, environment(cloud)));

  const counts = new Map<string, number>();
  const violations: string[] = [];
  let orphans = 0;
  for (let i = 0; i < races; i += 1) {
    const isBucket = i % 2 === 0;
    const isAnew = random() < 0.4;
    const folder = FOLDERS[Math.floor(random() * FOLDERS.length)] ?? 3;
    const path = isBucket ? null : await mkdtemp(join(tmpdir(), 'races-'));
    if (path === null) await cloud.clear();
    const ground = {
      store: path === null ? bucket.store : openFolderStore({ root: path }),
      folder: path,
    };
    const ended = await runRace(racers, ground, { folder, isAnew });
    const kind = `${isBucket ? 'bucket' : 'folder'}, ${isAnew ? 'a further revision' : 'the first revision'}`;
    for (const what of [kind, ...(ended.orphans > 0 ? [`${kind}: more than one wrote`] : [])]) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    orphans += ended.orphans;
    violations.push(...ended.violations.map((what) => `race ${i} (${kind}): ${what}`));
    if (path !== null) await rm(path, { recursive: true });
    onRace?.(i + 1);
  }
  const contended = [...counts].filter(([what]) => what.endsWith('wrote'));
  const met = contended.reduce((sum, [, times]) => sum + times, 0);
  // Or they came one after the other, and nothing was shown.
  if (met < races / 2) violations.push(`in only ${met} of ${races} races more than one wrote`);
  return {
    violations,
    counts,
    told: `seed ${seed}: ${races} races of ${PROCESSES} processes, in ${met} of them more than one had written its files; ${orphans} files left that no manifest names`,
  };
}

async function runRace(
  racers: Racers,
  { store, folder: path }: Ground,
  { folder, isAnew }: { readonly folder: number; readonly isAnew: boolean },
): Promise<{ readonly violations: readonly string[]; readonly orphans: number }> {
  const race = { week: WEEK, folder, since: null, store: path };
  const violations: string[] = [];
  let ends = await racers.run(race);
  violations.push(...judgeEnds(ends, 1));
  let expected = 1;
  if (isAnew) {
    const since = new Date(systemContext.clock() + 1).toISOString();
    ends = await racers.run({ ...race, since });
    // On a folder each that comes later is told to make one more; in a bucket all do the same job.
    expected = path === null ? 2 : 1 + new Set(madeOf(ends).map(({ revision }) => revision)).size;
    violations.push(...judgeEnds(ends, expected));
  }
  const kept = await judgeKept(store, { week: WEEK, folders: [folder], revision: expected });
  violations.push(...kept.violations);
  const standing = await readManifest(shelfIn(store), { week: WEEK, folder });
  const winner = ends.find(({ outcome, revision }) => outcome === 'made' && revision === expected);
  if (winner?.pdf !== standing?.files.pdf.sha256) violations.push('the winner’s report is not it');
  // An earlier revision's files stay, and are named by links.
  const superseded = 2 * (expected - 1);
  return { violations, orphans: kept.orphans - superseded };
}

/** Each revision is one report, and nobody names a report that nobody made. */
function judgeEnds(ends: readonly RaceEnd[], last: number): readonly string[] {
  const made = madeOf(ends);
  const revisions = made.map(({ revision }) => revision);
  // Who reads the data in the same millisecond makes the same bytes, and rightly takes the winner's for its own.
  const reports = new Set(made.map(({ revision, pdf }) => `${revision} ${pdf}`));
  const isTwice = reports.size > new Set(revisions).size;
  return [
    ...ends.filter(({ outcome }) => !isEnd(outcome)).map(({ outcome }) => outcome),
    ...(isTwice ? [`two made one revision: ${revisions.join(' ')}`] : []),
    ...(Math.max(...revisions) === last ? [] : [`made ${revisions.join(' ')}, not up to ${last}`]),
    ...ends
      .filter(({ revision, pdf }) => !reports.has(`${revision} ${pdf}`))
      .map(({ revision }) => `a report of revision ${revision} that nobody made`),
  ];
}

function madeOf(ends: readonly RaceEnd[]): readonly RaceEnd[] {
  return ends.filter(({ outcome }) => outcome === 'made');
}

function isEnd(outcome: string): boolean {
  return outcome === 'made' || outcome === 'kept';
}

function environment({ direct, region, credentials }: Cloud): Readonly<Record<string, string>> {
  return {
    ...direct,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
