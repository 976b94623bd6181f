// Asking for a report, and following how it is made until it is there.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Report } from '../../../domain/report.ts';
import type { Api, ReportPlace } from '../../api/api-client.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { MakeProgress } from './make-progress.tsx';
import { saidOfOpenWeek, WhyNot } from './make-result.tsx';
import type { Ending } from './follow-job.ts';
import { standOf } from './follow-job.ts';
import { usePanelFocus } from '../../ui/panel-focus.ts';
import { troubleOf } from '../../api/api-errors.ts';

interface MakePanelProps {
  readonly place: ReportPlace;
  /** What stands; null where nothing does. */
  readonly report: Report | null;
  /** Called when a report or a revision of it has come: ask for it again. */
  readonly onMade: () => void;
}

type Step =
  | { readonly is: 'idle' }
  | { readonly is: 'asking' }
  /** `since`: on the page's own clock; null where somebody else asked. */
  | { readonly is: 'queued'; readonly since: number | null }
  | { readonly is: 'ended'; readonly ending: Ending };

export function MakePanel({ place, report, onMade }: MakePanelProps): JSX.Element {
  const { api, weeks, announce } = useLibrary();
  const { page, formats } = useSpeech();
  const words = page.make;
  const { week, folder } = place;
  const standing = report?.revision ?? null;
  const [step, setStep] = useState<Step>({ is: 'idle' });
  const panel = usePanelFocus();

  useEffect(() => {
    const aborter = new AbortController();
    setStep({ is: 'idle' });
    standOf(api, { week, folder }, aborter.signal).then(
      (stand) => {
        if (aborter.signal.aborted) return;
        if (stand.is === 'queued') setStep({ is: 'queued', since: begunAt(api, place) });
        if (stand.is === 'failed') setStep({ is: 'ended', ending: stand });
        // Somebody has made one since the page was asked for it.
        if (stand.is === 'standing' && stand.revision > (standing ?? 0)) onMade();
      },
      () => {
        // Nothing is known of a job; whoever asks for one will be told why not.
      },
    );
    return () => {
      aborter.abort();
    };
    // Only another place is another question; what is made here is followed below.
  }, [api, week, folder]);

  const ask = async (): Promise<void> => {
    panel.current?.focus();
    setStep({ is: 'asking' });
    announce(words.asking);
    try {
      const { status, report: made } = await api.make(place, report !== null);
      if (status === 'queued') {
        begin(api, place);
        setStep({ is: 'queued', since: begunAt(api, place) });
      } else {
        end(made === null ? { is: 'lost' } : { is: 'made', revision: made.revision });
      }
    } catch (error) {
      end({ is: 'trouble', trouble: troubleOf(error) });
    }
  };
  const end = (ending: Ending): void => {
    forget(api, place);
    setStep({ is: 'ended', ending });
    if (ending.is === 'made') {
      announce(words.made);
      onMade();
    }
  };

  const name = report === null ? words.make : words.again;
  const open = standing === null ? saidOfOpenWeek(week, weeks, { page, formats }) : null;
  return (
    <section
      class={report === null ? 'make card' : 'make'}
      ref={panel}
      tabIndex={-1}
      aria-label={name}
    >
      {step.is === 'ended' && <WhyNot ending={step.ending} isAgain={report !== null} />}
      {step.is === 'queued' || step.is === 'asking' ? (
        <MakeProgress
          // Another job is another progress.
          key={step.is}
          place={place}
          standing={standing}
          since={step.is === 'queued' ? step.since : null}
          isQueued={step.is === 'queued'}
          onEnd={end}
        />
      ) : (
        <>
          {report === null && step.is === 'idle' && (
            <>
              <h2>{open === null ? words.heading : words.openHeading}</h2>
              <p>{open ?? words.intro}</p>
            </>
          )}
          {report !== null && <p class="hint">{words.againWhat(formats.count(report.revision))}</p>}
          <p class="note-acts">
            <button
              type="button"
              class={report === null && open === null ? 'primary' : ''}
              onClick={() => void ask()}
            >
              {name}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

/** When what is in work was asked for in this tab, by place; forgotten with the token. */
const begun = new WeakMap<Api, Map<string, number>>();

function begin(api: Api, place: ReportPlace): void {
  const known = begun.get(api) ?? new Map<string, number>();
  begun.set(api, known.set(nameOf(place), performance.now()));
}

function begunAt(api: Api, place: ReportPlace): number | null {
  return begun.get(api)?.get(nameOf(place)) ?? null;
}

function forget(api: Api, place: ReportPlace): void {
  begun.get(api)?.delete(nameOf(place));
}

function nameOf({ week, folder }: ReportPlace): string {
  return `${week} ${folder}`;
}
