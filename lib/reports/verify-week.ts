// Verifies that every stored object of a week matches its manifest. Reads every byte and changes nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Week } from '../domain/calendar.ts';
import type { Report } from '../domain/report.ts';
import type { Manifest, StoredFile } from '../ports/stored-records.ts';
import { listFolderKeys } from './week-folders.ts';
import type { ReportId, ReportRepository, StoredReport } from './report-repository.ts';
import {
  findStoredPlan,
  folderPrefix,
  isStoredFileKey,
  manifestKey,
  planKey,
  readValidated,
  readValue,
  sha256Of,
} from './report-repository.ts';
import { isWholePdf } from './whole-pdf.ts';
import type { FailureCode } from '../shared/failure.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';

export interface Mismatch {
  readonly week: string;
  /** Null for the plan, and for other records. */
  readonly folder: number | null;
  /** Key of the wrong or missing object. */
  readonly key: string;
  readonly what:
    | 'the manifest cannot be read'
    | 'the manifest is that of another report'
    | 'the manifest names a file that is not of this folder'
    | 'the file is missing'
    | 'the file has another size'
    | 'the file has other bytes'
    | 'the PDF has no end'
    | 'the report cannot be read'
    | 'the report can be read by a later release only'
    | 'the report is of a version that is no longer read: make it again with force'
    | `the report has another ${'week' | 'folder' | 'revision' | 'status' | 'asOf'}`
    | 'the report has other problems'
    | 'the plan cannot be read'
    | 'the plan is that of another week'
    | 'the plan has the folder below another one than the reports'
    | 'the plan is done, but there is no report'
    | 'the record cannot be read, or is that of another key';
}

/** What is wrong with a report that can't be read, by the code of the failure. */
const UNREADABLE: ReadonlyMap<FailureCode, Mismatch['what']> = new Map([
  ['REPORT_DAMAGED', 'the report cannot be read'],
  ['REPORT_NEWER', 'the report can be read by a later release only'],
  ['REPORT_OLDER', 'the report is of a version that is no longer read: make it again with force'],
]);

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

export interface WeekVerification {
  readonly week: string;
  /** Stored manifests. */
  readonly reports: number;
  /** Files that match their manifest. */
  readonly verified: Amount;
  /** Files that no current manifest names: of earlier revisions, which links may open, or of unfinished commits. */
  readonly others: Amount;
  readonly mismatches: readonly Mismatch[];
}

export interface VerifyOptions {
  readonly onProgress?: (finished: number, total: number) => void;
}

/** Reads a week's reports and its plan. Fails with STORE_UNAVAILABLE; anything else that is wrong is a mismatch. */
export async function verifyWeek(
  repository: ReportRepository,
  week: Week,
  { onProgress }: VerifyOptions = {},
): Promise<WeekVerification> {
  const folders = await listFolderKeys(repository.store, week.name);
  let finishedFolders = 0;
  const results = await mapConcurrent(folders, async (folder) => {
    const { verifiedReport, ...result } = await verifyFolder(repository, {
      week: week.name,
      folder,
    });
    finishedFolders += 1;
    onProgress?.(finishedFolders, folders.length);
    return {
      ...result,
      folder,
      place: verifiedReport === null ? null : placeOf(verifiedReport.report),
    };
  });
  const reportedKeys = new Set(
    results.flatMap(({ folder, hasReport }) => (hasReport ? [folder] : [])),
  );
  const places = new Map(
    results.flatMap(({ folder, place }) => (place === null ? [] : [[folder, place] as const])),
  );
  return {
    week: week.name,
    reports: reportedKeys.size,
    verified: sumOf(results.map(({ verified }) => verified)),
    others: sumOf(results.map(({ others }) => others)),
    mismatches: [
      ...(await verifyPlan(repository, week.name, reportedKeys, places)),
      ...results.flatMap(({ mismatches }) => mismatches),
    ],
  };
}

/** What a report says of its place in the company. */
interface ReportPlace {
  /** The folder above; null for the root. */
  readonly parent: number | null;
  readonly children: ReadonlySet<number>;
}

function placeOf({ folder, subfolders }: Report): ReportPlace {
  return {
    parent: folder.path.at(-1)?.key ?? null,
    children: new Set(subfolders.map(({ key }) => key)),
  };
}

interface FolderVerification {
  readonly hasReport: boolean;
  readonly verifiedReport: { readonly report: Report; readonly manifest: Manifest } | null;
  readonly verified: Amount;
  readonly others: Amount;
  readonly mismatches: readonly Mismatch[];
}

const ZERO: Amount = { files: 0, bytes: 0 };
const MAX_ATTEMPTS = 5;

/** A commit or a removal may run at the same time: mismatches count only while the manifest is unchanged. */
async function verifyFolder(
  repository: ReportRepository,
  id: ReportId,
): Promise<FolderVerification> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readManifest(repository, id);
    const result = await verifyStoredReport(repository, id, before);
    if (result.mismatches.length === 0 || attempt === MAX_ATTEMPTS) return result;
    if ((await readManifest(repository, id))?.version === before?.version) return result;
  }
}

/** Also one that contradicts its key. */
function readManifest(
  { store, manifests }: ReportRepository,
  id: ReportId,
): Promise<StoredReport | null> {
  return readValue(store, manifests, manifestKey(id), null);
}

async function verifyStoredReport(
  repository: ReportRepository,
  id: ReportId,
  stored: StoredReport | null,
): Promise<FolderVerification> {
  const mismatches: Mismatch[] = [];
  const addMismatch = (key: string, what: Mismatch['what']): void => {
    mismatches.push({ ...id, key, what });
  };
  const manifest = stored?.value ?? null;
  const namedFiles = manifest === null ? [] : [manifest.files.pdf, manifest.files.json];
  const verified: Amount[] = [];
  let verifiedReport: FolderVerification['verifiedReport'] = null;
  if (stored !== null && manifest === null)
    addMismatch(manifestKey(id), 'the manifest cannot be read');
  if (manifest !== null) {
    if (manifest.week !== id.week || manifest.folder.key !== id.folder) {
      addMismatch(manifestKey(id), 'the manifest is that of another report');
    }
    for (const file of namedFiles) {
      const bytes = await verifyFile(repository, id, file, addMismatch);
      if (bytes === null) continue;
      verified.push({ files: 1, bytes: bytes.byteLength });
      if (file !== manifest.files.json) {
        if (!isWholePdf(bytes)) addMismatch(file.key, 'the PDF has no end');
        continue;
      }
      const report = readVerified(repository, bytes);
      if (typeof report === 'string') addMismatch(file.key, report);
      else {
        const mismatches = differences(report, manifest);
        for (const mismatch of mismatches) addMismatch(file.key, mismatch);
        if (mismatches.length === 0) verifiedReport = { report, manifest };
      }
    }
  }
  const prefix = folderPrefix(id);
  const keys = (await repository.store.children(prefix)).map((name) => `${prefix}${name}`);
  const expected = new Set([manifestKey(id), ...namedFiles.map(({ key }) => key)]);
  const unnamedFiles: Amount[] = [];
  for (const key of keys.filter((name) => !expected.has(name))) {
    const object = await repository.store.read(key);
    if (object !== null) unnamedFiles.push({ files: 1, bytes: object.bytes.byteLength });
  }
  return {
    hasReport: stored !== null,
    verifiedReport,
    verified: sumOf(verified),
    others: sumOf(unnamedFiles),
    mismatches,
  };
}

function readVerified({ reader }: ReportRepository, bytes: Uint8Array): Report | Mismatch['what'] {
  try {
    return reader.read(bytes);
  } catch (error) {
    const what = error instanceof Failure ? UNREADABLE.get(error.code) : undefined;
    if (what === undefined) throw error;
    return what;
  }
}

/** The bytes of a file that matches its manifest, otherwise null. */
async function verifyFile(
  { store }: ReportRepository,
  id: ReportId,
  { key, bytes, sha256 }: StoredFile,
  addMismatch: (key: string, what: Mismatch['what']) => void,
): Promise<Uint8Array | null> {
  if (!isStoredFileKey(key) || !key.startsWith(folderPrefix(id))) {
    addMismatch(key, 'the manifest names a file that is not of this folder');
    return null;
  }
  const file = await readValidated(store, key, (object) =>
    object.bytes.byteLength === bytes && sha256Of(object.bytes) === sha256 ? object.bytes : null,
  );
  if (file === null) addMismatch(key, 'the file is missing');
  else if (file.object.bytes.byteLength !== bytes) addMismatch(key, 'the file has another size');
  else if (file.value === null) addMismatch(key, 'the file has other bytes');
  return file?.value ?? null;
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
  reported: ReadonlySet<number>,
  places: ReadonlyMap<number, ReportPlace>,
): Promise<readonly Mismatch[]> {
  const key = planKey(week);
  const storedPlan = await findStoredPlan(repository, week);
  if (storedPlan === null) return [];
  const { value: plan, otherWeek } = storedPlan;
  if (plan === null) {
    const isOther = otherWeek !== undefined;
    const what = isOther ? 'the plan is that of another week' : 'the plan cannot be read';
    return [{ week, folder: null, key, what }];
  }
  const isMissing = (folder: number): boolean => plan.doneAt !== null && !reported.has(folder);
  // A report that was made before its folder moved has the old place; that of the new parent contains it.
  const isElsewhere = (folder: number, parent: number | null): boolean => {
    const place = places.get(folder);
    if (place === undefined || place.parent === parent) return false;
    // The first folder is the root, whose report may be from when it had one above.
    if (parent === null) return folder !== plan.folders[0]?.key;
    return places.get(parent)?.children.has(folder) !== true;
  };
  return plan.folders.flatMap(({ key: folder, parent }): readonly Mismatch[] => {
    if (isElsewhere(folder, parent)) {
      return [
        { week, folder, key, what: 'the plan has the folder below another one than the reports' },
      ];
    }
    const what = 'the plan is done, but there is no report';
    return isMissing(folder) ? [{ week, folder, key: manifestKey({ week, folder }), what }] : [];
  });
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce(
    (sum, { files, bytes }) => ({ files: sum.files + files, bytes: sum.bytes + bytes }),
    ZERO,
  );
}
