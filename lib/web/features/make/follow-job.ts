// How the making of a report is followed until it ends. It hides what is asked of the API how often, and how a job
// that failed is told from an API that is out of reach for a moment.
import type { Formats } from '../../../i18n/formats.ts';
import type { Api, ReportPlace } from '../../api/api-client.ts';
import type { Trouble } from '../../api/api-errors.ts';
import { troubleOf } from '../../api/api-errors.ts';

/** What there is of a report now. */
export type Stand =
  | { readonly is: 'none' }
  | { readonly is: 'queued' }
  | { readonly is: 'standing'; readonly revision: number }
  /** The last job failed, and nothing stands. */
  | { readonly is: 'failed'; readonly code: string };

export type Ending =
  | { readonly is: 'made'; readonly revision: number }
  /** What stood stands, and no job is known to have failed. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'failed'; readonly code: string }
  /** Neither a report nor a job is there. */
  | { readonly is: 'lost' }
  | { readonly is: 'trouble'; readonly trouble: Trouble };

type Asking = Pick<Api, 'state' | 'week'>;

export interface Following {
  /** The revision that stood when it was asked for; null where there was none. */
  readonly standing: number | null;
  readonly sleep: (ms: number) => Promise<void>;
  /** Resolves when somebody can see the page: nobody waits behind another tab. */
  readonly whenVisible: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Told of what keeps an answer away for the time being, and with null when one came. */
  readonly onTrouble: (trouble: Trouble | null) => void;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
const GROWTH = 1.25;

/** Fails with a Trouble. */
export async function standOf(
  api: Asking,
  place: ReportPlace,
  signal: AbortSignal,
): Promise<Stand> {
  try {
    const { report, status } = await api.state(place, signal);
    if (status === 'queued') return { is: 'queued' };
    return report === null ? { is: 'none' } : { is: 'standing', revision: report.revision };
  } catch (error) {
    const { kind, code } = troubleOf(error);
    if (kind === 'notFound') return code === NOTHING_OWED ? failed(code) : { is: 'none' };
    // The same codes say why a job failed and why nothing could be looked up now: the week's overview tells which.
    const job = code === null ? null : await jobOf(api, place, signal);
    if (job === null) throw error;
    return job.state === 'queued' ? { is: 'queued' } : failed(job.code);
  }
}

/** Asks in ever longer pauses until the job ends; null when it was given up by `signal`. Never fails. */
export async function follow(
  api: Asking,
  place: ReportPlace,
  { standing, sleep, whenVisible, signal, onTrouble }: Following,
): Promise<Ending | null> {
  // Asked anew each time: it changes while something is waited for.
  const isGivenUp = (): boolean => signal.aborted;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
    await sleep(pause);
    await whenVisible();
    if (isGivenUp()) return null;
    try {
      const stand = await standOf(api, place, signal);
      onTrouble(null);
      if (stand.is !== 'queued') return await endOf(stand, standing, api, place, signal);
    } catch (error) {
      if (isGivenUp()) return null;
      const trouble = troubleOf(error);
      if (!PASSING.includes(trouble.kind)) return { is: 'trouble', trouble };
      onTrouble(trouble);
    }
  }
}

/** What goes by, while the report is made all the same. */
const PASSING: readonly Trouble['kind'][] = ['offline', 'slow', 'foreign', 'busy'];
const NOTHING_OWED = 'NOTHING_OWED';
const JOB_FAILED = 'JOB_FAILED';

async function endOf(
  stand: Exclude<Stand, { is: 'queued' }>,
  standing: number | null,
  api: Asking,
  place: ReportPlace,
  signal: AbortSignal,
): Promise<Ending> {
  switch (stand.is) {
    case 'none':
      return { is: 'lost' };
    case 'failed':
      return stand;
    case 'standing': {
      if (stand.revision !== standing) return { is: 'made', revision: stand.revision };
      // Beside a report that stands, only the overview tells of a job that failed.
      const job = await jobOf(api, place, signal);
      return job?.state === 'failed' ? failed(job.code) : { is: 'unchanged' };
    }
  }
}

async function jobOf(
  api: Asking,
  { week, folder }: ReportPlace,
  signal: AbortSignal,
): Promise<{ readonly state: 'queued' | 'failed'; readonly code: string | null } | null> {
  try {
    const { folders } = await api.week(week, signal);
    return folders.find(({ key }) => key === folder)?.job ?? null;
  } catch {
    return null;
  }
}

function failed(code: string | null): { readonly is: 'failed'; readonly code: string } {
  return { is: 'failed', code: code ?? JOB_FAILED };
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
