// Polls the API until a requested report is made or fails. Distinguishes a failed job from a temporarily unavailable
// API.
import type { Formats } from '../../../i18n/formats.ts';
import type { Api } from '../../api/reports-client.ts';
import type { ReportAddress } from '../../routes.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';

/** Current state of a report. */
export type MakeStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'stored'; readonly revision: number }
  /** The last job failed and no report is stored. */
  | { readonly kind: 'failed'; readonly code: string };

export type MakeOutcome =
  | { readonly kind: 'made'; readonly revision: number }
  /** The stored revision did not change, and no failed job is known. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly code: string }
  /** Neither a report nor a job exists. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'error'; readonly error: ApiError };

type StatusApi = Pick<Api, 'state' | 'week'>;

export interface FollowOptions {
  /** The stored revision before the request; null when there was none. */
  readonly previousRevision: number | null;
  readonly sleep: (ms: number) => Promise<void>;
  /** Resolves when the page is visible; hidden tabs do not poll. */
  readonly whenVisible: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Called with each transient error, and with null after a successful poll. */
  readonly onError: (error: ApiError | null) => void;
}

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 15_000;
const DELAY_GROWTH = 1.25;

/** Throws an ApiError. */
export async function readMakeStatus(
  api: StatusApi,
  place: ReportAddress,
  signal: AbortSignal,
): Promise<MakeStatus> {
  try {
    const { report, status } = await api.state(place, signal);
    if (status === 'queued') return { kind: 'queued' };
    return report === null ? { kind: 'none' } : { kind: 'stored', revision: report.revision };
  } catch (error) {
    const { kind, code } = toApiError(error);
    if (kind === 'notFound') return code === NOTHING_OWED ? failedWith(code) : { kind: 'none' };
    // A failed job and a failing API have the same problem codes; only the week overview distinguishes them.
    const job = code === null ? null : await readJob(api, place, signal);
    if (job === null) throw error;
    return job.state === 'queued' ? { kind: 'queued' } : failedWith(job.code);
  }
}

/** Polls with growing delays until the job ends. Resolves to null when `signal` aborts; never rejects. */
export async function followJob(
  api: StatusApi,
  place: ReportAddress,
  { previousRevision, sleep, whenVisible, signal, onError }: FollowOptions,
): Promise<MakeOutcome | null> {
  // A function, because the value changes during the awaits.
  const isAborted = (): boolean => signal.aborted;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * DELAY_GROWTH, MAX_DELAY_MS)) {
    await sleep(delay);
    await whenVisible();
    if (isAborted()) return null;
    try {
      const status = await readMakeStatus(api, place, signal);
      onError(null);
      if (status.kind !== 'queued')
        return await outcomeOf(status, previousRevision, api, place, signal);
    } catch (error) {
      if (isAborted()) return null;
      const apiError = toApiError(error);
      if (!TRANSIENT_KINDS.includes(apiError.kind)) return { kind: 'error', error: apiError };
      onError(apiError);
    }
  }
}

/** Errors that do not affect the job itself. */
const TRANSIENT_KINDS: readonly ApiError['kind'][] = ['offline', 'slow', 'foreign', 'busy'];
const NOTHING_OWED = 'NOTHING_OWED';
const JOB_FAILED = 'JOB_FAILED';

async function outcomeOf(
  status: Exclude<MakeStatus, { kind: 'queued' }>,
  previousRevision: number | null,
  api: StatusApi,
  place: ReportAddress,
  signal: AbortSignal,
): Promise<MakeOutcome> {
  switch (status.kind) {
    case 'none':
      return { kind: 'missing' };
    case 'failed':
      return status;
    case 'stored': {
      if (status.revision !== previousRevision) return { kind: 'made', revision: status.revision };
      // When a report is already stored, only the overview shows that its job failed.
      const job = await readJob(api, place, signal);
      return job?.state === 'failed' ? failedWith(job.code) : { kind: 'unchanged' };
    }
  }
}

async function readJob(
  api: StatusApi,
  { week, folder }: ReportAddress,
  signal: AbortSignal,
): Promise<{ readonly state: 'queued' | 'failed'; readonly code: string | null } | null> {
  try {
    const { folders } = await api.week(week, signal);
    return folders.find(({ key }) => key === folder)?.job ?? null;
  } catch {
    return null;
  }
}

function failedWith(code: string | null): { readonly kind: 'failed'; readonly code: string } {
  return { kind: 'failed', code: code ?? JOB_FAILED };
}

/** '12 seconds', '3m' */
export function elapsedText(ms: number, formats: Formats): string {
  if (ms >= MINUTE_MS) return formats.duration(Math.floor(ms / MINUTE_MS));
  const seconds = new Intl.NumberFormat(formats.locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  });
  return seconds.format(Math.floor(ms / 1000));
}

const MINUTE_MS = 60_000;
