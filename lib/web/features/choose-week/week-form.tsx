// Any week, by its name or a date in it: what is typed is read at once, and blamed only when it can't become a week.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { weekText } from '../../../i18n/report-texts/header-texts.ts';
import { viewInWeek } from '../../routes.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { weekEntryOf } from './week-entry.ts';

export function AnotherWeek({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const { weeks, view, go } = useLibrary();
  const speech = useSpeech();
  const words = speech.page.find;
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  const [field, said] = [useId(), useId()];
  const entry = weekEntryOf(typed, weeks.open.week);
  const isQuiet = !isSent && (entry.kind === 'empty' || entry.kind === 'unfinished');
  const isWrong = entry.kind !== 'week' && !isQuiet;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (entry.kind !== 'week') return;
        onDone();
        go(viewInWeek(view, entry.week.week));
      }}
    >
      <label for={field}>{words.weekOrDate}</label>
      <input
        id={field}
        type="text"
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        value={typed}
        aria-describedby={said}
        aria-invalid={isWrong}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setSent(false);
        }}
      />
      <p id={said} class={isWrong ? 'error' : 'hint'} role="status">
        {entry.kind === 'week'
          ? weekText(entry.week, speech)
          : isQuiet
            ? words.weekHint
            : words.weekTrouble[entry.kind]}
      </p>
      <button type="submit" class="primary">
        {words.toWeek}
      </button>
    </form>
  );
}
