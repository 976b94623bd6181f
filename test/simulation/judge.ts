// The verdict on a run that is over: reports, links, and what people had asked for.
import { jobCodec, jobRecordCodec } from '../../lib/adapters/json/index.ts';
import { findJob, isPending } from '../../lib/app/job-records.ts';
import { readManifest, readPlan } from '../../lib/app/shelf.ts';
import type { SimFolder } from './company.ts';
import type { Deployment } from './deployment.ts';
import { judgeLinks, judgeReport, judgeWeek, owedBy } from './liveness.ts';
import { COMPANY, OLD, WEEK } from './stage.ts';
import type { Asked, Drift } from './trouble.ts';

interface JudgedBy {
  readonly drift: Drift;
  readonly asked: readonly Asked[];
  readonly root?: SimFolder;
  /** When the second look was due. */
  readonly lookedAt?: number | null;
}

/** Faults after which a report may have more than one revision. */
const REMAKING = /upstream|survey|folder|late data|outage|refuses|tick|dead letter/;

export async function judge(
  it: Deployment,
  { drift, asked, root = COMPANY, lookedAt = null }: JudgedBy,
): Promise<void> {
  const { shelf, safety, chaos, timeline, queue } = it;
  await judgeWeek(it, WEEK, {
    // What was sent late is in it, unless its look lies with the dead letters or its survey elsewhere.
    holdsUntil: drift.isAny || queue.dead.length > 0 ? 0 : (lookedAt ?? 0),
    mustOwe: drift.isAny ? drift.stayed : owedBy(root),
    gone: drift.gone,
  });
  await judgeLinks(it);

  await askAgain(it, asked);
  const records = { store: shelf.store, records: jobRecordCodec(), clock: timeline.now };
  const jobs = jobCodec();
  const decode = (body: string) => jobs.decode(new TextEncoder().encode(body));
  const dead = queue.dead.map(decode);
  // What a second worker had still to set going is set going by the planner, or where none looks by nobody.
  const orphaned = queue.orphaned.map(decode);
  for (const { week, folder, force, at } of asked) {
    // What no worker could do lies with the dead letters, and an alarm rings.
    if (dead.some((job) => job.week === week.name) || drift.isAny) continue;
    const name = `${folder} for ${week.name}, asked for at ${new Date(at).toISOString()}`;
    const manifest = await readManifest(shelf, { week: week.name, folder });
    if (manifest === null) {
      const job = await findJob(records, { week: week.name, folder });
      if (job?.record?.state !== 'failed') safety.violate('lost', `no report of ${name}`);
      continue;
    }
    const job = await findJob(records, { week: week.name, folder });
    if (isPending(job, manifest.revision, records)) safety.violate('stuck', name);
    const isLeaf = [21, 22, 31].includes(folder);
    if (force && isLeaf && Date.parse(manifest.asOf) < at && job?.record?.state !== 'failed') {
      safety.violate('lost', `nothing newer of ${name}`);
    }
    const plan = await readPlan(shelf, week.name);
    const isOrphaned = orphaned.some((job) => job.week === week.name);
    if (week === OLD && plan !== null && !isOrphaned) {
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
  const jobs = jobCodec();
  const sent = it.queue.accepted.map((body) => jobs.decode(new TextEncoder().encode(body)));
  for (const { at, ...request } of asked) {
    const wasSent = sent.some(
      ({ week, folder, since }) =>
        week === request.week.name &&
        folder === request.folder &&
        (!request.force || (since !== null && Date.parse(since) >= at)),
    );
    if (wasSent) continue;
    void it.ask(request);
    await it.timeline.run(() => it.isQuiet());
  }
}
