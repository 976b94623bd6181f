// Checks that must hold at any time: they run after each change of the store and each notification.
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import { isGivenUp } from '../../../lib/jobs/job-records.ts';
import type { ReportOfJob } from '../../../lib/jobs/run-job.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { MAX_RECEIVES, rootsOf } from '../../../lib/ports/job-queue.ts';
import { subtreesOf } from '../../../lib/reports/plan.ts';
import type { ReportReady } from '../../../lib/ports/deliveries.ts';
import { planKey, sha256Of } from '../../../lib/reports/report-repository.ts';
import { isAtLeastAsComplete } from '../../../lib/domain/problems.ts';
import type { Manifest, Plan } from '../../../lib/ports/stored-records.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import { endsRun, Failure } from '../../../lib/shared/failure.ts';
import { jobRecordCodec, repositoryCodecs } from './decode-once.ts';
import type { SimulatedBucket, ObjectChange } from './simulated-bucket.ts';

export interface Violation {
  readonly rule: string;
  readonly description: string;
}

export interface SafetyChecks {
  readonly violations: readonly Violation[];
  /** All manifests that were ever stored, by key, oldest first. */
  readonly history: ReadonlyMap<string, readonly Manifest[]>;
  violate(rule: string, what: string): void;
  /** Allows the removal of files of this week after their manifests. */
  allowPruning(week: string): void;
  /** `force` allows revisions that are less complete. */
  onRequest(week: string, force: boolean): void;
  wasRequested(week: string): boolean;
  onChange(bucket: Pick<SimulatedBucket, 'objects'>, change: ObjectChange): void;

  /** Returns what checks the messages that a job sends: they may only replace it, each with fewer folders. */
  onJob(objects: SimulatedBucket['objects'], job: ReportJob): (sent: readonly ReportJob[]) => void;
  /**
   * What a job did about a folder: it fails for a reason of its own, or of one below it, unless its process was killed, where all reads
   * fail. `receives`: of the job's message.
   */
  onReport(
    job: ReportJob,
    report: ReportOfJob,
    attempt: { readonly receives: number; readonly isKilled: boolean },
  ): void;
  /** Whether a job has left a folder's report as it was: data of the folder could not be read, or the last attempt failed. */
  wasLeft(week: string, folder: number): boolean;
  onNotification(channel: string, report: ReportReady): void;
}

const MANIFEST = /^weeks\/([^/]+)\/folders\/(\d+)\/manifest\.json$/;
const PLAN = /^weeks\/[^/]+\/plan\.json$/;
const JOB_RECORD = /^requests\/([^/]+)\/(\d+)\.json$/;
const FOLDER = /^weeks\/([^/]+)\/folders\/(\d+)\//;
const FILE = /^weeks\/([^/]+)\/folders\/(\d+)\/[^/]+\.(pdf|json)$/;

export function createSafetyChecks(now: Clock): SafetyChecks {
  const { manifests } = repositoryCodecs;
  const violations: Violation[] = [];
  const history = new Map<string, Manifest[]>();
  /** Weeks and folders that were ever given up. */
  const givenUp = new Set<string>();
  /** All plans that were ever stored, by key: a job may work on an earlier one. */
  const plans = new Map<string, readonly Plan[]>();
  /** Weeks and folders of `wasLeft`. */
  const left = new Set<string>();
  const prunedWeeks = new Set<string>();
  const requestedWeeks = new Set<string>();
  const forcedWeeks = new Set<string>();
  /** Sent notifications by week. */
  const notifications = new Map<string, Set<string>>();

  const manifestKeyOf = (key: string): string => key.replace(/[^/]+$/, 'manifest.json');
  const violate = (rule: string, what: string): void => {
    violations.push({ rule, description: what });
  };

  const planOf = (objects: SimulatedBucket['objects'], week: string): Plan | null => {
    const stored = objects.get(planKey(week));
    return stored === undefined ? null : repositoryCodecs.plans.decode(stored.bytes);
  };

  /** A report lacks one below it only a day after it was due, and where that folder was given up. */
  const checkMissingChildren = (
    objects: SimulatedBucket['objects'],
    { week, folder, problems }: Manifest,
  ): void => {
    const planned = planOf(objects, week)?.folders ?? [];
    const dueAt = planned.find(({ key }) => key === folder.key)?.dueAt;
    for (const { code, folder: child } of problems) {
      const isBelow = planned.some(({ key, parent }) => key === child && parent === folder.key);
      if (code !== 'CHILD_MISSING' || !isBelow || dueAt === undefined) continue;
      const isLate = now() >= Date.parse(dueAt) + DAY_MS;
      if (!isLate || !givenUp.has(`${week} ${child ?? ''}`))
        violate('not waited', `${week} ${folder.key} lacks ${child ?? ''}`);
    }
  };

  /** Before it is due, a report is made only on request. */
  const checkDue = (objects: SimulatedBucket['objects'], { week, folder }: Manifest): void => {
    if (requestedWeeks.has(week)) return;
    const dueAt = planOf(objects, week)?.folders.find(({ key }) => key === folder.key)?.dueAt;
    if (dueAt !== undefined && now() < Date.parse(dueAt))
      violate('not due', `${week} ${folder.key} was made before ${dueAt}`);
  };

  const checkFiles = (
    objects: SimulatedBucket['objects'],
    manifest: Manifest,
    key: string,
  ): void => {
    for (const file of Object.values(manifest.files)) {
      const bytes = objects.get(file.key)?.bytes;
      if (bytes === undefined) violate('dangling', `${key} names ${file.key}, which is not there`);
      else if (sha256Of(bytes) !== file.sha256)
        violate('torn', `${file.key} differs from the digest in ${key}`);
    }
  };

  const onManifest = (
    objects: SimulatedBucket['objects'],
    { key, before, after }: ObjectChange,
  ): void => {
    const week = MANIFEST.exec(key)?.[1] ?? '';
    if (after === null) {
      // After pruning, reports start again at revision 1.
      if (prunedWeeks.has(week)) {
        history.delete(key);
        notifications.delete(week);
      } else violate('removed', `${key} was removed without pruning`);
      return;
    }
    const manifest = manifests.decode(after);
    const previousManifests = history.get(key) ?? [];
    const previousManifest = before === null ? null : manifests.decode(before);
    history.set(key, [...previousManifests, manifest]);
    if (previousManifests.some(({ revision }) => revision === manifest.revision)) {
      violate('duplicate revision', `${key} revision ${manifest.revision}`);
    }
    if (manifest.revision !== (previousManifest?.revision ?? 0) + 1) {
      violate(
        'revision gap',
        `${key} from ${previousManifest?.revision ?? 0} to ${manifest.revision}`,
      );
    }
    // Problems of subfolders don't count: a subfolder may have been added later.
    const ownProblems = manifest.problems.filter(
      ({ folder = manifest.folder.key }) => folder === manifest.folder.key,
    );
    const isLessComplete =
      previousManifest !== null && !isAtLeastAsComplete(previousManifest.problems, ownProblems);
    if (isLessComplete && !forcedWeeks.has(week)) {
      violate(
        'less complete',
        `${key} revision ${manifest.revision} lacks what ${previousManifest.revision} had`,
      );
    }
    checkFiles(objects, manifest, key);
    checkMissingChildren(objects, manifest);
    checkDue(objects, manifest);
  };

  return {
    violations,
    history,
    violate,
    allowPruning: (week) => {
      prunedWeeks.add(week);
    },
    onRequest(week, force) {
      requestedWeeks.add(week);
      if (force) forcedWeeks.add(week);
    },
    wasRequested: (week) => requestedWeeks.has(week),
    onChange(bucket, change) {
      const { key, before, after } = change;
      if (PLAN.test(key) && after !== null)
        plans.set(key, [...(plans.get(key) ?? []), repositoryCodecs.plans.decode(after)]);
      const recordOf = JOB_RECORD.exec(key);
      if (recordOf !== null && after !== null) {
        const value = jobRecordCodec.decode(after);
        if (isGivenUp({ value, version: '' })) givenUp.add(`${value.week} ${value.folder}`);
      }
      if (MANIFEST.test(key)) onManifest(bucket.objects, change);
      else if (FILE.test(key) && before !== null) {
        const week = FILE.exec(key)?.[1] ?? '';
        if (after === null && !prunedWeeks.has(week)) violate('removed', `${key} was removed`);
        const manifestKey = manifestKeyOf(key);
        const storedManifest = bucket.objects.get(manifestKey);
        if (storedManifest !== undefined)
          checkFiles(bucket.objects, manifests.decode(storedManifest.bytes), manifestKey);
        if (after !== null && sha256Of(before) !== sha256Of(after)) {
          violate('changed', `${key} was written over`);
        }
      }
    },
    onJob(objects, job) {
      const plan = planOf(objects, job.week);
      if (plan === null) return () => undefined;
      const sizeOf = (of: ReportJob): number =>
        of.only === true ? rootsOf(of).length : subtreesOf(plan, rootsOf(of)).size;
      return (sent) => {
        for (const part of sent) {
          if (sizeOf(part) >= sizeOf(job))
            violate('not divided', `${JSON.stringify(job)} is replaced by ${JSON.stringify(part)}`);
        }
      };
    },
    onReport({ week }, { folder, result }, { receives, isKilled }) {
      const lacksData = result.outcome === 'kept' && result.lacks === 'unknown';
      const hasFailed = result.outcome === 'failed' && receives >= MAX_RECEIVES;
      if (lacksData || hasFailed) left.add(`${week} ${folder}`);
      if (isKilled || result.outcome !== 'failed' || !(result.error instanceof Failure)) return;
      const { code, facts } = result.error;
      if (endsRun(result.error) || code === 'STORE_REFUSED') return;
      const [, ofWeek, other] = FOLDER.exec(String(facts['key'])) ?? [];
      const isBelow = (plan: Plan): boolean => subtreesOf(plan, [folder]).has(Number(other));
      if (ofWeek !== week || plans.get(planKey(week))?.some(isBelow) === true) return;
      violate('prevented', `${week} ${folder} fails with ${code} of ${other ?? ''}`);
    },
    wasLeft: (week, folder) => left.has(`${week} ${folder}`),
    onNotification(channel, { week, folder, revision, files }) {
      const name = `${channel} of ${week} ${folder.key} revision ${revision}`;
      const before = notifications.get(week) ?? new Set();
      if (before.has(name)) violate('notified twice', name);
      notifications.set(week, before.add(name));
      const storedManifests =
        history.get(`weeks/${week}/folders/${folder.key}/manifest.json`) ?? [];
      const matchesRevision = storedManifests.some(
        (manifest) =>
          manifest.revision === revision && manifest.files.json.sha256 === files.json.sha256,
      );
      if (!matchesRevision) violate('notified of unknown report', name);
    },
  };
}
