// A bucket of S3 in simulated time, behind the store that reports know. It hides what its clients do: attempts that
// are repeated, conflicts that are tried again, answers that never come.
import { createHash } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { despiteConflicts } from '../../../lib/adapters/s3/s3-objects.ts';
import { answeredCode, statusOf, telling } from '../../../lib/adapters/s3/s3-errors.ts';
import { segmentsOf, segmentsOfPrefix } from '../../../lib/shared/object-key.ts';
import type { ListedObject, ObjectStore } from '../../../lib/ports/object-store.ts';
import type { CallFault, Chaos, Target } from './fault-plan.ts';
import { LATE_MS, RIVAL_MS } from './fault-plan.ts';
import type { Process, Timeline } from './timeline.ts';

interface Kept {
  readonly bytes: Uint8Array;
  /** As S3 makes it: by the content alone. */
  readonly version: string;
}

/** One change of one object; null for none. */
export interface Change {
  readonly key: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

export interface Bucket {
  readonly objects: ReadonlyMap<string, Kept>;
  /** Writes and removals that had an effect, of keys of a week. */
  readonly changes: (week: string) => number;
  /** What answers to everybody while it lasts. */
  outage: 'none' | 'unavailable' | 'refused';
  /** Puts an object there before anything begins. */
  put(key: string, bytes: Uint8Array): void;
  storeOf(process: Process, variant?: StoreVariant): ObjectStore;
}

/** How a wrong client reads answers. */
export interface StoreVariant {
  readonly conflictIsLoss?: boolean;
}

export interface BucketParts {
  readonly timeline: Timeline;
  readonly chaos: Chaos;
  /** Looks at every change as soon as it is there. */
  readonly onChange: (change: Change) => void;
  readonly trace: (line: () => string) => void;
  readonly rival: (process: Process) => void;
}

/** As many as the adapter's client makes. */
const ATTEMPTS = 4;
const REQUEST_TIMEOUT_MS = 15_000;
const WEEK_IN_KEY = /\d{4}-W\d{2}/;

export function bucket({ timeline, chaos, onChange, trace, rival }: BucketParts): Bucket {
  const objects = new Map<string, Kept>();
  const changes = new Map<string, number>();
  const change = (key: string, after: Uint8Array | null): void => {
    const before = objects.get(key)?.bytes ?? null;
    if (after === null) objects.delete(key);
    else objects.set(key, { bytes: after, version: versionOf(after) });
    const week = WEEK_IN_KEY.exec(key)?.[0] ?? '';
    changes.set(week, (changes.get(week) ?? 0) + 1);
    onChange({ key, before, after });
  };
  const latency = (): number => 2 + 60 * chaos.random() ** 4 * 10;

  /** One request after another until one is answered. */
  async function request<T>(
    process: Process,
    target: Target,
    name: string,
    happen: () => T,
  ): Promise<T> {
    let fault: CallFault | null = chaos.callFault(target);
    if (fault === 'rival') rival(process);
    if (fault !== null) trace(() => `${process.name} ${name} !! ${fault ?? ''}`);
    const attempt = (first: boolean) => (): T => {
      if (bucketNow.outage === 'unavailable') throw answered('InternalError', 500);
      if (bucketNow.outage === 'refused') throw answered('AccessDenied', 403);
      switch (fault) {
        case 'crash before':
          timeline.kill(process, () => false);
          throw answered('never heard', 500);
        case 'crash after': {
          happen();
          timeline.kill(process, () => chaos.random() < 0.5);
          throw answered('never heard', 500);
        }
        case 'error':
          throw answered('InternalError', 500);
        case 'error after effect':
          if (first) happen();
          throw answered('InternalError', 500);
        case 'lost answer':
          fault = null;
          happen();
          throw answered('TimeoutError', 0);
        case 'conflict':
          fault = null;
          throw answered('ConditionalRequestConflict', 409);
        case 'throttled':
          fault = null;
          throw answered('SlowDown', 503);
        default: {
          const answer = happen();
          if (process.isDead && target === 'write') chaos.happened('write of a dead process');
          trace(() => `${process.name} ${name}`);
          return answer;
        }
      }
    };
    const late = (): Promise<never> => {
      timeline.after(LATE_MS, () => {
        try {
          happen();
          trace(() => `${process.name} ${name} (late)`);
        } catch {
          // Nobody hears of it.
        }
      });
      return timeline.effect(process, REQUEST_TIMEOUT_MS, () => {
        throw answered('TimeoutError', 0);
      });
    };
    for (let tries = 1; ; tries += 1) {
      try {
        if (fault === 'late') return await late();
        const ms = fault === 'rival' && tries === 1 ? RIVAL_MS : latency();
        return await timeline.effect(process, ms, attempt(tries === 1));
      } catch (error) {
        const status = statusOf(error);
        const isPassing = status === 0 || (status !== null && status >= 500);
        if (!isPassing || tries === ATTEMPTS) throw error;
        await timeline.effect(process, chaos.random() * 100 * 2 ** tries, () => undefined);
      }
    }
  }

  const bucketNow: Bucket = {
    objects,
    outage: 'none',
    changes: (week) => changes.get(week) ?? 0,
    put: (key, bytes) => objects.set(key, { bytes, version: versionOf(bytes) }),
    storeOf(process, { conflictIsLoss = false } = {}) {
      const waiting = {
        random: chaos.random,
        sleep: (ms: number) => timeline.effect(process, ms, () => undefined),
      };
      const open = new AbortController().signal;
      // As the adapter reads answers.
      const write = (
        operation: string,
        key: string,
        happen: () => void,
        isReplacing: boolean,
      ): Promise<boolean> =>
        telling(operation, segmentsOf(key).join('/'), async () => {
          try {
            const send = (): Promise<void> =>
              request(process, 'write', `${operation} ${key}`, happen);
            await (conflictIsLoss ? send() : despiteConflicts(waiting, open, send));
            return true;
          } catch (error) {
            if (statusOf(error) === 412) return false;
            if (conflictIsLoss && statusOf(error) === 409) return false;
            if (isReplacing && answeredCode(error) === 'NoSuchKey') return false;
            throw error;
          }
        });
      return {
        read: (key) =>
          telling('read', segmentsOf(key).join('/'), () =>
            request(process, 'read', `read ${key}`, () => objects.get(key) ?? null),
          ),
        create(key, given) {
          const bytes = new Uint8Array(given);
          const happen = (): void => {
            if (objects.has(key)) throw answered('PreconditionFailed', 412);
            change(key, bytes);
          };
          return write('create', key, happen, false);
        },
        replace(key, given, version) {
          const bytes = new Uint8Array(given);
          const happen = (): void => {
            const standing = objects.get(key);
            if (standing === undefined) throw answered('NoSuchKey', 404);
            if (standing.version !== version) throw answered('PreconditionFailed', 412);
            change(key, bytes);
          };
          return write('replace', key, happen, true);
        },
        entries: (prefix, last) =>
          telling('entries', segmentsOfPrefix(prefix).join('/'), () =>
            request(process, 'read', `list all ${prefix}`, () => listed(objects, prefix, last)),
          ),
        children: (prefix) =>
          telling('children', segmentsOfPrefix(prefix).join('/'), () =>
            request(process, 'read', `list ${prefix}`, () => named(objects, prefix)),
          ),
        remove: (key) =>
          telling('remove', segmentsOf(key).join('/'), () =>
            request(process, 'remove', `remove ${key}`, () => {
              if (objects.has(key)) change(key, null);
            }),
          ),
      };
    },
  };
  return bucketNow;
}

/** As `children` of a store. */
export function named(objects: Bucket['objects'], prefix: string): readonly string[] {
  const below = [...objects.keys()].filter((key) => key.startsWith(prefix));
  return [...new Set(below.map((key) => key.slice(prefix.length).split('/')[0] ?? ''))].sort();
}

/** As `entries` of a store. */
export function listed(
  objects: Bucket['objects'],
  prefix: string,
  last?: string,
): readonly ListedObject[] {
  return [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .filter(([key]) => last === undefined || key.split('/').at(-1) === last)
    .map(([key, { version }]) => ({ key, version }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function versionOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function answered(name: string, httpStatusCode: number): S3ServiceException {
  const $fault = httpStatusCode < 500 ? 'client' : 'server';
  return new S3ServiceException({ name, $fault, $metadata: { httpStatusCode }, message: name });
}
