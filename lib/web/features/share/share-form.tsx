// What a new link opens and for how long; and the link when it is made.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { MadeLink, ReportPlace } from '../../api/api-client.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { LinkEntry } from './share-links.tsx';
import { daysIn, LINK_DAYS, USUAL_DAYS } from './link-text.ts';
import type { Trouble } from '../../api/api-errors.ts';
import { troubleOf } from '../../api/api-errors.ts';
import { TroubleNote } from '../../ui/error-note.tsx';

interface ShareFormProps {
  readonly place: ReportPlace;
  /** The one that stands; null where another one is shown. */
  readonly revision: number | null;
  /** The last one, while it is shown in the form's place. */
  readonly made: MadeLink | null;
  readonly onMade: (link: MadeLink | null) => void;
  readonly onWithdrawn: (id: string) => void;
}

const OTHER = 'other';
/** As the API has it for a link without a wish. */
const USUAL = '90';

export function ShareForm(props: ShareFormProps): JSX.Element {
  const { place, revision, made, onMade, onWithdrawn } = props;
  const { api, announce } = useLibrary();
  const { page, formats } = useSpeech();
  const words = page.share;
  const [isNewest, setNewest] = useState(false);
  const [chosen, setChosen] = useState<string>(USUAL);
  const [typed, setTyped] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [what, days, other, hint] = [useId(), useId(), useId(), useId()];
  const typedField = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLElement>(null);
  useEffect(() => {
    if (made !== null) result.current?.focus();
  }, [made]);

  const make = async (): Promise<void> => {
    const expiresInDays = daysIn(chosen === OTHER ? typed : chosen);
    setInvalid(expiresInDays === null);
    if (expiresInDays === null) {
      typedField.current?.focus();
      return;
    }
    if (isMaking) return;
    setMaking(true);
    setTrouble(null);
    try {
      const { folder, week } = place;
      const link = await api.makeLink({ folder, week: isNewest ? null : week, expiresInDays });
      announce(words.madeAnnounced);
      onMade(link);
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setMaking(false);
    }
  };

  if (made !== null) {
    return (
      <section class="share-made" ref={result} tabIndex={-1} aria-label={words.madeHeading}>
        <h3>{words.madeHeading}</h3>
        <LinkEntry link={made} onWithdrawn={onWithdrawn} />
        <p class="note-acts">
          <button
            type="button"
            onClick={() => {
              onMade(null);
            }}
          >
            {words.another}
          </button>
        </p>
      </section>
    );
  }
  const exactly =
    revision === null ? words.thisReportNow : words.thisReport(formats.count(revision));
  return (
    <form
      class="share-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <fieldset>
        <legend>{words.what}</legend>
        {[false, true].map((one) => (
          <label key={String(one)} class="choice">
            <input
              type="radio"
              name={what}
              checked={isNewest === one}
              onChange={() => {
                setNewest(one);
              }}
            />
            <span>
              {one ? words.newest : exactly}
              <small>{one ? words.newestHint : words.thisReportHint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for={days}>{words.days}</label>
        <select
          id={days}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setInvalid(false);
          }}
        >
          {USUAL_DAYS.map((n) => (
            <option key={n} value={String(n)}>
              {words.dayCount(formats.count(n), formats.plural(n))}
            </option>
          ))}
          <option value={OTHER}>{words.otherDays}</option>
        </select>
      </div>
      {chosen === OTHER && (
        <div class="field">
          <label for={other}>{words.otherDaysLabel}</label>
          <input
            id={other}
            ref={typedField}
            type="text"
            inputMode="numeric"
            autocomplete="off"
            size={6}
            value={typed}
            aria-invalid={isInvalid}
            aria-describedby={hint}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
            }}
          />
          <p id={hint} class={isInvalid ? 'error' : 'hint'}>
            {words.daysHint(formats.count(LINK_DAYS.least), formats.count(LINK_DAYS.most))}
          </p>
        </div>
      )}
      {trouble !== null &&
        (trouble.kind === 'notFound' ? (
          <p class="error" role="alert">
            {words.noReport}
          </p>
        ) : (
          <TroubleNote trouble={trouble} onRetry={null} />
        ))}
      <p class="note-acts">
        <button type="submit" class="primary" aria-disabled={isMaking}>
          {isMaking ? words.making : words.make}
        </button>
      </p>
    </form>
  );
}
