// Checks the stored reports of a completed week: exactly one complete report per expected folder.
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import {
  readFile,
  findIntactManifest,
  readPlan,
  readReport,
} from '../../../lib/reports/report-repository.ts';

export interface StoredWeekCheck {
  readonly violations: readonly string[];
  /** Unreferenced files, of workers that died or lost a race. */
  readonly orphans: number;
}

export interface ExpectedWeek {
  readonly week: string;
  readonly folders: readonly number[];
  readonly revision: number;
}

const FILE = /\/[0-9a-f]{24}\.(pdf|json)$/;

export async function checkStoredWeek(
  store: ObjectStore,
  { week, folders, revision }: ExpectedWeek,
): Promise<StoredWeekCheck> {
  const repository = { store, ...repositoryCodecs };
  const violations: string[] = [];
  const referencedFiles = new Set<string>();
  for (const folder of folders) {
    const manifest = await findIntactManifest(repository, { week, folder });
    if (manifest === null) {
      violations.push(`lost: no report of ${folder}`);
      continue;
    }
    if (manifest.revision !== revision) {
      violations.push(`revision: ${folder} has ${manifest.revision}, not ${revision}`);
    }
    if (manifest.status !== 'complete') {
      const codes = manifest.problems.map(({ code }) => code).join(' ');
      violations.push(`incomplete: ${folder} is ${manifest.status}: ${codes}`);
    }
    try {
      for (const file of [manifest.files.pdf, manifest.files.json]) {
        referencedFiles.add(file.key);
        const { byteLength } = await readFile(repository, file);
        if (byteLength !== file.bytes) violations.push(`torn: ${file.key} has other bytes`);
      }
      const report = await readReport(repository, manifest);
      if (report.revision !== manifest.revision || report.folder.key !== folder) {
        violations.push(`torn: ${folder} holds another report`);
      }
      for (const child of report.subfolders) {
        const childManifest = await findIntactManifest(repository, { week, folder: child.key });
        if (childManifest?.revision !== child.revision) {
          violations.push(`outdated: ${folder} holds revision ${child.revision} of ${child.key}`);
        }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      violations.push(`dangling: ${folder}: ${error.message}`);
    }
  }
  const storedKeys = (await store.entries(`weeks/${week}/`)).map(({ key }) => key);
  const manifests = storedKeys.filter((key) => key.endsWith('/manifest.json')).length;
  if (manifests > folders.length) violations.push(`duplicate: ${manifests} manifests`);
  return {
    violations,
    orphans: storedKeys.filter((key) => FILE.test(key) && !referencedFiles.has(key)).length,
  };
}

/** Whether the plan of the week is done. */
export async function isWeekDone(store: ObjectStore, week: string): Promise<boolean> {
  return ((await readPlan({ store, ...repositoryCodecs }, week))?.doneAt ?? null) !== null;
}
