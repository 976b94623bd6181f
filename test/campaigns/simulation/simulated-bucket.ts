// An S3 bucket in simulated time with the object store of the S3 adapter: repeated attempts, conflicts, lost and late
// answers.
import { createHash } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { retryConflicts } from '../../../lib/adapters/s3/s3-objects.ts';
import { s3ErrorCode, responseStatus, withS3Errors } from '../../../lib/adapters/s3/s3-client.ts';
import type { ListedObject, ObjectStore } from '../../../lib/ports/object-store.ts';
import { keySegments, prefixSegments } from '../../../lib/ports/object-store.ts';
import type { CallFault, FaultPlan, CallKind } from './fault-plan.ts';
import { LATE_ANSWER_MS, CONCURRENT_WORKER_MS } from './fault-plan.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';

interface StoredBytes {
  readonly bytes: Uint8Array;
  /** An ETag; like in S3 it depends on the content only. */
  readonly version: string;
}

/** Null: the object does not exist. */
export interface ObjectChange {
  readonly key: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

export interface SimulatedBucket {
  readonly objects: ReadonlyMap<string, StoredBytes>;
  /** The number of writes and removals that changed an object of this week. */
  readonly changes: (week: string) => number;
  /** How all requests fail during an outage. */
  outage: 'none' | 'unavailable' | 'refused';
  /** Stores an object without faults; for the initial state. */
  put(key: string, bytes: Uint8Array): void;
  openStore(process: SimulatedProcess, variant?: StoreVariant): ObjectStore;
}

/** A wrong interpretation of answers. */
export interface StoreVariant {
  readonly treatsConflictAsLoss?: boolean;
}

export interface BucketParts {
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  /** Called after every change. */
  readonly onChange: (change: ObjectChange) => void;
  readonly trace: (line: () => string) => void;
  readonly runConcurrentWorker: (process: SimulatedProcess) => void;
}

/** Equal to the attempts of the adapter's client. */
const ATTEMPTS = 4;
const REQUEST_TIMEOUT_MS = 15_000;
const WEEK_IN_KEY = /\d{4}-W\d{2}/;

export function createSimulatedBucket(parts: BucketParts): SimulatedBucket {
  const objects = new Map<string, StoredBytes>();
  const changes = new Map<string, number>();
  const change = (key: string, after: Uint8Array | null): void => {
    const before = objects.get(key)?.bytes ?? null;
    if (after === null) objects.delete(key);
    else objects.set(key, { bytes: after, version: versionOf(after) });
    const week = WEEK_IN_KEY.exec(key)?.[0] ?? '';
    changes.set(week, (changes.get(week) ?? 0) + 1);
    parts.onChange({ key, before, after });
  };

  const simulatedBucket: SimulatedBucket = {
    objects,
    outage: 'none',
    changes: (week) => changes.get(week) ?? 0,
    put: (key, bytes) => objects.set(key, { bytes, version: versionOf(bytes) }),
    openStore(process, variant = {}) {
      const request: SendRequest = (target, name, apply) =>
        sendRequest(parts, simulatedBucket, { process, target, name, apply });
      const write = createWriter(parts, process, request, variant);
      return createStore(objects, change, request, write);
    },
  };
  return simulatedBucket;
}

/** Sends a request of one process. */
type SendRequest = <T>(target: CallKind, name: string, apply: () => T) => Promise<T>;

interface BucketRequest<T> {
  readonly process: SimulatedProcess;
  readonly target: CallKind;
  readonly name: string;
  /** Changes or reads the bucket. */
  readonly apply: () => T;
}

/** Repeats the request until it is answered, or the attempts are used up. */
async function sendRequest<T>(
  parts: BucketParts,
  bucket: Pick<SimulatedBucket, 'outage'>,
  request: BucketRequest<T>,
): Promise<T> {
  const { timeline, faultPlan, trace, runConcurrentWorker } = parts;
  const { process, target, name } = request;
  let fault: CallFault | null = faultPlan.callFault(target);
  if (fault === 'concurrent worker') runConcurrentWorker(process);
  if (fault !== null) trace(() => `${process.name} ${name} !! ${fault ?? ''}`);
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const isFirst = attemptNumber === 1;
    try {
      if (fault === 'late') return await answerLate(parts, request);
      const ms =
        fault === 'concurrent worker' && isFirst
          ? CONCURRENT_WORKER_MS
          : 2 + 60 * faultPlan.random() ** 4 * 10;
      return await timeline.effect(process, ms, () => {
        const attemptFault = fault;
        if (bucket.outage === 'none' && isPassing(attemptFault)) fault = null;
        return answer(parts, bucket.outage, request, { fault: attemptFault, isFirst });
      });
    } catch (error) {
      const status = responseStatus(error);
      const isTransient = status === 0 || (status !== null && status >= 500);
      if (!isTransient || attemptNumber === ATTEMPTS) throw error;
      await timeline.effect(
        process,
        faultPlan.random() * 100 * 2 ** attemptNumber,
        () => undefined,
      );
    }
  }
}

/** Whether a fault happens to one attempt only. */
function isPassing(fault: CallFault | null): boolean {
  return fault === 'lost answer' || fault === 'conflict' || fault === 'throttled';
}

function answer<T>(
  { timeline, faultPlan, trace }: BucketParts,
  outage: SimulatedBucket['outage'],
  { process, target, name, apply }: BucketRequest<T>,
  { fault, isFirst }: { readonly fault: CallFault | null; readonly isFirst: boolean },
): T {
  if (outage === 'unavailable') throw s3Error('InternalError', 500);
  if (outage === 'refused') throw s3Error('AccessDenied', 403);
  switch (fault) {
    case 'crash before':
      timeline.kill(process, () => false);
      throw s3Error('killed', 500);
    case 'crash after':
      apply();
      timeline.kill(process, () => faultPlan.random() < 0.5);
      throw s3Error('killed', 500);
    case 'error':
      throw s3Error('InternalError', 500);
    case 'error after effect':
      if (isFirst) apply();
      throw s3Error('InternalError', 500);
    case 'lost answer':
      apply();
      throw s3Error('TimeoutError', 0);
    case 'conflict':
      throw s3Error('ConditionalRequestConflict', 409);
    case 'throttled':
      throw s3Error('SlowDown', 503);
    default: {
      const result = apply();
      if (process.isKilled && target === 'write') faultPlan.record('write of a dead process');
      trace(() => `${process.name} ${name}`);
      return result;
    }
  }
}

/** The client times out; the request takes effect afterwards. */
function answerLate<T>(
  { timeline, trace }: BucketParts,
  { process, name, apply }: BucketRequest<T>,
): Promise<never> {
  timeline.after(LATE_ANSWER_MS, () => {
    try {
      apply();
      trace(() => `${process.name} ${name} (late)`);
    } catch {
      // The client no longer waits for the answer.
    }
  });
  return timeline.effect(process, REQUEST_TIMEOUT_MS, () => {
    throw s3Error('TimeoutError', 0);
  });
}

/** Resolves to false when the condition of the write does not hold. */
type Write = (
  operation: string,
  key: string,
  apply: () => void,
  isReplacing: boolean,
) => Promise<boolean>;

/** Interprets answers like the adapter. */
function createWriter(
  { faultPlan, timeline }: BucketParts,
  process: SimulatedProcess,
  request: SendRequest,
  { treatsConflictAsLoss = false }: StoreVariant,
): Write {
  const retryContext = {
    random: faultPlan.random,
    sleep: (ms: number) => timeline.effect(process, ms, () => undefined),
  };
  return (operation, key, apply, isReplacing) =>
    withS3Errors(operation, keySegments(key).join('/'), async () => {
      try {
        const send = (): Promise<void> => request('write', `${operation} ${key}`, apply);
        await (treatsConflictAsLoss ? send() : retryConflicts(retryContext, send));
        return true;
      } catch (error) {
        if (responseStatus(error) === 412) return false;
        if (treatsConflictAsLoss && responseStatus(error) === 409) return false;
        if (isReplacing && s3ErrorCode(error) === 'NoSuchKey') return false;
        throw error;
      }
    });
}

function createStore(
  objects: SimulatedBucket['objects'],
  change: (key: string, after: Uint8Array | null) => void,
  request: SendRequest,
  write: Write,
): ObjectStore {
  return {
    read: (key) =>
      withS3Errors('read', keySegments(key).join('/'), () =>
        request('read', `read ${key}`, () => objects.get(key) ?? null),
      ),
    create(key, content) {
      const bytes = new Uint8Array(content);
      const apply = (): void => {
        if (objects.has(key)) throw s3Error('PreconditionFailed', 412);
        change(key, bytes);
      };
      return write('create', key, apply, false);
    },
    replace(key, content, version) {
      const bytes = new Uint8Array(content);
      const apply = (): void => {
        const storedObject = objects.get(key);
        if (storedObject === undefined) throw s3Error('NoSuchKey', 404);
        if (storedObject.version !== version) throw s3Error('PreconditionFailed', 412);
        change(key, bytes);
      };
      return write('replace', key, apply, true);
    },
    entries: (prefix, fileName) =>
      withS3Errors('entries', prefixSegments(prefix).join('/'), () =>
        request('read', `list all ${prefix}`, () => listEntries(objects, prefix, fileName)),
      ),
    children: (prefix) =>
      withS3Errors('children', prefixSegments(prefix).join('/'), () =>
        request('read', `list ${prefix}`, () => listChildren(objects, prefix)),
      ),
    remove: (key) =>
      withS3Errors('remove', keySegments(key).join('/'), () =>
        request('remove', `remove ${key}`, () => {
          if (objects.has(key)) change(key, null);
        }),
      ),
  };
}

/** `children` of an object store. */
export function listChildren(
  objects: SimulatedBucket['objects'],
  prefix: string,
): readonly string[] {
  const names = new Set<string>();
  for (const key of objects.keys()) {
    if (!key.startsWith(prefix)) continue;
    const end = key.indexOf('/', prefix.length);
    names.add(key.slice(prefix.length, end === -1 ? undefined : end));
  }
  return [...names].sort();
}

/** `entries` of an object store. */
export function listEntries(
  objects: SimulatedBucket['objects'],
  prefix: string,
  fileName?: string,
): readonly ListedObject[] {
  const entries: ListedObject[] = [];
  for (const [key, { version }] of objects) {
    const hasName = fileName === undefined || key.endsWith(`/${fileName}`);
    if (hasName && key.startsWith(prefix)) entries.push({ key, version });
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function versionOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function s3Error(name: string, httpStatusCode: number): S3ServiceException {
  const $fault = httpStatusCode < 500 ? 'client' : 'server';
  return new S3ServiceException({ name, $fault, $metadata: { httpStatusCode }, message: name });
}
