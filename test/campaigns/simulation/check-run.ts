// Checks a completed run: reports, links and accepted requests.
import { jobCodec } from '../../../lib/adapters/json/index.ts';
import type { JobRecordStore } from '../../../lib/jobs/job-records.ts';
import { findJob, isPending, isUnsent } from '../../../lib/jobs/job-records.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { findIntactManifest, readPlan } from '../../../lib/reports/report-repository.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { jobRecordCodec, plannerRecordCodec } from './decode-once.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import { findUnannounced } from './simulated-announcements.ts';
import { checkLinks, checkReport, checkWeek } from './liveness.ts';
import { listFolders } from './simulated-folders.ts';
import { OLD_WEEK, WEEK } from './starting-state.ts';
import type { CompanyChanges } from './company-changes.ts';
import type { AcceptedRequest } from './injected-faults.ts';

interface CheckedRun {
  readonly changes: CompanyChanges;
  readonly acceptedRequests: readonly AcceptedRequest[];
  /** When the reconciliation was due. */
  readonly reconciledAt?: number | null;
}

/** Faults after which a report may have more than one revision. */
const CAUSES_OF_NEW_REVISIONS =
  /upstream|survey (breaks|moves|answered)|(folder|region|root) (moves|removed|added|changes)|folder (throws|hangs|ends)|late data|outage|refuses|tick|dead letter/;

export async function checkRun(
  deployment: SimulatedDeployment,
  { changes, acceptedRequests, reconciledAt = null }: CheckedRun,
): Promise<void> {
  const { repository, safety, faultPlan, timeline, queue, company } = deployment;
  const hasAllFolders = changes.removedFolders.size === 0;
  await checkWeek(deployment, WEEK, {
    // Late data is included unless the reconciliation became a dead letter or the survey moved.
    includedUntil: changes.hasChanges || queue.deadLetters.length > 0 ? 0 : (reconciledAt ?? 0),
    expectedFolders: changes.expectedFolders,
    expectedSurveys: hasAllFolders
      ? changes.unmovedSurveys.filter((survey) =>
          company.history.isReported(survey, WEEK, timeline.now()),
        )
      : [],
    removedFolders: changes.removedFolders,
  });
  await checkLinks(deployment);
  for (const key of await findUnannounced(repository, WEEK)) {
    safety.violate('lost', `no ${key}`);
  }

  await repeatUnsentRequests(deployment, acceptedRequests);
  await requestOutdatedReports(deployment);
  const records = recordsOf(deployment);
  const deadJobs = parseJobs(queue.deadLetters);
  const leaves = new Set(
    listFolders(company.root).flatMap(({ key, folders }) => (folders.length === 0 ? [key] : [])),
  );
  for (const { week, folder, force, requestedAt } of acceptedRequests) {
    // A job that failed permanently is a dead letter, which raises an alarm.
    if (deadJobs.some((job) => job.week === week.name) || changes.hasChanges) continue;
    const name = `${folder} for ${week.name}, requested at ${new Date(requestedAt).toISOString()}`;
    const manifest = await findIntactManifest(repository, { week: week.name, folder });
    const job = await findJob(records, { week: week.name, folder });
    if (manifest === null) {
      if (job?.value?.state !== 'failed') safety.violate('lost', `no report of ${name}`);
      continue;
    }
    if (isPending(job, manifest.revision, records)) safety.violate('stuck', name);
    const isOlder = Date.parse(manifest.asOf) < requestedAt;
    if (force && leaves.has(folder) && isOlder && job?.value?.state !== 'failed') {
      safety.violate('lost', `no newer report of ${name}`);
    }
    const plan = await readPlan(repository, week.name);
    if (week === OLD_WEEK && plan !== null) {
      const isExcused = manifest.status === 'partial';
      await checkReport(deployment, week, { plan, manifest, allowsMissingData: isExcused });
    }
  }

  const isUndisturbed =
    !changes.hasChanges &&
    ![...faultPlan.counts.keys()].some((fault) => CAUSES_OF_NEW_REVISIONS.test(fault));
  for (const [key, manifests] of safety.history) {
    const isRequested = [WEEK, OLD_WEEK].some(
      ({ name }) => key.includes(name) && safety.wasRequested(name),
    );
    if (isUndisturbed && !isRequested && manifests.length > 1) {
      safety.violate('unnecessary revision', `${key} has ${manifests.length} revisions`);
    }
  }
}

/**
 * A process may have died between writing the job record and sending the job; meanwhile the record answers further
 * requests. The planner sends the job in a week that it covers, only a later request in an older one.
 */
async function repeatUnsentRequests(
  deployment: SimulatedDeployment,
  acceptedRequests: readonly AcceptedRequest[],
): Promise<void> {
  const sentJobs = parseJobs(deployment.queue.accepted);
  for (const { requestedAt, ...request } of acceptedRequests) {
    if (request.week !== OLD_WEEK) continue;
    const isSent = sentJobs.some(
      ({ week, folder, since }) =>
        week === request.week.name &&
        folder === request.folder &&
        (!request.force || (since !== null && Date.parse(since) >= requestedAt)),
    );
    const id = { week: request.week.name, folder: request.folder };
    const records = recordsOf(deployment);
    const job = await findJob(records, id);
    // A delayed write may have stored the record again after the job was done without a report.
    const isQueuedWithoutReport =
      (await findIntactManifest(deployment.repository, id)) === null &&
      job?.value?.state === 'queued';
    // The record may be that of a later request whose process died.
    const isLaterUnsent = isUnsent(job, records);
    const force = request.force || (isLaterUnsent && job?.value?.since !== null);
    if (!isSent || isQueuedWithoutReport || isLaterUnsent)
      await requestAndSettle(deployment, { ...request, force });
  }
}

/**
 * A worker may have died after its commit while another worker deleted the message, or may have left a report above as it was. Then only
 * the planner enqueues the parent's job. Where the planner does not cover the week, the status lists the outdated reports, to be requested.
 */
async function requestOutdatedReports(deployment: SimulatedDeployment): Promise<void> {
  const { queue, repository, safety, timeline } = deployment;
  const week = OLD_WEEK;
  const isOrphaned = parseJobs(queue.orphaned).some((job) => job.week === week.name);
  const archive = {
    ...repository,
    ...{ records: jobRecordCodec, planner: plannerRecordCodec },
  };
  const { folders } = await readWeekStatus(archive, week, timeline.now());
  for (const { folder, behind } of folders.toReversed()) {
    if (behind.length > 0 && (isOrphaned || safety.wasLeft(week.name, folder.key)))
      await requestAndSettle(deployment, { week, folder: folder.key, force: true });
  }
}

function recordsOf({ repository, timeline }: SimulatedDeployment): JobRecordStore {
  return { store: repository.store, records: jobRecordCodec, clock: timeline.now };
}

async function requestAndSettle(
  deployment: SimulatedDeployment,
  request: Omit<AcceptedRequest, 'requestedAt'>,
): Promise<void> {
  void deployment.requestReport(request);
  await deployment.timeline.run(() => deployment.isIdle());
}

function parseJobs(bodies: readonly string[]): readonly ReportJob[] {
  return bodies.map((body) => jobCodec.decode(new TextEncoder().encode(body)));
}
