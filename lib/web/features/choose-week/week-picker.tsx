// Selects the week: one with reports, the previous or next one, or any other by name. The current folder, survey and
// sort order stay selected.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { WeekDates } from '../../../http/responses.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import { leftToRight } from '../../../i18n/text-direction.ts';
import type { PageTexts } from '../../../i18n/generated/texts.ts';
import type { PageLocalization } from '../../page-localization.ts';
import { viewInWeek } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink, Popover } from '../../ui/controls.tsx';
import { shownWeek } from '../../api/use-week-overview.tsx';
import { addWeeks, weekDates, parseWeekEntry } from './week-entry.ts';
import { weekText } from '../../../i18n/report-texts/header-texts.ts';

export function WeekPicker(): JSX.Element {
  const { weeks, view, navigate } = useAppContext();
  const { page, formats } = useLocalization();
  const field = useId();
  const week = shownWeek(view, weeks);
  const open = weeks.open.week;
  const optionText = ({ week: name, from, to }: WeekDates): string => {
    const label = page.browse.weekWithDates({
      range: formats.dateRange(from, to),
      week: formats.numeral(weekNumber(name)),
    });
    return name === open ? page.browse.openWeek({ week: label }) : label;
  };
  return (
    <div class="week-picker" role="group" aria-label={page.shell.week}>
      <WeekStep week={addWeeks(week, -1)} label={page.browse.previousWeek} class="back" />
      <label class="unseen" for={field}>
        {page.shell.week}
      </label>
      <select
        id={field}
        value={week}
        onChange={(event) => {
          navigate(viewInWeek(view, event.currentTarget.value));
        }}
      >
        {weekChoices(week, weeks).map((dates) => (
          <option key={dates.week} value={dates.week}>
            {optionText(dates)}
          </option>
        ))}
      </select>
      <WeekStep
        week={week >= open ? null : addWeeks(week, 1)}
        label={page.browse.nextWeek}
        class="forth"
      />
      <Popover label={page.browse.anotherWeek} icon={<Icon name="calendar" />}>
        {(close) => <WeekForm onDone={close} />}
      </Popover>
    </div>
  );
}

/** Newest first: weeks with reports, the latest two weeks and the current selection. */
function weekChoices(
  week: string,
  weeks: { readonly latest: string; readonly open: WeekDates; readonly data: readonly WeekDates[] },
): readonly WeekDates[] {
  const datesByWeek = new Map(weeks.data.map((dates) => [dates.week, dates]));
  datesByWeek.set(weeks.open.week, weeks.open);
  for (const name of [weeks.latest, week]) {
    const dates = weekDates(name);
    if (dates !== null) datesByWeek.set(name, dates);
  }
  return [...datesByWeek.values()].toSorted((a, b) => (a.week < b.week ? 1 : -1));
}

interface WeekStepProps {
  /** Null disables the link. */
  readonly week: string | null;
  readonly label: string;
  readonly class: string;
}

function WeekStep({ week, label, class: className }: WeekStepProps): JSX.Element {
  const { view } = useAppContext();
  const name = `button icon-button ${className}`;
  if (week === null) {
    return (
      <span class={name} role="link" aria-disabled="true" aria-label={label}>
        <Icon name="chevron" />
      </span>
    );
  }
  return (
    <ViewLink view={viewInWeek(view, week)} class={name}>
      <span class="unseen">{label}</span>
      <Icon name="chevron" />
    </ViewLink>
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
          : entryText(isPending ? 'hint' : entry.kind, pageLocalization)}
      </p>
      <button type="submit" class="primary">
        {words.toWeek}
      </button>
    </form>
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
