// Whether everything that is kept of a week is what its manifests say. It reads every byte and changes nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Week } from '../domain/calendar.ts';
import type { Report } from '../domain/report.ts';
import type { Manifest, StoredFile } from '../ports/stored-records.ts';
import { storedFolders } from './stored-weeks.ts';
import type { ReportId, ReportRepository, StoredReport } from './report-repository.ts';
import {
  findStoredPlan,
  findReport,
  folderPrefix,
  isStoredFileKey,
  manifestKey,
  planKey,
  readValidated,
  sha256Of,
  nullIfDamaged,
} from './report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';

export interface Mismatch {
  readonly week: string;
  /** Null for the plan. */
  readonly folder: number | null;
  /** Of the object that is not as it should be, or that isn't there. */
  readonly key: string;
  readonly what:
    | 'the manifest cannot be read'
    | 'the manifest is that of another report'
    | 'the manifest names a file that is not of this folder'
    | 'the file is missing'
    | 'the file has another size'
    | 'the file has other bytes'
    | 'the report cannot be read'
    | `the report has another ${'week' | 'folder' | 'revision' | 'status' | 'asOf'}`
    | 'the report has other problems'
    | 'the plan cannot be read'
    | 'the plan is that of another week'
    | 'the plan is done, but there is no report';
}

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

export interface WeekVerification {
  readonly week: string;
  /** Manifests that stand. */
  readonly reports: number;
  /** What they name and what was found as they say. */
  readonly verified: Amount;
  /** What no standing manifest names: files of earlier revisions, kept for their links, or of unfinished commits. */
  readonly others: Amount;
  readonly mismatches: readonly Mismatch[];
}

/** Reads all of a week's reports and its plan. Fails with STORE_UNAVAILABLE; all else that is wrong is a mismatch. */
export async function verifyWeek(
  repository: ReportRepository,
  week: Week,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<WeekVerification> {
  const folders = await storedFolders(repository.store, week.name);
  let done = 0;
  const found = await mapConcurrent(folders, async (folder) => {
    const one = await verifyFolder(repository, { week: week.name, folder });
    done += 1;
    onProgress(done, folders.length);
    return { ...one, folder };
  });
  const standing = new Set(found.flatMap(({ folder, stands }) => (stands ? [folder] : [])));
  return {
    week: week.name,
    reports: standing.size,
    verified: sumOf(found.map(({ verified }) => verified)),
    others: sumOf(found.map(({ others }) => others)),
    mismatches: [
      ...(await verifyPlan(repository, week.name, standing)),
      ...found.flatMap(({ mismatches }) => mismatches),
    ],
  };
}

interface FolderVerification {
  readonly stands: boolean;
  readonly verified: Amount;
  readonly others: Amount;
  readonly mismatches: readonly Mismatch[];
}

const NOTHING: Amount = { files: 0, bytes: 0 };
const MOST_TRIES = 5;

/** A commit or a removal may go on meanwhile: what is wrong counts only while the same manifest stands. */
async function verifyFolder(repository: ReportRepository, id: ReportId): Promise<FolderVerification> {
  for (let tries = 1; ; tries += 1) {
    const before = await findReport(repository, id);
    const found = await verifyStanding(repository, id, before);
    if (found.mismatches.length === 0 || tries === MOST_TRIES) return found;
    if ((await findReport(repository, id))?.version === before?.version) return found;
  }
}

async function verifyStanding(
  repository: ReportRepository,
  id: ReportId,
  standing: StoredReport | null,
): Promise<FolderVerification> {
  const mismatches: Mismatch[] = [];
  const wrong = (key: string, what: Mismatch['what']): void => {
    mismatches.push({ ...id, key, what });
  };
  const manifest = standing?.manifest ?? null;
  const named = manifest === null ? [] : [manifest.files.pdf, manifest.files.json];
  const verified: Amount[] = [];
  if (standing !== null && manifest === null) wrong(manifestKey(id), 'the manifest cannot be read');
  if (manifest !== null) {
    if (manifest.week !== id.week || manifest.folder.key !== id.folder) {
      wrong(manifestKey(id), 'the manifest is that of another report');
    }
    for (const file of named) {
      const bytes = await verifyFile(repository, id, file, wrong);
      if (bytes === null) continue;
      verified.push({ files: 1, bytes: bytes.byteLength });
      if (file !== manifest.files.json) continue;
      const report = await nullIfDamaged(() => repository.reader.read(bytes));
      if (report === null) wrong(file.key, 'the report cannot be read');
      else for (const what of differences(report, manifest)) wrong(file.key, what);
    }
  }
  const prefix = folderPrefix(id);
  const keys = (await repository.store.children(prefix)).map((name) => `${prefix}${name}`);
  const expected = new Set([manifestKey(id), ...named.map(({ key }) => key)]);
  const others: Amount[] = [];
  for (const key of keys.filter((it) => !expected.has(it))) {
    const object = await repository.store.read(key);
    if (object !== null) others.push({ files: 1, bytes: object.bytes.byteLength });
  }
  return {
    stands: standing !== null,
    verified: sumOf(verified),
    others: sumOf(others),
    mismatches,
  };
}

/** The bytes of a file that is what the manifest says, otherwise null. */
async function verifyFile(
  { store }: ReportRepository,
  id: ReportId,
  { key, bytes, sha256 }: StoredFile,
  wrong: (key: string, what: Mismatch['what']) => void,
): Promise<Uint8Array | null> {
  if (!isStoredFileKey(key) || !key.startsWith(folderPrefix(id))) {
    wrong(key, 'the manifest names a file that is not of this folder');
    return null;
  }
  const stored = await readValidated(store, key, (object) =>
    object.bytes.byteLength === bytes && sha256Of(object.bytes) === sha256 ? object.bytes : null,
  );
  if (stored === null) wrong(key, 'the file is missing');
  else if (stored.object.bytes.byteLength !== bytes) wrong(key, 'the file has another size');
  else if (stored.value === null) wrong(key, 'the file has other bytes');
  return stored?.value ?? null;
}

function differences(report: Report, manifest: Manifest): readonly Mismatch['what'][] {
  return [
    ...(report.week === manifest.week ? [] : ['the report has another week' as const]),
    ...(report.folder.key === manifest.folder.key
      ? []
      : ['the report has another folder' as const]),
    ...(report.revision === manifest.revision ? [] : ['the report has another revision' as const]),
    ...(report.status === manifest.status ? [] : ['the report has another status' as const]),
    ...(report.asOf === manifest.asOf ? [] : ['the report has another asOf' as const]),
    ...(isDeepStrictEqual(report.problems, manifest.problems)
      ? []
      : ['the report has other problems' as const]),
  ];
}

async function verifyPlan(
  repository: ReportRepository,
  week: string,
  standing: ReadonlySet<number>,
): Promise<readonly Mismatch[]> {
  const key = planKey(week);
  const found = await findStoredPlan(repository, week);
  if (found === null) return [];
  const { plan } = found;
  if (plan === null) return [{ week, folder: null, key, what: 'the plan cannot be read' }];
  if (plan.week !== week) {
    return [{ week, folder: null, key, what: 'the plan is that of another week' }];
  }
  if (plan.doneAt === null) return [];
  return plan.folders
    .filter((folder) => !standing.has(folder.key))
    .map(({ key: folder }) => ({
      week,
      folder,
      key: manifestKey({ week, folder }),
      what: 'the plan is done, but there is no report' as const,
    }));
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce(
    (sum, { files, bytes }) => ({ files: sum.files + files, bytes: sum.bytes + bytes }),
    NOTHING,
  );
}
