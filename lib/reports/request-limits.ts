// Limits of what callers can request: it is stored, makes work, or goes to addresses that may belong to others. The operator's
// shell is not limited.
import { createHash } from 'node:crypto';
import { HOUR_MS } from '../domain/calendar.ts';
import type { DeliveryCodecs } from '../ports/deliveries.ts';
import type { Clock } from '../shared/clock.ts';
import { isAhead } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';
import type { IdentifiedCaller } from './access.ts';
import type { ReportRepository } from './report-repository.ts';
import { TOO_MANY_WRITERS, updateRecord } from './report-repository.ts';

export interface LimitContext {
  readonly repository: Pick<ReportRepository, 'store'>;
  readonly codecs: Pick<DeliveryCodecs, 'limits'>;
  readonly clock: Clock;
}

export interface Limit {
  readonly requests: number;
  readonly periodMs: number;
}

type LimitCode =
  'TOO_MANY_CONFIRMATIONS' | 'TOO_MANY_LINKS' | 'TOO_MANY_REPORTS' | 'TOO_MANY_SETTINGS';

/** Programs request each report of a week, make a link to each, and set a target for each folder. */
const CALLER_LIMIT: Limit = { requests: 1_000, periodMs: HOUR_MS };
const FOLDER_LIMIT: Limit = { requests: 100, periodMs: HOUR_MS };

/** Counts a new link to a report of a folder. Fails with TOO_MANY_LINKS. */
export async function countLink(
  context: LimitContext,
  caller: IdentifiedCaller,
  folder: number,
): Promise<void> {
  if (caller.origin === 'shell') return;
  const code = 'TOO_MANY_LINKS';
  await countRequest(context, digestOf('links by caller', caller.id), CALLER_LIMIT, code);
  await countRequest(context, digestOf('links to folder', folder), FOLDER_LIMIT, code);
}

/** Counts a request to make a report of a folder. Fails with TOO_MANY_REPORTS. */
export async function countReport(
  context: LimitContext,
  caller: IdentifiedCaller,
  folder: number,
): Promise<void> {
  if (caller.origin === 'shell') return;
  const code = 'TOO_MANY_REPORTS';
  await countRequest(context, digestOf('reports by caller', caller.id), CALLER_LIMIT, code);
  await countRequest(context, digestOf('reports of folder', folder), FOLDER_LIMIT, code);
}

/** Counts a request to accept something in a folder or to set its target. Fails with TOO_MANY_SETTINGS. */
export async function countSetting(
  context: LimitContext,
  caller: IdentifiedCaller,
  folder: number,
): Promise<void> {
  if (caller.origin === 'shell') return;
  const code = 'TOO_MANY_SETTINGS';
  await countRequest(context, digestOf('settings by caller', caller.id), CALLER_LIMIT, code);
  await countRequest(context, digestOf('settings of folder', folder), FOLDER_LIMIT, code);
}

/** The name of a count; `kind` keeps callers, folders and hosts apart. */
export function digestOf(kind: string, name: string | number): string {
  return createHash('sha256').update(`${kind}\n${name}`).digest('hex');
}

/** Of the record of a count. */
export function limitKey(digest: string): string {
  return `subscriptions/limits/${digest}.json`;
}

/** Counts a request unless `limit` is reached; then it fails with the code and the seconds to wait. */
export async function countRequest(
  { repository: { store }, codecs, clock }: LimitContext,
  digest: string,
  { requests, periodMs }: Limit,
  code: LimitCode,
): Promise<void> {
  const refuse = (seconds: number): Failure => new Failure(code, { retryAfterSeconds: seconds });
  const key = limitKey(digest);
  try {
    await updateRecord(store, codecs.limits, key, (stored) => {
      const now = clock();
      const recent = (stored?.times ?? []).filter(
        (time) => Date.parse(time) + periodMs > now && !isAhead(time, now),
      );
      if (recent.length >= requests) {
        throw refuse(Math.ceil((Date.parse(recent[0] ?? '') + periodMs - now) / 1000));
      }
      return { times: [...recent, new Date(now).toISOString()] };
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.facts['reason'] !== TOO_MANY_WRITERS) throw error;
    // More requests at once than can be counted.
    throw refuse(1);
  }
}
