// A run as a person at a terminal sees it: progress while it lasts, then the table. The same for start and report.
import { Failure } from '../../lib/app/failures.ts';
import type { FolderOutcome, MakeWeek, Making } from '../../lib/app/make-week.ts';
import { makeWeek } from '../../lib/app/make-week.ts';
import type { Io } from './io.ts';
import { EXIT } from './io.ts';
import { showProgress } from './progress.ts';

export type RunResult =
  | { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 }
  | { readonly outcomes: null; readonly exitCode: 1 | 2 };

/** Makes the reports; a typed failure is told in one line and becomes an exit code. */
export async function runWeek(
  making: Making,
  wanted: MakeWeek,
  io: Io,
  title = 'Making reports',
): Promise<RunResult> {
  const progress = showProgress(io, `${title} {bar} {value}/{total} {text}`);
  try {
    const outcomes = await makeWeek(making, {
      ...wanted,
      onProgress: ({ done, total, folder }) => {
        progress?.update(done, total, folder?.name ?? '');
      },
    });
    progress?.stop();
    const isPartial = outcomes.some(({ report }) => report?.manifest.status === 'partial');
    return { outcomes, exitCode: isPartial ? EXIT.partial : EXIT.done };
  } catch (error) {
    progress?.stop();
    if (!(error instanceof Failure)) throw error;
    io.stderr.write(`${adviceOn(error)}\n`);
    return {
      outcomes: null,
      exitCode: error.code === 'WEEK_NOT_CLOSED' ? EXIT.wrongUsage : EXIT.failed,
    };
  }
}

/** The failure in one line: its code, what happened, and what to do about it where there is something to do. */
export function adviceOn(failure: Failure): string {
  const advice = ADVICE[failure.code];
  return `${failure.code}: ${failure.message}.${advice === undefined ? '' : ` ${advice}`}`;
}

const ADVICE: Readonly<Partial<Record<Failure['code'], string>>> = {
  UPSTREAM_UNAUTHORIZED: 'Check FEEDBACK_API_CLIENT_ID, FEEDBACK_API_TOKEN and FEEDBACK_API_AUTH.',
  UPSTREAM_UNREACHABLE: 'Check FEEDBACK_API_URL and the network.',
  UPSTREAM_TLS: 'Check FEEDBACK_API_URL and the certificate behind it.',
  UPSTREAM_REDIRECT: 'Check FEEDBACK_API_URL: it must be the API itself.',
  FOLDER_NOT_FOUND:
    'Check --folder; for the root, check FEEDBACK_API_URL and whose credentials these are.',
  REPORT_DAMAGED: '--force makes it again.',
  STORE_UNAVAILABLE:
    'Check that the folder of REPORT_STORE or --store can be written, or that its bucket can be reached.',
  STORE_REFUSED:
    'Check the bucket of REPORT_STORE or --store, the region, and whose AWS credentials these are.',
  STORE_UNSUITABLE:
    'Two writers could overwrite each other there: use a store that docs/operations.md names.',
  SECRET_UNAVAILABLE: 'Check REPORTS_SECRET, the region, and whose AWS credentials these are.',
};
