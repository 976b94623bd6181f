// The verdict on what a store holds of a week when all is quiet: one whole report for each folder that owes one.
import { jsonReader, manifestCodec, planCodec } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import {
  readFile,
  readManifest,
  readPlan,
  readReport,
} from '../../../lib/reports/report-repository.ts';

export interface KeptWeek {
  readonly violations: readonly string[];
  /** Files that no manifest names: of workers that died or lost. */
  readonly orphans: number;
}

export interface Expected {
  readonly week: string;
  readonly folders: readonly number[];
  readonly revision: number;
}

const FILE = /\/[0-9a-f]{24}\.(pdf|json)$/;

export function shelfIn(store: ObjectStore): ReportRepository {
  return { store, manifests: manifestCodec(), plans: planCodec(), reader: jsonReader() };
}

export async function judgeKept(
  store: ObjectStore,
  { week, folders, revision }: Expected,
): Promise<KeptWeek> {
  const repository = shelfIn(store);
  const violations: string[] = [];
  const named = new Set<string>();
  for (const folder of folders) {
    const manifest = await readManifest(repository, { week, folder });
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
        named.add(file.key);
        const { byteLength } = await readFile(repository, file);
        if (byteLength !== file.bytes) violations.push(`torn: ${file.key} has other bytes`);
      }
      const report = await readReport(repository, manifest);
      if (report.revision !== manifest.revision || report.folder.key !== folder) {
        violations.push(`torn: ${folder} holds another report`);
      }
      for (const child of report.subfolders) {
        const below = await readManifest(repository, { week, folder: child.key });
        if (below?.revision !== child.revision) {
          violations.push(`behind: ${folder} holds revision ${child.revision} of ${child.key}`);
        }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      violations.push(`dangling: ${folder}: ${error.message}`);
    }
  }
  const kept = (await store.entries(`weeks/${week}/`)).map(({ key }) => key);
  const manifests = kept.filter((key) => key.endsWith('/manifest.json')).length;
  if (manifests > folders.length) violations.push(`doubled: ${manifests} manifests`);
  return {
    violations,
    orphans: kept.filter((key) => FILE.test(key) && !named.has(key)).length,
  };
}

/** Whether the week's plan says that all is done. */
export async function isDone(store: ObjectStore, week: string): Promise<boolean> {
  return ((await readPlan(shelfIn(store), week))?.doneAt ?? null) !== null;
}
