// A model of a week's reports, and its comparison with the stored reports.
import assert from 'node:assert/strict';
import { Failure } from '../../../lib/shared/failure.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { findIntactManifest, sha256Of } from '../../../lib/reports/report-repository.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import { createLinkContext } from './simulated-links.ts';
import { COMPANY, WEEK } from './starting-state.ts';

interface ModelFolder {
  readonly key: number;
  readonly parent: number | null;
  /** Surveys directly in this folder. */
  readonly surveys: readonly number[];
}

/** Children before parents. */
function listModelFolders(
  { key, surveys, folders }: SimulatedFolder,
  parent: number | null,
): readonly ModelFolder[] {
  const modelFolder = { key, parent, surveys: surveys.map((survey) => survey.key) };
  return [...folders.flatMap((folder) => listModelFolders(folder, key)), modelFolder];
}

const FOLDERS = new Map(
  listModelFolders(COMPANY, null).map((place) => [place.key, place] as const),
);
/** Children before parents. */
export const FOLDER_KEYS = [...FOLDERS.keys()];
export const SURVEY_KEYS = [...FOLDERS.values()].flatMap(({ surveys }) => surveys);

interface ModelReport {
  /** Surveys of this folder that the report lacks. */
  readonly missingSurveys: readonly number[];
  /** As of the last comparison. */
  readonly revision: number;
}

interface ModelLink {
  readonly token: string;
  readonly sha256: string;
  readonly expires: number;
}

export interface WeekModel {
  readonly reports: Map<number, ModelReport>;
  readonly brokenSurveys: Set<number>;
  readonly links: ModelLink[];
  /** Folders whose report must have a new revision since the last comparison; the others must not. */
  readonly changedFolders: Set<number>;
  /** Folders whose report has older reports of subfolders because a new revision would lose a survey. */
  readonly outdatedFolders: Set<number>;
  /** After a crash a report may have more new revisions than needed. */
  allowsExtraRevisions: boolean;
}

export function createEmptyModel(): WeekModel {
  return {
    reports: new Map(),
    brokenSurveys: new Set(),
    links: [],
    changedFolders: new Set(),
    outdatedFolders: new Set(),
    allowsExtraRevisions: false,
  };
}

function findBrokenSurveys(model: WeekModel, key: number): readonly number[] {
  return (FOLDERS.get(key)?.surveys ?? []).filter((survey) => model.brokenSurveys.has(survey));
}

/** Makes the reports that are missing, forced or more complete now among the candidates, and updates their parents. */
export function makeReports(
  model: WeekModel,
  candidates: readonly number[],
  forced: ReadonlySet<number>,
): void {
  const { reports, changedFolders } = model;
  const changed = new Set<number>();
  for (const key of FOLDER_KEYS.filter((folderKey) => candidates.includes(folderKey))) {
    const report = reports.get(key);
    const children = FOLDER_KEYS.filter((folderKey) => FOLDERS.get(folderKey)?.parent === key);
    // The job of a parent is enqueued when the last subfolder is done.
    if (report === undefined && !children.every((child) => reports.has(child))) continue;
    const missingSurveys = findBrokenSurveys(model, key);
    const hasChangedChild = children.some((child) => changed.has(child));
    const addsSurvey =
      report?.missingSurveys.some((survey) => !missingSurveys.includes(survey)) ?? false;
    const losesSurvey =
      report !== undefined &&
      missingSurveys.some((survey) => !report.missingSurveys.includes(survey));
    const isMade =
      report === undefined || forced.has(key) || ((hasChangedChild || addsSurvey) && !losesSurvey);
    // It is updated as soon as no survey is lost.
    const isOutdated = model.outdatedFolders.has(key) || hasChangedChild;
    if (!isMade && !(isOutdated && !losesSurvey)) {
      if (isOutdated) model.outdatedFolders.add(key);
      continue;
    }
    reports.set(key, { revision: report?.revision ?? 0, missingSurveys });
    model.outdatedFolders.delete(key);
    changedFolders.add(key);
    changed.add(key);
  }
}

export function listFoldersBelow(key: number): ReadonlySet<number> {
  const keys = new Set([key]);
  for (const folderKey of FOLDER_KEYS.toReversed()) {
    if (keys.has(FOLDERS.get(folderKey)?.parent ?? 0)) keys.add(folderKey);
  }
  return keys;
}

export async function compareWithDeployment(
  model: WeekModel,
  deployment: SimulatedDeployment,
): Promise<void> {
  assert.deepEqual(deployment.safety.violations, []);
  for (const key of FOLDER_KEYS) {
    const manifest = await findIntactManifest(deployment.repository, {
      week: WEEK.name,
      folder: key,
    });
    const expectedReport = model.reports.get(key) ?? null;
    assert.equal(manifest === null, expectedReport === null, `whether folder ${key} has a report`);
    if (manifest === null || expectedReport === null) continue;
    const missingSurveys = manifest.problems
      .filter(({ missing, folder }) => missing && folder === key)
      .flatMap(({ survey }) => survey ?? []);
    assert.deepEqual(
      missingSurveys,
      expectedReport.missingSurveys,
      `missing surveys of folder ${key}`,
    );
    const newRevisions = manifest.revision - expectedReport.revision;
    const isExpected = model.changedFolders.has(key) ? newRevisions > 0 : newRevisions === 0;
    assert(
      isExpected || (model.allowsExtraRevisions && newRevisions >= 0),
      `${newRevisions} new revisions of folder ${key}`,
    );
    model.reports.set(key, { ...expectedReport, revision: manifest.revision });
  }
  model.changedFolders.clear();
  model.allowsExtraRevisions = false;
  for (const { token, sha256, expires } of model.links) {
    const file = await openLink(createLinkContext(deployment), token, 'json').catch(
      (error: unknown) => {
        assert(error instanceof Failure);
        return error.code;
      },
    );
    if (deployment.timeline.now() >= expires) assert.equal(file, 'LINK_EXPIRED');
    else if (typeof file === 'string') assert.equal(file, 'REPORT_GONE');
    else
      assert.equal(
        sha256Of(deployment.bucket.objects.get(file.key)?.bytes ?? new Uint8Array()),
        sha256,
      );
  }
}
