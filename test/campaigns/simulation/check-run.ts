// The verdict on a run that is over: reports, links, and what people had asked for.
import { jobCodec, jobRecordCodec } from '../../../lib/adapters/json/index.ts';
import type { JobRecords } from '../../../lib/jobs/job-records.ts';
import { findJob, isPending } from '../../../lib/jobs/job-records.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { readManifest, readPlan } from '../../../lib/reports/report-repository.ts';
import { weekStatus } from '../../../lib/jobs/week-status.ts';
import type { Deployment } from './simulated-deployment.ts';
import { judgeLinks, judgeReport, judgeWeek } from './liveness.ts';
import { foldersIn } from './simulated-folders.ts';
import { OLD, WEEK } from './starting-state.ts';
import type { Asked, Drift } from './injected-faults.ts';

interface JudgedBy {
  readonly drift: Drift;
  readonly asked: readonly Asked[];
  /** When the second look was due. */
  readonly lookedAt?: number | null;
}

/** After what a report may have more than one revision. */
const REMAKING =
  /upstream|survey (breaks|moves|pressed)|folder (m|v|a)|late data|outage|refuses|tick|dead letter/;

export async function judge(
  it: Deployment,
  { drift, asked, lookedAt = null }: JudgedBy,
): Promise<void> {
  const { repository, safety, chaos, timeline, queue, company } = it;
  const isWhole = drift.gone.size === 0;
  await judgeWeek(it, WEEK, {
    // What was sent late is in it, unless its look lies with the dead letters or its survey elsewhere.
    holdsUntil: drift.isAny || queue.dead.length > 0 ? 0 : (lookedAt ?? 0),
    mustOwe: drift.stayed,
    mustHold: isWhole
      ? drift.unmoved.filter((survey) => company.history.belongs(survey, WEEK, timeline.now()))
      : [],
    gone: drift.gone,
  });
  await judgeLinks(it);

  await askAgain(it, asked);
  await askForWhatIsBehind(it);
  const records = recordsOf(it);
  const dead = jobsIn(queue.dead);
  const leaves = new Set(
    foldersIn(company.root).flatMap(({ key, folders }) => (folders.length === 0 ? [key] : [])),
  );
  for (const { week, folder, force, at } of asked) {
    // What no worker could do lies with the dead letters, and an alarm rings.
    if (dead.some((job) => job.week === week.name) || drift.isAny) continue;
    const name = `${folder} for ${week.name}, asked for at ${new Date(at).toISOString()}`;
    const manifest = await readManifest(repository, { week: week.name, folder });
    const job = await findJob(records, { week: week.name, folder });
    if (manifest === null) {
      if (job?.record?.state !== 'failed') safety.violate('lost', `no report of ${name}`);
      continue;
    }
    if (isPending(job, manifest.revision, records)) safety.violate('stuck', name);
    const isOlder = Date.parse(manifest.asOf) < at;
    if (force && leaves.has(folder) && isOlder && job?.record?.state !== 'failed') {
      safety.violate('lost', `nothing newer of ${name}`);
    }
    const plan = await readPlan(repository, week.name);
    if (week === OLD && plan !== null) {
      const isExcused = manifest.status === 'partial';
      await judgeReport(it, week, { plan, manifest, isExcused });
    }
  }

  const isCalm = !drift.isAny && ![...chaos.counts.keys()].some((fault) => REMAKING.test(fault));
  for (const [key, manifests] of safety.history) {
    const isWanted = [WEEK, OLD].some(
      ({ name }) => key.includes(name) && safety.wasRequested(name),
    );
    if (isCalm && !isWanted && manifests.length > 1) {
      safety.violate('needless', `${key} has ${manifests.length} revisions`);
    }
  }
}

/**
 * Whoever noted a job may have died before it was sent; others were told meanwhile that it is queued. Somebody who asks
 * again later has it sent, and nobody else does where no planner looks.
 */
async function askAgain(it: Deployment, asked: readonly Asked[]): Promise<void> {
  const sent = jobsIn(it.queue.accepted);
  for (const { at, ...request } of asked) {
    const wasSent = sent.some(
      ({ week, folder, since }) =>
        week === request.week.name &&
        folder === request.folder &&
        (!request.force || (since !== null && Date.parse(since) >= at)),
    );
    const id = { week: request.week.name, folder: request.folder };
    // A second note may be written late, when the job is done and found that nothing is owed.
    const isNoted =
      (await readManifest(it.repository, id)) === null &&
      (await findJob(recordsOf(it), id))?.record?.state === 'queued';
    if (!wasSent || isNoted) await askNow(it, request);
  }
}

/**
 * A worker may have died after its report was made, and another have taken the message from the queue: nobody asks for
 * the parent's then but the planner. Where no planner looks, `status` tells which are behind, and somebody asks anew.
 */
async function askForWhatIsBehind(it: Deployment): Promise<void> {
  if (!jobsIn(it.queue.orphaned).some(({ week }) => week === OLD.name)) return;
  const archive = { ...it.repository, records: jobRecordCodec() };
  const { folders } = await weekStatus(archive, OLD, it.timeline.now());
  for (const { folder, behind } of folders.toReversed()) {
    if (behind.length > 0) await askNow(it, { week: OLD, folder: folder.key, force: true });
  }
}

function recordsOf({ repository, timeline }: Deployment): JobRecords {
  return { store: repository.store, records: jobRecordCodec(), clock: timeline.now };
}

async function askNow(it: Deployment, request: Omit<Asked, 'at'>): Promise<void> {
  void it.ask(request);
  await it.timeline.run(() => it.isQuiet());
}

function jobsIn(bodies: readonly string[]): readonly ReportJob[] {
  const jobs = jobCodec();
  return bodies.map((body) => jobs.decode(new TextEncoder().encode(body)));
}
