// What must hold at every moment, whatever goes wrong: looked at after each change of the store and each message told.
import { manifestCodec } from '../../../lib/adapters/json/index.ts';
import type { ReportReady } from '../../../lib/ports/delivery.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { isAtLeastAsComplete } from '../../../lib/domain/problems.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { Bucket, Change } from './simulated-bucket.ts';

export interface Violation {
  readonly rule: string;
  readonly what: string;
}

export interface Safety {
  readonly violations: readonly Violation[];
  /** Every manifest that ever stood, by key, oldest first. */
  readonly history: ReadonlyMap<string, readonly Manifest[]>;
  violate(rule: string, what: string): void;
  /** Files of this week may go, after their manifests. */
  mayPrune(week: string): void;
  /** Somebody has asked for a report of this week, maybe anew with whatever can be had. */
  onRequest(week: string, force: boolean): void;
  wasRequested(week: string): boolean;
  onChange(bucket: Pick<Bucket, 'objects'>, change: Change): void;
  /** Somebody was told; the channel names who. */
  onTold(channel: string, report: ReportReady): void;
}

const MANIFEST = /^weeks\/([^/]+)\/folders\/(\d+)\/manifest\.json$/;
const FILE = /^weeks\/([^/]+)\/folders\/(\d+)\/[^/]+\.(pdf|json)$/;

export function safety(): Safety {
  const manifests = manifestCodec();
  const violations: Violation[] = [];
  const history = new Map<string, Manifest[]>();
  const pruned = new Set<string>();
  const requested = new Set<string>();
  const forced = new Set<string>();
  /** By week. */
  const told = new Map<string, Set<string>>();
  /** The manifest key of a file's folder. */
  const beside = (key: string): string => key.replace(/[^/]+$/, 'manifest.json');
  const violate = (rule: string, what: string): void => {
    violations.push({ rule, what });
  };

  const filesOf = (objects: Bucket['objects'], manifest: Manifest, key: string): void => {
    for (const file of Object.values(manifest.files)) {
      const bytes = objects.get(file.key)?.bytes;
      if (bytes === undefined) violate('dangling', `${key} names ${file.key}, which is not there`);
      else if (sha256Of(bytes) !== file.sha256)
        violate('torn', `${file.key} is not what ${key} says`);
    }
  };

  const onManifest = (objects: Bucket['objects'], { key, before, after }: Change): void => {
    const week = MANIFEST.exec(key)?.[1] ?? '';
    if (after === null) {
      // What is made again of a week that was taken away begins at the first revision.
      if (pruned.has(week)) {
        history.delete(key);
        told.delete(week);
      } else violate('removed', `${key} was removed by nobody who may`);
      return;
    }
    const manifest = manifests.decode(after);
    const earlier = history.get(key) ?? [];
    const last = before === null ? null : manifests.decode(before);
    history.set(key, [...earlier, manifest]);
    if (earlier.some(({ revision }) => revision === manifest.revision)) {
      violate('two of one revision', `${key} revision ${manifest.revision}`);
    }
    if (manifest.revision !== (last?.revision ?? 0) + 1) {
      violate('revisions', `${key} from ${last?.revision ?? 0} to ${manifest.revision}`);
    }
    // What a child lacks its parent lacks, also one that came later.
    const own = manifest.problems.filter(
      ({ folder = manifest.folder.key }) => folder === manifest.folder.key,
    );
    const isLesser = last !== null && !isAtLeastAsComplete(last.problems, own);
    if (isLesser && !forced.has(week)) {
      violate('lesser', `${key} revision ${manifest.revision} lacks what ${last.revision} had`);
    }
    filesOf(objects, manifest, key);
  };

  return {
    violations,
    history,
    violate,
    mayPrune: (week) => {
      pruned.add(week);
    },
    onRequest(week, force) {
      requested.add(week);
      if (force) forced.add(week);
    },
    wasRequested: (week) => requested.has(week),
    onChange(bucket, change) {
      const { key, before, after } = change;
      if (MANIFEST.test(key)) onManifest(bucket.objects, change);
      else if (FILE.test(key) && before !== null) {
        const week = FILE.exec(key)?.[1] ?? '';
        if (after === null && !pruned.has(week)) violate('removed', `${key} was removed`);
        const at = beside(key);
        const standing = bucket.objects.get(at);
        if (standing !== undefined) filesOf(bucket.objects, manifests.decode(standing.bytes), at);
        if (after !== null && sha256Of(before) !== sha256Of(after)) {
          violate('changed', `${key} was written over`);
        }
      }
    },
    onTold(channel, { week, folder, revision, files }) {
      const name = `${channel} of ${week} ${folder.key} revision ${revision}`;
      const before = told.get(week) ?? new Set();
      if (before.has(name)) violate('told twice', name);
      told.set(week, before.add(name));
      const stood = history.get(`weeks/${week}/folders/${folder.key}/manifest.json`) ?? [];
      const isThat = stood.some(
        (one) => one.revision === revision && one.files.json.sha256 === files.json.sha256,
      );
      if (!isThat) violate('told of nothing', name);
    },
  };
}
