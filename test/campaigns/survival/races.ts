// Four processes make the same report at the same time. Exactly one manifest and revision must result, all processes
// must return it, and no manifest may refer to files of the others.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { findIntactManifest } from '../../../lib/reports/report-repository.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { createRandom } from '../../support/test-reports.ts';
import { openBucket } from './bucket-process.ts';
import type { SimulatedCloud } from './cloud-output.ts';
import { startCloud } from './cloud-output.ts';
import { checkStoredWeek } from './stored-week.ts';
import type { RaceEnd, Racers } from './racers.ts';
import { startRacers } from './racers.ts';
import type { CampaignResult } from './report-outcome.ts';

export interface RaceOptions {
  readonly seed: number;
  /** Half of the races use the bucket, half use folders. */
  readonly races: number;
  readonly onRace?: (finishedRaces: number) => void;
}

const PROCESSES = 4;
const WEEK = '2026-W46';
/** Folders of the test company with surveys and without subfolders. */
const FOLDERS = [3, 21, 22];

/** `folder` null: the bucket. */
interface RaceStore {
  readonly store: ObjectStore;
  readonly folder: string | null;
}

export async function raceProcesses({ seed, races, onRace }: RaceOptions): Promise<CampaignResult> {
  const random = createRandom(seed);
  await using resources = new AsyncDisposableStack();
  const cloud = await startCloud();
  resources.defer(() => cloud.close());
  const bucket = openBucket(cloud);
  resources.defer(() => {
    bucket.close();
  });
  const racers = resources.use(await startRacers(PROCESSES, environment(cloud)));

  const counts = new Map<string, number>();
  const violations: string[] = [];
  let orphans = 0;
  for (let i = 0; i < races; i += 1) {
    const isBucket = i % 2 === 0;
    const isFurtherRevision = random() < 0.4;
    const folder = FOLDERS[Math.floor(random() * FOLDERS.length)] ?? 3;
    const path = isBucket ? null : await mkdtemp(join(tmpdir(), 'races-'));
    if (path === null) await cloud.clear();
    const raceStore = {
      store: path === null ? bucket.store : openFolderStore({ root: path }),
      folder: path,
    };
    const result = await runRace(racers, raceStore, { folder, isFurtherRevision });
    const kind = `${isBucket ? 'bucket' : 'folder'}, ${isFurtherRevision ? 'a further revision' : 'the first revision'}`;
    for (const countName of [
      kind,
      ...(result.orphans > 0 ? [`${kind}: several processes wrote`] : []),
    ]) {
      counts.set(countName, (counts.get(countName) ?? 0) + 1);
    }
    orphans += result.orphans;
    violations.push(...result.violations.map((what) => `race ${i} (${kind}): ${what}`));
    if (path !== null) await rm(path, { recursive: true });
    onRace?.(i + 1);
  }
  const contended = [...counts].filter(([what]) => what.endsWith('processes wrote'));
  const contendedRaces = contended.reduce((sum, [, times]) => sum + times, 0);
  // Without concurrent writes a race proves nothing.
  if (contendedRaces < races / 2)
    violations.push(`several processes wrote in only ${contendedRaces} of ${races} races`);
  return {
    violations,
    counts,
    summary: `seed ${seed}: ${races} races of ${PROCESSES} processes, in ${contendedRaces} of them several processes wrote files; ${orphans} unreferenced files`,
  };
}

async function runRace(
  racers: Racers,
  { store, folder: path }: RaceStore,
  { folder, isFurtherRevision }: { readonly folder: number; readonly isFurtherRevision: boolean },
): Promise<{ readonly violations: readonly string[]; readonly orphans: number }> {
  const race = { week: WEEK, folder, since: null, store: path };
  const violations: string[] = [];
  let ends = await racers.run(race);
  violations.push(...checkResults(ends, 1));
  let expected = 1;
  if (isFurtherRevision) {
    const since = new Date(systemContext.clock() + 1).toISOString();
    ends = await racers.run({ ...race, since });
    // On a folder each later process makes another revision; in a bucket all do the same job.
    expected =
      path === null ? 2 : 1 + new Set(filterMade(ends).map(({ revision }) => revision)).size;
    violations.push(...checkResults(ends, expected));
  }
  const storedWeek = await checkStoredWeek(store, {
    week: WEEK,
    folders: [folder],
    revision: expected,
  });
  violations.push(...storedWeek.violations);
  const manifest = await findIntactManifest({ store, ...repositoryCodecs }, { week: WEEK, folder });
  const winner = ends.find(({ outcome, revision }) => outcome === 'made' && revision === expected);
  if (winner?.pdf !== manifest?.files.pdf.sha256)
    violations.push('the current report is not that of the winner');
  // Files of earlier revisions remain, because links refer to them.
  const supersededFiles = 2 * (expected - 1);
  return { violations, orphans: storedWeek.orphans - supersededFiles };
}

/** Each revision is one report, and every returned report was made by a process. */
function checkResults(ends: readonly RaceEnd[], lastRevision: number): readonly string[] {
  const madeReports = filterMade(ends);
  const revisions = madeReports.map(({ revision }) => revision);
  // Processes that read the data in the same millisecond make the same bytes and take the winner's report for theirs.
  const reports = new Set(madeReports.map(({ revision, pdf }) => `${revision} ${pdf}`));
  const isTwice = reports.size > new Set(revisions).size;
  return [
    ...ends.filter(({ outcome }) => !isSuccess(outcome)).map(({ outcome }) => outcome),
    ...(isTwice ? [`two made one revision: ${revisions.join(' ')}`] : []),
    ...(Math.max(...revisions) === lastRevision
      ? []
      : [`made ${revisions.join(' ')}, not up to ${lastRevision}`]),
    ...ends
      .filter(({ revision, pdf }) => !reports.has(`${revision} ${pdf}`))
      .map(({ revision }) => `a report of revision ${revision} that no process made`),
  ];
}

function filterMade(ends: readonly RaceEnd[]): readonly RaceEnd[] {
  return ends.filter(({ outcome }) => outcome === 'made');
}

function isSuccess(outcome: string): boolean {
  return outcome === 'made' || outcome === 'kept';
}

function environment({
  direct,
  region,
  credentials,
}: SimulatedCloud): Readonly<Record<string, string>> {
  return {
    ...direct,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
