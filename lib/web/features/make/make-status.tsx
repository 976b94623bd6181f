// Shows the progress of a job, follows it until it ends, and describes its outcome.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportAddress } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { MakeOutcome } from './follow-job.ts';
import { elapsedText, followJob } from './follow-job.ts';
import type { ApiError } from '../../api/api-errors.ts';
import type { WeekList } from '../../../http/responses.ts';
import { localTimeWithUtc } from '../../page-localization.ts';
import type { PageLocalization } from '../../page-localization.ts';

interface MakeProgressProps {
  readonly place: ReportAddress;
  /** The stored revision at the time of the request; null when there was none. */
  readonly previousRevision: number | null;
  /** `performance.now()` of the request; null when unknown. */
  readonly requestedAt: number | null;
  /** False while the request itself is being sent. */
  readonly isQueued: boolean;
  readonly onEnd: (outcome: MakeOutcome) => void;
}

export function MakeProgress(props: MakeProgressProps): JSX.Element {
  const { place, previousRevision, requestedAt, isQueued, onEnd } = props;
  const { api, sleep } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.make;
  const [error, setError] = useState<ApiError | null>(null);
  const elapsed = useElapsed(requestedAt);
  const { week, folder } = place;
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  useEffect(() => {
    if (!isQueued) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const options = {
      previousRevision,
      sleep,
      whenVisible: () => whenVisible(signal),
      signal,
      onError: setError,
    };
    void followJob(api, { week, folder }, options).then((outcome) => {
      if (outcome !== null && !signal.aborted) latestOnEnd.current(outcome);
    });
    return () => {
      aborter.abort();
    };
    // `previousRevision` is not a dependency: the comparison uses its value at the time of the request.
  }, [api, sleep, week, folder, isQueued]);

  const statusText = previousRevision === null ? words.queued : words.queuedAgain;
  return (
    <div class="make-progress">
      <p>
        <strong>{isQueued ? statusText : words.requesting}</strong>
      </p>
      <div
        class="progress"
        role="progressbar"
        aria-label={isQueued ? statusText : words.requesting}
      />
      <p class="hint make-facts">
        {elapsed !== null && (
          <span class="elapsed">{words.elapsed({ time: elapsedText(elapsed, formats) })}</span>
        )}
        {isQueued && <span>{words.leaveHint}</span>}
      </p>
      {error !== null && <p role="status">{words.unreachable}</p>}
    </div>
  );
}

/** Milliseconds since the request, updated every second. */
function useElapsed(requestedAt: number | null): number | null {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (requestedAt === null) return undefined;
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [requestedAt]);
  return requestedAt === null ? null : Math.max(0, now - requestedAt);
}

function whenVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', settle);
      resolve();
    };
    document.addEventListener('visibilitychange', settle);
    signal.addEventListener('abort', settle, { once: true });
  });
}

interface MakeOutcomeNoteProps {
  readonly outcome: MakeOutcome;
  /** Whether a report is stored in spite of the failure. */
  readonly hasReport: boolean;
}

export function MakeOutcomeNote({ outcome, hasReport }: MakeOutcomeNoteProps): JSX.Element {
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.make;
  switch (outcome.kind) {
    case 'made':
      return <p>{words.ready}</p>;
    case 'unchanged':
      return <p role="alert">{words.unchanged}</p>;
    case 'missing':
      return <p role="alert">{words.requestNotFound}</p>;
    case 'failed':
      return (
        <FailureNote
          title={hasReport ? words.failedAgainHeading : words.failedHeading}
          detail={failureText(outcome.code, pageLocalization)}
          code={outcome.code}
        />
      );
    case 'error': {
      const { error } = outcome;
      const isOpen = error.code === 'WEEK_NOT_CLOSED';
      return (
        <FailureNote
          title={isOpen ? words.openHeading : words.impossibleHeading}
          detail={errorText(error, pageLocalization)}
          code={error.code}
        />
      );
    }
  }
}

interface FailureNoteProps {
  readonly title: string;
  readonly detail: string;
  readonly code: string | null;
}

function FailureNote({ title, detail, code }: FailureNoteProps): JSX.Element {
  const { page } = useLocalization();
  return (
    <div class="note warns" role="alert">
      <h2>{title}</h2>
      <p>{detail}</p>
      {code !== null && (
        <small>
          <bdi>{page.errors.code({ code })}</bdi>
        </small>
      )}
    </div>
  );
}

type TextAndFormats = Pick<PageLocalization, 'page' | 'formats'>;

/** Text for a failed job. */
function failureText(code: string, { page }: TextAndFormats): string {
  const words: Readonly<Record<string, string>> = page.make.failures;
  const text = Object.hasOwn(words, code) ? words[code] : undefined;
  return text ?? page.make.failures.other;
}

/** Text for a rejected request. */
function errorText(error: ApiError, pageLocalization: TextAndFormats): string {
  const { make: words, errors } = pageLocalization.page;
  const { kind, code } = error;
  switch (kind) {
    case 'notFound':
      return code === 'NOTHING_OWED' ? failureText(code, pageLocalization) : words.noFolder;
    case 'refused': {
      if (code === 'WEEK_INVALID') return errors.noSuchWeek.text;
      const closesAt = error.textFact('closesAt');
      const hasInstant = closesAt !== null && !Number.isNaN(Date.parse(closesAt));
      return hasInstant ? closesAtText(closesAt, pageLocalization) : errors.refused.text;
    }
    case 'busy':
      return code === null || !Object.hasOwn(words.failures, code)
        ? errors.busy.text
        : failureText(code, pageLocalization);
    case 'offline':
      return words.offline;
    default:
      return errors[kind].text;
  }
}

/** Text for the current week; null for closed weeks. */
export function openWeekText(
  week: string,
  { open }: WeekList,
  pageLocalization: TextAndFormats,
): string | null {
  return week === open.week ? closesAtText(open.closesAt, pageLocalization) : null;
}

function closesAtText(closesAt: string, pageLocalization: TextAndFormats): string {
  return pageLocalization.page.make.openUntil({
    when: localTimeWithUtc(closesAt, pageLocalization),
  });
}
