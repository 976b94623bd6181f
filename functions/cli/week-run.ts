// A run as a person at a terminal sees it: progress while it lasts, then the table. The same for start and report.
import { Failure } from '../../lib/shared/failure.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import type { FolderOutcome, RunWeekOptions, ReportMaking } from '../../lib/reports/run-week.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import type { Io } from './terminal.ts';
import { EXIT } from './terminal.ts';
import { showProgress } from './progress-bar.ts';

/** A report as it is stored, without what its parent is made of. */
export type CommittedReport = Pick<MadeReport, 'manifest' | 'outcome'>;

export type RunResult =
  | { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 }
  | {
      readonly outcomes: null;
      readonly exitCode: 1 | 2;
      readonly failure: Failure['code'];
      /** What was made or kept before the failure, in the order of its completion. */
      readonly committed: readonly CommittedReport[];
    };

export interface RunOptions {
  /** In front of the progress bar. */
  readonly title?: string;
  /** Called when the folders have been read and the week is known to be over. */
  readonly onBegin?: () => void;
  /** Called for each report as soon as it is committed or found to be kept. */
  readonly onCommitted?: (report: CommittedReport) => void;
}

/** Makes the reports; a typed failure is told in one line and becomes an exit code. */
export async function runWeekWithProgress(
  making: ReportMaking,
  wanted: RunWeekOptions,
  io: Io,
  { title = 'Making reports', onBegin, onCommitted }: RunOptions = {},
): Promise<RunResult> {
  const progress = showProgress(io, `${title} {bar} {value}/{total} folders {text}`);
  const committed: CommittedReport[] = [];
  try {
    const outcomes = await runWeek(making, {
      ...wanted,
      onProgress: ({ done, total, folder, report }) => {
        if (folder === null) onBegin?.();
        progress?.update(done, total, folder?.name ?? '');
        if (report === null) return;
        // The report itself would be held in memory until the end of the run.
        const { manifest, outcome } = report;
        committed.push({ manifest, outcome });
        onCommitted?.({ manifest, outcome });
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
      failure: error.code,
      committed,
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
    'Check the bucket of REPORT_STORE or --store, the region (AWS_REGION), and whose AWS credentials these are.',
  STORE_UNSUITABLE:
    'Two writers could overwrite each other there: use a store that docs/operations.md names.',
  SECRET_UNAVAILABLE:
    'Check REPORTS_SECRET, the region (AWS_REGION), and whose AWS credentials these are.',
};
