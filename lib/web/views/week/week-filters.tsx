// Filters of the week table by state and folder, and the sort order for narrow screens, where the table has no
// header. All of it is in the address.
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { OverviewState, WeekOverview } from '../../../http/responses.ts';
import type { SortColumn, WeekView } from '../../routes.ts';
import { SORT_COLUMNS } from '../../routes.ts';
import { Icon, StateIcon } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { folderName } from '../../features/folders/folder-index.ts';
import { countByState, parentFolders } from './week-table-rows.ts';

interface WeekFilterProps {
  readonly overview: WeekOverview;
  readonly view: WeekView;
}

/** The order of the first click: largest losses and most alerts first. */
export function defaultOrder(sort: SortColumn): Pick<WeekView, 'sort' | 'descending'> {
  return { sort, descending: sort === 'lost' || sort === 'responses' || sort === 'alerts' };
}

export function StateFilterButtons({
  overview,
  view,
  state,
}: WeekFilterProps & { readonly state: OverviewState | null }): JSX.Element {
  const { navigate } = useAppContext();
  const { page, formats } = useLocalization();
  const counts = countByState(overview, view.below);
  const total = counts.reduce((sum, [, n]) => sum + n, 0);
  const show = (nextState: OverviewState | null): void => {
    navigate({ ...view, state: nextState }, { replace: true });
  };
  return (
    <div class="state-filter" role="group" aria-label={page.browse.states}>
      <button
        type="button"
        aria-pressed={state === null}
        onClick={() => {
          show(null);
        }}
      >
        {page.browse.all} <b>{formats.count(total)}</b>
      </button>
      {counts.map(([option, n]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === state}
          onClick={() => {
            show(option === state ? null : option);
          }}
        >
          <StateIcon state={option} />
          {page.states[option]} <b>{formats.count(n)}</b>
        </button>
      ))}
    </div>
  );
}

export function FolderAndSortControls({ overview, view }: WeekFilterProps): JSX.Element {
  const { navigate } = useAppContext();
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const [folderId, sortId] = [useId(), useId()];
  const parents = useMemo(() => parentFolders(overview.folders), [overview]);
  return (
    <div class="week-narrowing">
      {parents.length > 0 && (
        <p>
          <label for={folderId}>{page.browse.filterByPlace}</label>
          <select
            id={folderId}
            value={view.below ?? ''}
            onChange={({ currentTarget: { value } }) => {
              navigate({ ...view, below: value === '' ? null : Number(value) }, { replace: true });
            }}
          >
            <option value="">{page.browse.allPlaces}</option>
            {parents.map(({ folder, depth }) => (
              <option key={folder.key} value={folder.key}>
                {'\u00a0\u00a0'.repeat(depth)}
                {folderName(folder, pageLocalization)}
              </option>
            ))}
          </select>
        </p>
      )}
      <p class="week-order">
        <label for={sortId}>{page.browse.sortBy}</label>
        <select
          id={sortId}
          value={view.sort}
          onChange={({ currentTarget: { value } }) => {
            const sort = SORT_COLUMNS.find((column) => column === value) ?? 'place';
            navigate({ ...view, ...defaultOrder(sort) }, { replace: true });
          }}
        >
          {SORT_COLUMNS.map((sort) => (
            <option key={sort} value={sort}>
              {page.browse.sorts[sort]}
            </option>
          ))}
        </select>
        {view.sort !== 'place' && (
          <button
            type="button"
            class="icon-button"
            aria-label={page.browse.reverse}
            aria-pressed={view.descending}
            onClick={() => {
              navigate({ ...view, descending: !view.descending }, { replace: true });
            }}
          >
            <Icon name={view.descending ? 'arrowDown' : 'arrowUp'} />
          </button>
        )}
      </p>
    </div>
  );
}
