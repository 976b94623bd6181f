// Table of a week: one row per folder, in sections per kind of index.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WeekOverview } from '../../../http/responses.ts';
import { groupName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { SortColumn, WeekView } from '../../routes.ts';
import { ArrowDown, ArrowUp } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { folderLocalization } from '../../features/folders/folder-names.ts';
import { defaultOrder } from './week-filters.tsx';
import { WeekTableRow } from './week-row.tsx';
import type { RowSection } from './week-table-rows.ts';
import { countKinds } from './week-table-rows.ts';

/** Rows that are shown before "more" is pressed. */
const PAGE_SIZE = 200;
/** Including the PDF column. */
const COLUMNS = 7;

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
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
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
  const localization = folderLocalization(folderIndex, pageLocalization);
  const hasKinds = countKinds(overview) > 1;
  const isByKind = view.sort === 'index' || view.sort === 'change';
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <table class="week-table" role="table" ref={body}>
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <SortHeader sort="place" view={view} />
            <SortHeader sort="state" view={view} />
            <SortHeader sort="index" view={view} />
            <SortHeader sort="change" view={view} />
            <SortHeader sort="responses" view={view} />
            <SortHeader sort="alerts" view={view} />
            <td role="cell" />
          </tr>
        </thead>
        {limitRows(sections, limit).map(({ kind, rows }) => (
          <tbody key={kind === null ? '' : groupName(kind)} role="rowgroup">
            {isByKind && (hasKinds || kind === null) && (
              <tr class="kind-head" role="row">
                <th colspan={COLUMNS} scope="rowgroup" role="rowheader">
                  {kind === null
                    ? pageLocalization.page.browse.withoutFigures
                    : kindName(kind, localization)}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <WeekTableRow
                key={row.folder.key}
                row={row}
                week={overview.week}
                localization={localization}
                isTree={isTree}
                hasKind={hasKinds && kind === null}
              />
            ))}
          </tbody>
        ))}
      </table>
      {total > limit && (
        <p class="week-more">
          <button
            type="button"
            onClick={() => {
              wasExtended.current = true;
              setLimit(limit + PAGE_SIZE);
            }}
          >
            {pageLocalization.page.browse.showMore(
              pageLocalization.formats.count(Math.min(PAGE_SIZE, total - limit)),
            )}
          </button>
          <span class="muted">
            {pageLocalization.page.browse.shown(
              pageLocalization.formats.count(limit),
              pageLocalization.formats.count(total),
            )}
          </span>
        </p>
      )}
    </>
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

function SortHeader({
  sort,
  view,
}: {
  readonly sort: SortColumn;
  readonly view: WeekView;
}): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  const isSorted = view.sort === sort;
  const direction = view.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      role="columnheader"
      class={`column-${sort}`}
      {...(isSorted ? { 'aria-sort': direction } : {})}
    >
      <button
        type="button"
        class="bare"
        onClick={() => {
          // The tree has only one order.
          const next =
            isSorted && sort !== 'place'
              ? { sort, descending: !view.descending }
              : defaultOrder(sort);
          navigate({ ...view, ...next }, { replace: true });
        }}
      >
        {page.browse.sorts[sort]}
        {isSorted && sort !== 'place' && (view.descending ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  );
}

export function NoMatchesNote({ view }: { readonly view: WeekView }): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  return (
    <section class="note">
      <p>{page.browse.noneLikeThat}</p>
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
