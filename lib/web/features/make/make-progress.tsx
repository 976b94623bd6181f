// That a report is being made, and for how long already; it follows the job to its end.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportPlace } from '../../api/api-client.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import type { Ending } from './follow-job.ts';
import { elapsedText, follow } from './follow-job.ts';
import type { Trouble } from '../../api/api-errors.ts';

interface MakeProgressProps {
  readonly place: ReportPlace;
  /** The revision that stands; null where there is none. */
  readonly standing: number | null;
  /** When it was asked for, on the page's own clock; null where that isn't known. */
  readonly since: number | null;
  /** Otherwise it is still being asked for. */
  readonly isQueued: boolean;
  readonly onEnd: (ending: Ending) => void;
}

export function MakeProgress(props: MakeProgressProps): JSX.Element {
  const { place, standing, since, isQueued, onEnd } = props;
  const { api, sleep } = useLibrary();
  const { page, formats } = useSpeech();
  const words = page.make;
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const elapsed = useElapsed(since);
  const { week, folder } = place;
  const told = useRef(onEnd);
  told.current = onEnd;
  useEffect(() => {
    if (!isQueued) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const following = {
      standing,
      sleep,
      whenVisible: () => whenVisible(signal),
      signal,
      onTrouble: setTrouble,
    };
    void follow(api, { week, folder }, following).then((ending) => {
      if (ending !== null && !signal.aborted) told.current(ending);
    });
    return () => {
      aborter.abort();
    };
    // The revision that stood when it was asked for stays the one that is compared with.
  }, [api, sleep, week, folder, isQueued]);

  const queued = standing === null ? words.queued : words.queuedAgain;
  return (
    <div class="make-progress">
      <p>
        <strong>{isQueued ? queued : words.asking}</strong>
      </p>
      <div class="progress" role="progressbar" aria-label={isQueued ? queued : words.asking} />
      <p class="hint make-facts">
        {elapsed !== null && (
          <span class="elapsed">{words.elapsed(elapsedText(elapsed, formats))}</span>
        )}
        {isQueued && <span>{words.leave}</span>}
      </p>
      {trouble !== null && <p role="status">{words.unreachable}</p>}
    </div>
  );
}

/** In milliseconds, told anew every second. */
function useElapsed(since: number | null): number | null {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [since]);
  return since === null ? null : Math.max(0, now - since);
}

function whenVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
  });
}
