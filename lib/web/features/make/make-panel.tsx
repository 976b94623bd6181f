// Requests a report and shows its progress and outcome.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Report } from '../../../domain/report.ts';
import type { ReportAddress } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { MakeProgress, openWeekText, MakeOutcomeNote } from './make-status.tsx';
import type { MakeOutcome } from './follow-job.ts';
import { readMakeStatus } from './follow-job.ts';
import { usePanelFocus } from '../../ui/panel.tsx';
import { toApiError } from '../../api/api-errors.ts';

interface MakePanelProps {
  readonly place: ReportAddress;
  /** The stored report; null when there is none. */
  readonly report: Report | null;
  /** Called when a new report or revision is available. */
  readonly onMade: () => void;
}

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'requesting' }
  /** `requestedAt`: `performance.now()` of the request; null when it was not sent from this tab. */
  | { readonly kind: 'queued'; readonly requestedAt: number | null }
  | { readonly kind: 'ended'; readonly outcome: MakeOutcome };

export function MakePanel(props: MakePanelProps): JSX.Element {
  const { place, report } = props;
  const words = useLocalization().page.make;
  const { step, requestReport, finish } = useMakeSteps(props);
  const panel = usePanelFocus();
  return (
    <section
      class={report === null ? 'make card' : 'make'}
      ref={panel}
      tabIndex={-1}
      aria-label={report === null ? words.make : words.again}
    >
      {step.kind === 'ended' && (
        <MakeOutcomeNote outcome={step.outcome} hasReport={report !== null} />
      )}
      {step.kind === 'queued' || step.kind === 'requesting' ? (
        <MakeProgress
          // A new job starts with fresh state.
          key={step.kind}
          place={place}
          previousRevision={report?.revision ?? null}
          requestedAt={step.kind === 'queued' ? step.requestedAt : null}
          isQueued={step.kind === 'queued'}
          onEnd={finish}
        />
      ) : (
        <MakeRequest
          place={place}
          report={report}
          hasIntro={step.kind === 'idle'}
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
function useMakeSteps({ place, report, onMade }: MakePanelProps): MakeSteps {
  const { api, cache, announce } = useAppContext();
  const words = useLocalization().page.make;
  const { week, folder } = place;
  const currentRevision = report?.revision ?? null;
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
            requestedAt: cache.requestTimes.get(placeKey(place)) ?? null,
          });
        if (status.kind === 'failed') setStep({ kind: 'ended', outcome: status });
        // The report was made by another client after this page loaded it.
        if (status.kind === 'stored' && status.revision > (currentRevision ?? 0)) onMade();
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
      const { status, report: createdReport } = await api.make(place, report !== null);
      if (status === 'queued') {
        const requestedAt = performance.now();
        cache.requestTimes.set(placeKey(place), requestedAt);
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
    cache.requestTimes.delete(placeKey(place));
    setStep({ kind: 'ended', outcome });
    if (outcome.kind === 'made') {
      announce(words.ready);
      onMade();
    }
  };

  return { step, requestReport, finish };
}

interface MakeRequestProps extends Pick<MakePanelProps, 'place' | 'report'> {
  readonly hasIntro: boolean;
  readonly onRequest: () => void;
}

/** The button that requests the report, or a new revision of it. */
function MakeRequest({ place, report, hasIntro, onRequest }: MakeRequestProps): JSX.Element {
  const { weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.make;
  const openWeekNote = report === null ? openWeekText(place.week, weeks, { page, formats }) : null;
  return (
    <>
      {report === null && hasIntro && (
        <>
          <h2>{openWeekNote === null ? words.heading : words.openHeading}</h2>
          <p>{openWeekNote ?? words.intro}</p>
        </>
      )}
      {report !== null && <p class="hint">{words.againHint({ revision: report.revision })}</p>}
      <p class="note-acts">
        <button
          type="button"
          class={report === null && openWeekNote === null ? 'primary' : ''}
          onClick={onRequest}
        >
          {report === null ? words.make : words.again}
        </button>
      </p>
    </>
  );
}

function placeKey({ week, folder }: ReportAddress): string {
  return `${week} ${folder}`;
}
