// Runs a week with a progress bar and turns a failure into one line and an exit code.
import type { FolderName } from '../../lib/domain/report.ts';
import { endsRun, Failure } from '../../lib/shared/failure.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import type {
  FolderOutcome,
  RunWeekOptions,
  ReportMakingContext,
} from '../../lib/reports/run-week.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import type { Io } from './terminal.ts';
import { PROGRAM, EXIT, formatCount, TOO_MANY_FILES } from './terminal.ts';
import { showProgress } from './terminal-output.ts';

/** A stored report without the data that its parent's report is built from. */
export type CommittedReport = Pick<MadeReport, 'manifest' | 'outcome'>;

export type RunResult =
  | { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 }
  | {
      readonly outcomes: null;
      readonly exitCode: 1 | 2;
      readonly failure: Failure['code'];
      /** Reports committed or left unchanged before the failure, in the order of completion. */
      readonly committed: readonly CommittedReport[];
    };

export interface RunOptions {
  /** Shown in front of the progress bar. */
  readonly title?: string;
  /** Called when the folders have been read and the week is known to have ended. */
  readonly onBegin?: () => void;
  /** Called for each report as soon as it is committed or left unchanged. */
  readonly onCommitted?: (report: CommittedReport) => void;
}

/** Makes the reports. A `Failure` is printed in one line and becomes an exit code; any other error is thrown. */
export async function runWeekWithProgress(
  making: ReportMakingContext,
  runOptions: RunWeekOptions,
  io: Io,
  { title = 'Creating reports', onBegin, onCommitted }: RunOptions = {},
): Promise<RunResult> {
  const progress = showProgress(io, `${title} {bar} {value}/{total} folders {text}`);
  const committed: CommittedReport[] = [];
  const failed: FailedFolder[] = [];
  try {
    const outcomes = await runWeek(making, {
      ...runOptions,
      onProgress: ({ done: finished, total, folder, report, failure }) => {
        if (folder === null) onBegin?.();
        progress?.update(finished, total, folder?.name ?? '');
        if (folder !== null && failure instanceof Failure) failed.push({ folder, failure });
        if (report === null) return;
        // Without this selection, every report would stay in memory until the end of the run.
        const { manifest, outcome } = report;
        committed.push({ manifest, outcome });
        onCommitted?.({ manifest, outcome });
      },
    });
    progress?.stop();
    if (outcomes.some(({ report }) => isMadeByWrongClock(report))) io.stderr.write(CLOCK_WARNING);
    const isPartial = outcomes.some(({ report }) => report?.manifest.status === 'partial');
    const lacking = Map.groupBy(outcomes, ({ lacks }) => lacks ?? 'nothing');
    for (const [lacks, text] of LACKING) {
      const count = lacking.get(lacks)?.length ?? 0;
      if (count > 0) io.stderr.write(`${formatCount(count, 'report')} ${text}`);
    }
    return { outcomes, exitCode: isPartial || lacking.has('unknown') ? EXIT.partial : EXIT.done };
  } catch (error) {
    progress?.stop();
    if (!(error instanceof Failure)) throw error;
    io.stderr.write(
      `${describeFailure(error)}\n${endsRun(error) ? '' : describeFailedFolders(failed)}`,
    );
    return {
      outcomes: null,
      exitCode: WRONG_USAGE.includes(error.code) ? EXIT.wrongUsage : EXIT.failed,
      failure: error.code,
      committed,
    };
  }
}

interface FailedFolder {
  readonly folder: FolderName;
  readonly failure: Failure;
}

const MAX_FAILED_FOLDERS = 10;

/** A line for each folder that failed alone, where there are several. */
function describeFailedFolders(failed: readonly FailedFolder[]): string {
  if (failed.length < 2) return '';
  const lines = failed
    .slice(0, MAX_FAILED_FOLDERS)
    .map(({ folder, failure }) => `  folder ${folder.key}: ${failure.code}\n`);
  const more = failed.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${formatCount(more, 'other folder')}\n`] : [])].join('');
}

function isMadeByWrongClock(report: MadeReport | null): boolean {
  return (
    report?.outcome === 'made' &&
    report.manifest.problems.some(({ code }) => code === 'CLOCK_DIFFERS')
  );
}

const LACKING = [
  [
    'unknown',
    'could not be brought up to date, because data can’t be read now. Run the command again.\n',
  ],
  [
    'gone',
    'may lack later responses: of a survey in each the reporting API no longer has data. --force makes them again without it.\n',
  ],
] as const;

const CLOCK_WARNING =
  'CLOCK_DIFFERS: the clock of this machine and that of the reporting API differ by more than 15 minutes, which the reports say. Check the time of this machine.\n';

/** What other arguments or settings correct. */
const WRONG_USAGE: readonly Failure['code'][] = ['WEEK_NOT_CLOSED', 'ROOT_DIFFERS', 'CLOCK_WRONG'];

/** Says that these weeks, ascending, have no current fact tables; nothing without any. */
export function warnAboutFacts(io: Io, weeks: readonly string[]): void {
  const [from] = weeks;
  const to = weeks.at(-1);
  if (from === undefined || to === undefined) return;
  io.stderr.write(
    `The fact tables of ${formatCount(weeks.length, 'week')} could not be written: run ${PROGRAM} facts --from ${from} --to ${to}.\n`,
  );
}

/** One line: the code, the message and, where there is any, advice. */
export function describeFailure(failure: Failure): string {
  const advice = failure.facts['reason'] === 'EMFILE' ? TOO_MANY_FILES : ADVICE[failure.code];
  return `${failure.code}: ${failure.message}.${advice === undefined ? '' : ` ${advice}`}`;
}

const ADVICE: Readonly<Partial<Record<Failure['code'], string>>> = {
  UPSTREAM_UNAUTHORIZED: 'Check FEEDBACK_API_CLIENT_ID, FEEDBACK_API_TOKEN and FEEDBACK_API_AUTH.',
  UPSTREAM_UNREACHABLE: 'Check FEEDBACK_API_URL and the network.',
  UPSTREAM_TLS: 'Check FEEDBACK_API_URL and the certificate of its server.',
  UPSTREAM_REDIRECT: 'Check FEEDBACK_API_URL: it must be the address of the API itself.',
  FOLDER_NOT_FOUND:
    'Check --folder; for the root, check FEEDBACK_API_URL and which client the credentials belong to.',
  CLOCK_WRONG:
    'Set the clock of this machine. If it is right and that of the reporting API is wrong, add --ignore-clock to report or backfill.',
  ROOT_DIFFERS:
    'For another company use another report store (--store), or check FEEDBACK_API_URL and which client the credentials belong to. If the root folder of the same company has changed, add --new-root to report or backfill.',
  STORE_OF_ANOTHER_COMPANY: `Use another report store (--store), or check FEEDBACK_API_URL and which client the credentials belong to. If it is the store of this company, run ${PROGRAM} company adopt.`,
  STORE_UNIDENTIFIED: `Use another report store (--store), or, if its reports are those of this company, run ${PROGRAM} company adopt.`,
  STORE_IN_USE: `Stop that one first (${PROGRAM} serve stop), or use another report store. Other commands run beside it.`,
  STORE_RUN_ELSEWHERE: `Stop that system first, then run ${PROGRAM} company adopt.`,
  REPORT_NOT_FOUND:
    'The report store has none for this folder: check --folder and --store, or create it with the command report.',
  SUBSCRIPTION_INVALID:
    'Reason domain: the address must have one of the domains in REPORTS_MAIL_DOMAINS. Reason disabled: set REPORTS_MAIL.',
  REPORT_DAMAGED: 'Use --force to create it again.',
  REPORT_OLDER: 'Use --force to create it again.',
  SURVEY_NOT_FOUND: 'Check --survey and --folder.',
  SETTING_NOT_FOUND: 'The command list shows the ids.',
  TOKEN_NOT_FOUND: 'token list shows the ids.',
  NOTES_OFF: 'Set REPORTS_NOTES=on.',
  SETTINGS_UNREADABLE: 'Restore an earlier version of it; or remove it, and set again what it had.',
  RENDERING_FAILED:
    'Run the command again, which keeps complete reports. Reason ERR_WORKER_OUT_OF_MEMORY: Node needs a larger --max-old-space-size, or the machine more memory.',
  STORE_UNAVAILABLE:
    'Check that the folder in REPORTS_STORE or --store is writable and has room, or that its bucket can be reached.',
  STORE_REFUSED:
    'Check the bucket in REPORTS_STORE or --store, the region (AWS_REGION) and the AWS credentials.',
  STORE_UNSUITABLE:
    'Two writers could overwrite each other there: use a report store listed in docs/operations.md.',
  SECRET_UNAVAILABLE: 'Check REPORTS_SECRET, the region (AWS_REGION) and the AWS credentials.',
};
