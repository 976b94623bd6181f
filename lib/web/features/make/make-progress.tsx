// Shows the progress and elapsed time of a job, and follows it until it ends.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportAddress } from '../../api/reports-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { MakeOutcome } from './follow-job.ts';
import { elapsedText, followJob } from './follow-job.ts';
import type { ApiError } from '../../api/api-errors.ts';

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
        <strong>{isQueued ? statusText : words.asking}</strong>
      </p>
      <div class="progress" role="progressbar" aria-label={isQueued ? statusText : words.asking} />
      <p class="hint make-facts">
        {elapsed !== null && (
          <span class="elapsed">{words.elapsed(elapsedText(elapsed, formats))}</span>
        )}
        {isQueued && <span>{words.leave}</span>}
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
