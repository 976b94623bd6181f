// Form for any week by name or date. Shows an error only when the text cannot become valid by typing on.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { weekText } from '../../../i18n/report-texts/header-texts.ts';
import { viewInWeek } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { parseWeekEntry } from './week-entry.ts';

export function WeekForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const { weeks, view, navigate } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.browse;
  const [typed, setTyped] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [fieldId, messageId] = [useId(), useId()];
  const entry = parseWeekEntry(typed, weeks.open.week);
  const isPending = !isSubmitted && (entry.kind === 'empty' || entry.kind === 'unfinished');
  const isInvalid = entry.kind !== 'week' && !isPending;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (entry.kind !== 'week') return;
        onDone();
        navigate(viewInWeek(view, entry.week.week));
      }}
    >
      <label for={fieldId}>{words.weekOrDate}</label>
      <input
        id={fieldId}
        type="text"
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        value={typed}
        aria-describedby={messageId}
        aria-invalid={isInvalid}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setSubmitted(false);
        }}
      />
      <p id={messageId} class={isInvalid ? 'error' : 'hint'} role="status">
        {entry.kind === 'week'
          ? weekText(entry.week, pageLocalization)
          : isPending
            ? words.weekHint
            : words.weekTrouble[entry.kind]}
      </p>
      <button type="submit" class="primary">
        {words.toWeek}
      </button>
    </form>
  );
}
