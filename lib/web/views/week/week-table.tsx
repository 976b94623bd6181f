// Table of a week: one row per folder, in sections per kind of index.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WeekOverview } from '../../../http/responses.ts';
import { groupName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { SortColumn, WeekView } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { defaultOrder } from './week-filters.tsx';
import { WeekTableRow } from './week-row.tsx';
import type { RowSection } from './week-table-rows.ts';
import { countKinds } from './week-table-rows.ts';

/** Rows that are shown before "more" is pressed. */
const PAGE_SIZE = 200;
/** Place, state, index, verdict, trend, responses, open alerts, PDF. */
const COLUMNS = 8;

interface WeekTableProps {
  readonly caption: string;
  readonly overview: WeekOverview;
  readonly sections: readonly RowSection[];
  /** Whether rows are indented as a tree. */
  readonly isTree: boolean;
  readonly view: WeekView;
}

export function WeekTable(props: WeekTableProps): JSX.Element {
  const { caption, overview, sections, isTree, view } = props;
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const body = useRef<HTMLTableElement>(null);
  const wasExtended = useRef(false);
  useEffect(() => {
    if (!wasExtended.current) return;
    // Focuses the first new row.
    body.current
      ?.querySelectorAll<HTMLElement>('tbody th[scope=row] a')
      [limit - PAGE_SIZE]?.focus();
  }, [limit]);
  const hasKinds = countKinds(overview) > 1;
  const isByKind = view.sort === 'index';
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <table class="week-table" role="table" ref={body}>
        <caption class="unseen">{caption}</caption>
        <WeekTableHead view={view} />
        {limitRows(sections, limit).map(({ kind, rows }) => (
          <tbody key={kind === null ? '' : groupName(kind)} role="rowgroup">
            {isByKind && (hasKinds || kind === null) && (
              <tr class="kind-head" role="row">
                <th colspan={COLUMNS} scope="rowgroup" role="rowheader">
                  {kind === null ? page.browse.withoutFigures : kindName(kind, pageLocalization)}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <WeekTableRow
                key={row.folder.key}
                row={row}
                week={overview.week}
                isTree={isTree}
                hasKind={hasKinds && kind === null}
              />
            ))}
          </tbody>
        ))}
      </table>
      <p class="muted week-note">
        {view.sort === 'place' ? '' : `${page.browse.sortedListNote} `}
        {page.browse.lossNote}
      </p>
      {total > limit && (
        <p class="week-more">
          <button
            type="button"
            onClick={() => {
              wasExtended.current = true;
              setLimit(limit + PAGE_SIZE);
            }}
          >
            {page.browse.showMore({ n: Math.min(PAGE_SIZE, total - limit) })}
          </button>
          <span class="muted">{page.browse.shown({ n: limit, total })}</span>
        </p>
      )}
    </>
  );
}

function WeekTableHead({ view }: { readonly view: WeekView }): JSX.Element {
  const { words } = useLocalization();
  return (
    <thead role="rowgroup">
      <tr role="row">
        <SortHeader sort="place" view={view} />
        <SortHeader sort="state" view={view} />
        <SortHeader sort="index" view={view} />
        <SortHeader sort="lost" view={view} over={words.columns.verdict} />
        <th scope="col" role="columnheader" class="column-trend">
          {words.trend}
        </th>
        <SortHeader sort="responses" view={view} />
        <SortHeader sort="alerts" view={view} />
        <td role="cell" />
      </tr>
    </thead>
  );
}

function limitRows(sections: readonly RowSection[], limit: number): readonly RowSection[] {
  let remaining = limit;
  return sections.flatMap(({ kind, rows }) => {
    const visible = rows.slice(0, Math.max(0, remaining));
    remaining -= rows.length;
    return visible.length === 0 ? [] : [{ kind, rows: visible }];
  });
}

interface SortHeaderProps {
  readonly sort: SortColumn;
  readonly view: WeekView;
  /** The name of the column, where the button only names what it sorts by. */
  readonly over?: string;
}

function SortHeader({ sort, view, over }: SortHeaderProps): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  // The names are in the column of the tree.
  const isSorted = view.sort === sort || (sort === 'place' && view.sort === 'name');
  const direction = view.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      role="columnheader"
      class={`column-${sort}`}
      {...(isSorted ? { 'aria-sort': direction } : {})}
    >
      {over !== undefined && <span class="column-name">{over} · </span>}
      <button
        type="button"
        class="bare"
        onClick={() => {
          navigate({ ...view, ...nextOrder(sort, view) }, { replace: true });
        }}
      >
        {page.browse.sorts[sort]}
        {isSorted && view.sort !== 'place' && (
          <Icon name={view.descending ? 'arrowDown' : 'arrowUp'} />
        )}
      </button>
    </th>
  );
}

/** The places change between the tree, and their names in both directions. */
function nextOrder(sort: SortColumn, view: WeekView): Pick<WeekView, 'sort' | 'descending'> {
  if (sort !== 'place') {
    return view.sort === sort ? { sort, descending: !view.descending } : defaultOrder(sort);
  }
  if (view.sort === 'place') return defaultOrder('name');
  return view.sort === 'name' && !view.descending
    ? { sort: 'name', descending: true }
    : defaultOrder('place');
}

export function NoMatchesNote({ view }: { readonly view: WeekView }): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  return (
    <section class="note">
      <p>{page.browse.noMatches}</p>
      <p class="note-acts">
        <button
          type="button"
          onClick={() => {
            navigate({ ...view, state: null, below: null }, { replace: true });
          }}
        >
          {page.browse.showAll}
        </button>
      </p>
    </section>
  );
}
