// What must hold once nothing goes wrong any more: everything owed is there, complete and true, and then nothing moves.
import { linkToRevision } from '../../../lib/links/make-link.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import {
  readManifest,
  readPlan,
  readReport,
  sha256Of,
  nullIfDamaged,
} from '../../../lib/reports/report-repository.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Manifest, Plan } from '../../../lib/ports/stored-records.ts';
import type { SimFolder } from './simulated-folders.ts';
import type { Deployment } from './simulated-deployment.ts';
import { linkingOf } from './simulated-links.ts';

/** The folders with a survey below them that belongs in the week, and the root. */
export function owedBy(
  root: SimFolder,
  belongs: (survey: number) => boolean = () => true,
): readonly number[] {
  const owed = (folder: SimFolder): readonly number[] => {
    const below = folder.folders.flatMap(owed);
    const isOwn = folder.surveys.some(({ key }) => belongs(key));
    return below.length > 0 || isOwn ? [folder.key, ...below] : [];
  };
  return [...new Set([root.key, ...owed(root)])];
}

/** Every planned report of a week is there and tells the truth. */
export async function judgeWeek(
  it: Deployment,
  week: Week,
  {
    mustOwe,
    mustHold = [],
    gone,
    holdsUntil,
  }: {
    readonly mustOwe: readonly number[];
    /** Surveys each of which is in exactly one report. */
    readonly mustHold?: readonly number[];
    readonly gone: ReadonlySet<number>;
    /** Instant until which all that arrived must be in the reports, whenever their data were read. */
    readonly holdsUntil: number;
  },
): Promise<void> {
  const { repository, safety } = it;
  const plan = await readPlan(repository, week.name);
  if (plan === null) {
    safety.violate('lost', `no plan of ${week.name}`);
    return;
  }
  const planned = new Set(plan.folders.map(({ key }) => key));
  const held: number[] = [];
  for (const key of mustOwe) {
    if (!planned.has(key)) safety.violate('lost', `${week.name} does not owe ${key}`);
  }
  for (const { key } of plan.folders) {
    const manifest = await readManifest(repository, { week: week.name, folder: key });
    if (manifest === null) {
      if (!gone.has(key)) safety.violate('lost', `no report of ${key} for ${week.name}`);
      continue;
    }
    const isExcused = gone.size > 0;
    if (manifest.status === 'partial' && !isExcused) {
      const codes = manifest.problems.map(({ code }) => code).join(' ');
      safety.violate('incomplete', `${week.name} ${key} is partial: ${codes}`);
    }
    const report = await judgeReport(it, week, { plan, manifest, isExcused, holdsUntil });
    for (const survey of report?.surveys ?? []) held.push(survey.key);
  }
  for (const survey of mustHold) {
    const times = held.filter((key) => key === survey).length;
    if (times !== 1) safety.violate('untrue', `${week.name} holds survey ${survey} ${times} times`);
  }
  for (const survey of held) {
    if (!it.company.history.belongs(survey, week, it.timeline.now()))
      safety.violate('untrue', `${week.name} holds survey ${survey}, which does not belong in it`);
  }
}

/** Figures are what had arrived; those of children are those of the reports that stand. */
export async function judgeReport(
  { repository, safety, company, timeline }: Deployment,
  week: Week,
  {
    plan,
    manifest,
    isExcused,
    holdsUntil = 0,
  }: { plan: Plan; manifest: Manifest; isExcused: boolean; holdsUntil?: number },
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
    const least = company.history.responses(
      survey.key,
      week,
      Math.max(holdsUntil, Date.parse(report.asOf)),
    );
    const most = company.history.responses(survey.key, week, timeline.now());
    if (survey.responses < least || survey.responses > most) {
      safety.violate(
        'untrue',
        `${name}: ${survey.responses} responses of ${survey.key}, not ${least}`,
      );
    }
    const alerts = company.history.alertsIn(survey.key, week);
    if (survey.alerts !== null && survey.alerts.length !== alerts) {
      safety.violate(
        'untrue',
        `${name}: ${survey.alerts.length} alerts of ${survey.key}, not ${alerts}`,
      );
    }
  }
  const held = new Map(report.subfolders.map((one) => [one.key, one]));
  for (const { key, parent } of plan.folders) {
    if (parent !== report.folder.key) continue;
    const child = await readManifest(repository, { week: week.name, folder: key });
    const inside = held.get(key);
    if (child === null && isExcused) continue;
    if (child === null || inside?.revision !== child.revision) {
      safety.violate(
        'behind',
        `${name} holds ${inside?.revision ?? 0} of ${key}, not ${child?.revision ?? 0}`,
      );
    }
  }
  const children = new Set(
    plan.folders.filter(({ parent }) => parent === report.folder.key).map(({ key }) => key),
  );
  for (const { key } of report.subfolders) {
    if (!children.has(key)) safety.violate('doubled', `${name} holds ${key}, which is elsewhere`);
  }
  for (const { summary } of report.subfolders) responses += summary.responses;
  if (report.summary.responses !== responses) {
    safety.violate(
      'untrue',
      `${name} has ${report.summary.responses} responses, its parts ${responses}`,
    );
  }
  return report;
}

/** A link to any revision that ever stood opens exactly its bytes. */
export async function judgeLinks(it: Deployment): Promise<void> {
  const linking = linkingOf(it);
  for (const manifest of [...it.safety.history.values()].flat()) {
    const { url } = await linkToRevision(linking, manifest);
    const token = url.split('/').at(-1) ?? '';
    const { key } = await openLink(linking, token, 'json').catch(() => ({ key: '' }));
    const bytes = it.bucket.objects.get(key)?.bytes;
    if (bytes === undefined || sha256Of(bytes) !== manifest.files.json.sha256) {
      const { week, folder, revision } = manifest;
      it.safety.violate('link', `does not open ${week} ${folder.key} revision ${revision}`);
    }
  }
}
