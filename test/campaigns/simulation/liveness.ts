// Checks after a run: every expected report is stored, complete and has the right figures, and every link opens it.
import { createRevisionLink } from '../../../lib/links/make-link.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import {
  findIntactManifest,
  readPlan,
  readReport,
  sha256Of,
  nullIfDamaged,
} from '../../../lib/reports/report-repository.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Manifest, Plan } from '../../../lib/ports/stored-records.ts';
import { findWrongTables } from './simulated-facts.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { findFolder } from './simulated-folders.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import { createLinkContext } from './simulated-links.ts';

/** The root and all folders with a reported survey in or below them. */
export function findExpectedFolders(
  root: SimulatedFolder,
  isReported: (survey: number) => boolean = () => true,
): readonly number[] {
  const listExpected = (folder: SimulatedFolder): readonly number[] => {
    const expectedBelow = folder.folders.flatMap(listExpected);
    const hasOwnSurvey = folder.surveys.some(({ key }) => isReported(key));
    return expectedBelow.length > 0 || hasOwnSurvey ? [folder.key, ...expectedBelow] : [];
  };
  return [...new Set([root.key, ...listExpected(root)])];
}

/** Checks that every planned report of a week is stored with the right figures. */
export async function checkWeek(
  deployment: SimulatedDeployment,
  week: Week,
  {
    expectedFolders,
    expectedSurveys = [],
    removedFolders,
    includedUntil,
  }: {
    readonly expectedFolders: readonly number[];
    /** Surveys that must be in exactly one report. */
    readonly expectedSurveys?: readonly number[];
    readonly removedFolders: ReadonlySet<number>;
    /** Reports must contain all data that arrived until this instant, even if they are older. */
    readonly includedUntil: number;
  },
): Promise<void> {
  const { repository, safety } = deployment;
  const plan = await readPlan(repository, week.name);
  if (plan === null) {
    safety.violate('lost', `no plan of ${week.name}`);
    return;
  }
  const plannedFolders = new Set(plan.folders.map(({ key }) => key));
  const reportedSurveys: number[] = [];
  for (const key of expectedFolders) {
    if (!plannedFolders.has(key))
      safety.violate('lost', `the plan of ${week.name} lacks folder ${key}`);
  }
  for (const { key } of plan.folders) {
    const manifest = await findIntactManifest(repository, { week: week.name, folder: key });
    if (manifest === null) {
      if (!removedFolders.has(key)) safety.violate('lost', `no report of ${key} for ${week.name}`);
      continue;
    }
    const allowsMissingData = removedFolders.size > 0;
    if (manifest.status === 'partial' && !allowsMissingData) {
      const codes = manifest.problems.map(({ code }) => code).join(' ');
      safety.violate('incomplete', `${week.name} ${key} is partial: ${codes}`);
    }
    const report = await checkReport(deployment, week, {
      plan,
      manifest,
      allowsMissingData,
      includedUntil,
    });
    for (const survey of report?.surveys ?? []) reportedSurveys.push(survey.key);
  }
  const wrongTables = deployment.writesFacts ? await findWrongTables(repository, week.name) : null;
  if (wrongTables !== null) safety.violate('lost', `${wrongTables} for ${week.name}`);
  for (const survey of expectedSurveys) {
    const count = reportedSurveys.filter((key) => key === survey).length;
    if (count !== 1)
      safety.violate('wrong figures', `${week.name} holds survey ${survey} ${count} times`);
  }
  for (const survey of reportedSurveys) {
    if (!deployment.company.history.isReported(survey, week, deployment.timeline.now()))
      safety.violate(
        'wrong figures',
        `${week.name} holds survey ${survey}, which does not belong in it`,
      );
  }
}

/** Checks that the figures are those of the data that had arrived and of the current reports of the reportedSurveys. */
export async function checkReport(
  { repository, safety, company, timeline }: SimulatedDeployment,
  week: Week,
  {
    plan,
    manifest,
    allowsMissingData,
    includedUntil = 0,
  }: { plan: Plan; manifest: Manifest; allowsMissingData: boolean; includedUntil?: number },
): Promise<Report | null> {
  const name = `${week.name} ${manifest.folder.key} revision ${manifest.revision}`;
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  if (report === null) {
    safety.violate('torn', name);
    return null;
  }
  let responses = 0;
  for (const survey of report.surveys) {
    responses += survey.responses;
    const minResponses = company.history.responses(
      survey.key,
      week,
      Math.max(includedUntil, Date.parse(report.asOf)),
    );
    const maxResponses = company.history.responses(survey.key, week, timeline.now());
    if (survey.responses < minResponses || survey.responses > maxResponses) {
      safety.violate(
        'wrong figures',
        `${name}: ${survey.responses} responses of ${survey.key}, not ${minResponses}`,
      );
    }
    const alerts = company.history.alertsIn(survey.key, week);
    const folder = findFolder(company.root, report.folder.key);
    // A list of alerts is one of a folder: its pages lack those of a survey that leaves it meanwhile.
    const hasLeft = !(folder?.surveys ?? []).some(({ key }) => key === survey.key);
    const count = survey.alerts?.length ?? alerts;
    if (count > alerts || (count < alerts && !hasLeft)) {
      safety.violate('wrong figures', `${name}: ${count} alerts of ${survey.key}, not ${alerts}`);
    }
  }
  const subfolders = new Map(report.subfolders.map((subfolder) => [subfolder.key, subfolder]));
  // The report of a removed folder stays as it is.
  const isRemoved = findFolder(company.root, report.folder.key) === undefined;
  for (const { key, parent } of plan.folders) {
    if (isRemoved || parent !== report.folder.key) continue;
    const child = await findIntactManifest(repository, { week: week.name, folder: key });
    const subfolder = subfolders.get(key);
    if (child === null && allowsMissingData) continue;
    if (child === null || subfolder?.revision !== child.revision) {
      safety.violate(
        'outdated',
        `${name} holds ${subfolder?.revision ?? 0} of ${key}, not ${child?.revision ?? 0}`,
      );
    }
  }
  const children = new Set(
    plan.folders.filter(({ parent }) => parent === report.folder.key).map(({ key }) => key),
  );
  const planned = new Set(plan.folders.map(({ key }) => key));
  for (const { key } of report.subfolders) {
    // A folder that was removed while its report was made is in no plan, and stays in the report above.
    const isGone = !planned.has(key) && findFolder(company.root, key) === undefined;
    if (!isRemoved && !isGone && !children.has(key))
      safety.violate('counted twice', `${name} holds ${key}, which has another parent`);
  }
  for (const { summary } of report.subfolders) responses += summary.responses;
  if (report.summary.responses !== responses) {
    safety.violate(
      'wrong figures',
      `${name} has ${report.summary.responses} responses, its parts ${responses}`,
    );
  }
  return report;
}

/** A link to any revision that was ever current must open exactly its bytes. */
export async function checkLinks(deployment: SimulatedDeployment): Promise<void> {
  const linking = createLinkContext(deployment);
  for (const manifest of [...deployment.safety.history.values()].flat()) {
    const { url } = await createRevisionLink(linking, manifest);
    const token = url.split('/').at(-1) ?? '';
    const { key } = await openLink(linking, token, 'json').catch(() => ({ key: '' }));
    const bytes = deployment.bucket.objects.get(key)?.bytes;
    if (bytes === undefined || sha256Of(bytes) !== manifest.files.json.sha256) {
      const { week, folder, revision } = manifest;
      deployment.safety.violate('link', `does not open ${week} ${folder.key} revision ${revision}`);
    }
  }
}
