// Which of a week's reports are shown: those in one state, those below one folder; and on narrow screens, where the
// table has no heads, in which order. All of it is in the address.
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { OverviewState, WeekOverview } from '../../../http/responses.ts';
import type { Sort, WeekView } from '../../routes.ts';
import { SORTS } from '../../routes.ts';
import { ArrowDown, ArrowUp } from '../../ui/icons.tsx';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { folderName } from '../../features/folders/folder-names.ts';
import { StateMark } from '../../ui/badges.tsx';
import { countsByState, parentsIn } from './week-table-rows.ts';

interface FilterProps {
  readonly overview: WeekOverview;
  readonly view: WeekView;
}

/** Falls first, alerts first: what wants somebody. */
export function naturalOrder(sort: Sort): Pick<WeekView, 'sort' | 'descending'> {
  return { sort, descending: sort === 'responses' || sort === 'alerts' };
}

export function StateFilter({
  overview,
  view,
  state,
}: FilterProps & { readonly state: OverviewState | null }): JSX.Element {
  const { go } = useLibrary();
  const { page, formats } = useSpeech();
  const counts = countsByState(overview, view.below);
  const all = counts.reduce((sum, [, n]) => sum + n, 0);
  const show = (wanted: OverviewState | null): void => {
    go({ ...view, state: wanted }, { replace: true });
  };
  return (
    <div class="state-filter" role="group" aria-label={page.find.states}>
      <button
        type="button"
        aria-pressed={state === null}
        onClick={() => {
          show(null);
        }}
      >
        {page.find.all} <b>{formats.count(all)}</b>
      </button>
      {counts.map(([one, n]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === state}
          onClick={() => {
            show(one === state ? null : one);
          }}
        >
          <StateMark state={one} />
          {page.states[one]} <b>{formats.count(n)}</b>
        </button>
      ))}
    </div>
  );
}

export function WeekNarrowing({ overview, view }: FilterProps): JSX.Element {
  const { go } = useLibrary();
  const speech = useSpeech();
  const { page } = speech;
  const [below, order] = [useId(), useId()];
  const parents = useMemo(() => parentsIn(overview.folders), [overview]);
  return (
    <div class="week-narrowing">
      {parents.length > 0 && (
        <p>
          <label for={below}>{page.find.below}</label>
          <select
            id={below}
            value={view.below ?? ''}
            onChange={({ currentTarget: { value } }) => {
              go({ ...view, below: value === '' ? null : Number(value) }, { replace: true });
            }}
          >
            <option value="">{page.find.everywhere}</option>
            {parents.map(({ folder, depth }) => (
              <option key={folder.key} value={folder.key}>
                {'\u00a0\u00a0'.repeat(depth)}
                {folderName(folder, speech)}
              </option>
            ))}
          </select>
        </p>
      )}
      <p class="week-order">
        <label for={order}>{page.find.sortBy}</label>
        <select
          id={order}
          value={view.sort}
          onChange={({ currentTarget: { value } }) => {
            const sort = SORTS.find((one) => one === value) ?? 'place';
            go({ ...view, ...naturalOrder(sort) }, { replace: true });
          }}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {page.find.sorts[sort]}
            </option>
          ))}
        </select>
        {view.sort !== 'place' && (
          <button
            type="button"
            class="icon-button"
            aria-label={page.find.reverse}
            aria-pressed={view.descending}
            onClick={() => {
              go({ ...view, descending: !view.descending }, { replace: true });
            }}
          >
            {view.descending ? <ArrowDown /> : <ArrowUp />}
          </button>
        )}
      </p>
    </div>
  );
}
