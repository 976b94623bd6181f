// Requests a report and shows its progress and outcome.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReportAddress } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { MakeProgress, openWeekText, MakeOutcomeNote } from './make-status.tsx';
import type { MakeOutcome } from './follow-job.ts';
import { readMakeStatus } from './follow-job.ts';
import { usePanelFocus } from '../../ui/panel.tsx';
import { toApiError } from '../../api/api-errors.ts';

interface MakePanelProps {
  readonly place: ReportAddress;
  /** The stored revision; null when there is none. */
  readonly revision: number | null;
  /** Called when a new report or revision is available. */
  readonly onMade: () => void;
  /** Whether to say that there is no report; default: true. */
  readonly hasIntro?: boolean;
}

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'requesting' }
  /** `requestedAt`: `performance.now()` of the request; null when it was not sent from this tab. */
  | { readonly kind: 'queued'; readonly requestedAt: number | null }
  | { readonly kind: 'ended'; readonly outcome: MakeOutcome };

export function MakePanel(props: MakePanelProps): JSX.Element {
  const { place, revision, hasIntro = true } = props;
  const words = useLocalization().page.make;
  const { step, requestReport, finish } = useMakeSteps(props);
  const panel = usePanelFocus();
  return (
    <section
      class={revision === null ? 'make card' : 'make'}
      ref={panel}
      tabIndex={-1}
      aria-label={revision === null ? words.make : words.again}
    >
      {step.kind === 'ended' && (
        <MakeOutcomeNote outcome={step.outcome} hasReport={revision !== null} />
      )}
      {step.kind === 'queued' || step.kind === 'requesting' ? (
        <MakeProgress
          // A new job starts with fresh state.
          key={step.kind}
          place={place}
          previousRevision={revision}
          requestedAt={step.kind === 'queued' ? step.requestedAt : null}
          isQueued={step.kind === 'queued'}
          onEnd={finish}
        />
      ) : (
        <MakeRequest
          place={place}
          revision={revision}
          hasIntro={hasIntro && step.kind === 'idle'}
          onRequest={() => {
            panel.current?.focus();
            void requestReport();
          }}
        />
      )}
    </section>
  );
}

interface MakeSteps {
  readonly step: Step;
  readonly requestReport: () => Promise<void>;
  readonly finish: (outcome: MakeOutcome) => void;
}

/** The step of the newest request, this tab's or another client's. */
function useMakeSteps({ place, revision, onMade }: MakePanelProps): MakeSteps {
  const { api, memory, announce } = useAppContext();
  const words = useLocalization().page.make;
  const { week, folder } = place;
  const [step, setStep] = useState<Step>({ kind: 'idle' });

  useEffect(() => {
    const aborter = new AbortController();
    setStep({ kind: 'idle' });
    readMakeStatus(api, { week, folder }, aborter.signal).then(
      (status) => {
        if (aborter.signal.aborted) return;
        if (status.kind === 'queued')
          setStep({
            kind: 'queued',
            requestedAt: memory.requestTimes.get(placeKey(place)) ?? null,
          });
        if (status.kind === 'failed') setStep({ kind: 'ended', outcome: status });
        // The report was made by another client after this page loaded it.
        if (status.kind === 'stored' && status.revision > (revision ?? 0)) onMade();
      },
      () => {
        // The status is unknown; a request shows the error.
      },
    );
    return () => {
      aborter.abort();
    };
    // The stored revision is not a dependency: changes by this panel are handled below.
  }, [api, week, folder]);

  const requestReport = async (): Promise<void> => {
    setStep({ kind: 'requesting' });
    announce(words.requesting);
    try {
      const { status, report: createdReport } = await api.make(place, revision !== null);
      if (status === 'queued') {
        const requestedAt = performance.now();
        memory.requestTimes.set(placeKey(place), requestedAt);
        setStep({ kind: 'queued', requestedAt });
      } else {
        finish(
          createdReport === null
            ? { kind: 'missing' }
            : { kind: 'made', revision: createdReport.revision },
        );
      }
    } catch (error) {
      finish({ kind: 'error', error: toApiError(error) });
    }
  };
  const finish = (outcome: MakeOutcome): void => {
    memory.requestTimes.delete(placeKey(place));
    setStep({ kind: 'ended', outcome });
    if (outcome.kind === 'made') {
      announce(words.ready);
      onMade();
    }
  };

  return { step, requestReport, finish };
}

interface MakeRequestProps extends Pick<MakePanelProps, 'place' | 'revision'> {
  readonly hasIntro: boolean;
  readonly onRequest: () => void;
}

/** The button that requests the report, or a new revision of it. */
function MakeRequest({ place, revision, hasIntro, onRequest }: MakeRequestProps): JSX.Element {
  const { weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.make;
  const openWeekNote =
    revision === null ? openWeekText(place.week, weeks, { page, formats }) : null;
  return (
    <>
      {revision === null && hasIntro && (
        <>
          <h2>{openWeekNote === null ? words.heading : words.openHeading}</h2>
          <p>{openWeekNote ?? words.intro}</p>
        </>
      )}
      {revision !== null && <p class="hint">{words.againHint({ revision })}</p>}
      <p class="note-acts">
        <button
          type="button"
          class={revision === null && openWeekNote === null ? 'primary' : ''}
          onClick={onRequest}
        >
          {revision === null ? words.make : words.again}
        </button>
      </p>
    </>
  );
}

function placeKey({ week, folder }: ReportAddress): string {
  return `${week} ${folder}`;
}
