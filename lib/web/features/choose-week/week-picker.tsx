// Which week is looked at: those with reports, the one before and the one after, or any by its name.
// The place stays: the same folder, the same survey, the same order.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { WeekDates } from '../../../http/responses.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import { viewInWeek } from '../../routes.ts';
import { AnotherWeek } from './week-form.tsx';
import { Calendar, Chevron } from '../../ui/icons.tsx';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { weekOf } from '../../api/use-week-overview.tsx';
import { Popover } from '../../ui/popover.tsx';
import { weekBeside, weekDatesOf } from './week-entry.ts';

export function WeekPicker(): JSX.Element {
  const { weeks, view, go } = useLibrary();
  const { page, formats } = useSpeech();
  const field = useId();
  const week = weekOf(view, weeks);
  const open = weeks.open.week;
  const nameOf = ({ week: name, from, to }: WeekDates): string => {
    const said = page.find.weekWithDates(
      formats.dateRange(from, to),
      formats.numeral(weekNumber(name)),
    );
    return name === open ? page.find.openWeek(said) : said;
  };
  return (
    <div class="week-picker" role="group" aria-label={page.shell.week}>
      <Beside week={weekBeside(week, -1)} label={page.find.previousWeek} class="back" />
      <label class="unseen" for={field}>
        {page.shell.week}
      </label>
      <select
        id={field}
        value={week}
        onChange={(event) => {
          go(viewInWeek(view, event.currentTarget.value));
        }}
      >
        {choices(week, weeks).map((dates) => (
          <option key={dates.week} value={dates.week}>
            {nameOf(dates)}
          </option>
        ))}
      </select>
      <Beside
        week={week >= open ? null : weekBeside(week, 1)}
        label={page.find.nextWeek}
        class="forth"
      />
      <Popover label={page.find.anotherWeek} icon={<Calendar />} class="another-week">
        {(close) => <AnotherWeek onDone={close} />}
      </Popover>
    </div>
  );
}

/** Newest first: those with reports, the newest two, and the one that is looked at. */
function choices(
  week: string,
  weeks: { readonly latest: string; readonly open: WeekDates; readonly data: readonly WeekDates[] },
): readonly WeekDates[] {
  const known = new Map(weeks.data.map((dates) => [dates.week, dates]));
  known.set(weeks.open.week, weeks.open);
  for (const name of [weeks.latest, week]) {
    const dates = weekDatesOf(name);
    if (dates !== null) known.set(name, dates);
  }
  return [...known.values()].toSorted((a, b) => (a.week < b.week ? 1 : -1));
}

interface BesideProps {
  /** Null where there is none to go to. */
  readonly week: string | null;
  readonly label: string;
  readonly class: string;
}

function Beside({ week, label, class: className }: BesideProps): JSX.Element {
  const { view } = useLibrary();
  const name = `button icon-button ${className}`;
  if (week === null) {
    return (
      <span class={name} role="link" aria-disabled="true" aria-label={label}>
        <Chevron />
      </span>
    );
  }
  return (
    <To view={viewInWeek(view, week)} class={name}>
      <span class="unseen">{label}</span>
      <Chevron />
    </To>
  );
}
