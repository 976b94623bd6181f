// Selects the week: one with reports, the previous or next one, or any other by name. The current folder stays selected.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { leftToRight } from '../../../i18n/text-direction.ts';
import type { PageTexts } from '../../../i18n/generated/texts.ts';
import type { PageLocalization } from '../../page-localization.ts';
import type { AppContext } from '../../app-context.tsx';
import type { View } from '../../routes.ts';
import { viewHref, viewInWeek } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink, Popover } from '../../ui/controls.tsx';
import { parseWeekEntry } from './week-entry.ts';
import { weekTitle } from './week-title.ts';
import { Form } from '../../ui/form.tsx';

export function WeekPicker(): JSX.Element {
  const { weeks, view } = useAppContext();
  const localization = useLocalization();
  const { page } = localization;
  const week = shownWeek(view, weeks);
  const existing = weekChoices(week, weeks);
  const position = existing.indexOf(week);
  const [number = '', dates = ''] = weekTitle(week, localization).split(' · ');
  return (
    <div class="week-picker" role="group" aria-label={page.shell.week}>
      <WeekStep
        week={existing[position + 1] ?? null}
        label={page.browse.previousWeek}
        class="back"
      />
      <Popover
        label={page.browse.anotherWeek}
        class="week-button"
        button={
          <>
            {number}
            <span class="week-dates">{` · ${dates}`}</span>
            <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <>
            <ul class="week-list">
              {existing.map((name) => (
                <li key={name} onClick={close}>
                  <ViewLink view={viewInWeek(view, name)} isCurrent={name === week}>
                    {name === weeks.open.week
                      ? page.browse.openWeek({ week: weekTitle(name, localization) })
                      : weekTitle(name, localization)}
                  </ViewLink>
                </li>
              ))}
            </ul>
            <WeekForm onDone={close} />
          </>
        )}
      </Popover>
      <WeekStep week={existing[position - 1] ?? null} label={page.browse.nextWeek} class="forth" />
    </div>
  );
}

/** The week of a view; the latest closed week when the address names none. */
export function shownWeek(view: View, weeks: AppContext['weeks']): string {
  return ('week' in view ? view.week : null) ?? weeks.latest;
}

/** Newest first: weeks with reports, the latest two weeks and the current selection. */
function weekChoices(week: string, { latest, open, data }: AppContext['weeks']): readonly string[] {
  const names = new Set([week, latest, open.week, ...data.map((dates) => dates.week)]);
  return [...names].toSorted((a, b) => (a < b ? 1 : -1));
}

interface WeekStepProps {
  /** Null disables the link. */
  readonly week: string | null;
  readonly label: string;
  readonly class: string;
}

/** One element in either case, so that the focus stays in it at the last week. */
function WeekStep({ week, label, class: className }: WeekStepProps): JSX.Element {
  const { view } = useAppContext();
  const target =
    week === null
      ? ({ role: 'link', 'aria-disabled': true, tabIndex: 0 } as const)
      : { href: viewHref(viewInWeek(view, week)) };
  return (
    <a {...target} class={`button icon-button ${className}`} aria-label={label}>
      <Icon name="chevron" />
    </a>
  );
}

function WeekForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const { weeks, view, navigate } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.browse;
  const [typed, setTyped] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [fieldId, messageId] = [useId(), useId()];
  const entry = parseWeekEntry(typed, weeks.open.week);
  const isPending = !isSubmitted && (entry.kind === 'empty' || entry.kind === 'incomplete');
  const isInvalid = entry.kind !== 'week' && !isPending;
  return (
    <Form
      onSubmit={() => {
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
          ? weekTitle(entry.week.week, pageLocalization)
          : entryText(isPending ? 'hint' : entry.kind, pageLocalization)}
      </p>
      <button type="submit" class="primary">
        {words.toWeek}
      </button>
    </Form>
  );
}

const EXAMPLE_WEEK = '2026-W40';
const EXAMPLE_DATE = '2026-10-03';

/** What can be entered, or why the entry is no week. */
function entryText(
  kind: 'hint' | keyof PageTexts['browse']['weekProblems'],
  { page, direction }: Pick<PageLocalization, 'page' | 'direction'>,
): string {
  const { weekHint, weekProblems } = page.browse;
  const examples = {
    week: leftToRight(EXAMPLE_WEEK, direction),
    date: leftToRight(EXAMPLE_DATE, direction),
  };
  switch (kind) {
    case 'hint':
      return weekHint(examples);
    case 'incomplete':
    case 'invalid':
      return weekProblems[kind](examples);
    default:
      return weekProblems[kind];
  }
}
