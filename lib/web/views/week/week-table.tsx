// The table of a week: one row for each folder, in sections where kinds of index must stay apart.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WeekOverview } from '../../../http/responses.ts';
import { rankedName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Sort, WeekView } from '../../routes.ts';
import { ArrowDown, ArrowUp } from '../../ui/icons.tsx';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { readingOfPlaces } from '../../features/folders/folder-names.ts';
import { naturalOrder } from './week-filters.tsx';
import { WeekTableRow } from './week-row.tsx';
import type { RowSection } from './week-table-rows.ts';
import { kindsIn } from './week-table-rows.ts';

/** Rows that are shown at once; more come when they are asked for. */
const ROOM = 200;
/** With the one for the PDF. */
const COLUMNS = 7;

interface WeekTableProps {
  readonly caption: string;
  readonly overview: WeekOverview;
  readonly sections: readonly RowSection[];
  /** Whether each row stands below the one that it lies in. */
  readonly isTree: boolean;
  readonly view: WeekView;
}

export function WeekTable(props: WeekTableProps): JSX.Element {
  const { caption, overview, sections, isTree, view } = props;
  const { places } = useLibrary();
  const speech = useSpeech();
  const [room, setRoom] = useState(ROOM);
  const body = useRef<HTMLTableElement>(null);
  const isGrown = useRef(false);
  useEffect(() => {
    if (!isGrown.current) return;
    // On with the first of the new rows.
    body.current?.querySelectorAll<HTMLElement>('tbody th[scope=row] a')[room - ROOM]?.focus();
  }, [room]);
  const reading = readingOfPlaces(places, speech);
  const hasKinds = kindsIn(overview) > 1;
  const isByKind = view.sort === 'index' || view.sort === 'change';
  const all = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <table class="week-table" role="table" ref={body}>
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <SortHead sort="place" view={view} />
            <SortHead sort="state" view={view} />
            <SortHead sort="index" view={view} />
            <SortHead sort="change" view={view} />
            <SortHead sort="responses" view={view} />
            <SortHead sort="alerts" view={view} />
            <td role="cell" />
          </tr>
        </thead>
        {withRoom(sections, room).map(({ kind, rows }) => (
          <tbody key={kind === null ? '' : rankedName(kind)} role="rowgroup">
            {isByKind && (hasKinds || kind === null) && (
              <tr class="kind-head" role="row">
                <th colspan={COLUMNS} scope="rowgroup" role="rowheader">
                  {kind === null ? speech.page.find.withoutFigures : kindName(kind, reading)}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <WeekTableRow
                key={row.folder.key}
                row={row}
                week={overview.week}
                reading={reading}
                isTree={isTree}
                hasKind={hasKinds && kind === null}
              />
            ))}
          </tbody>
        ))}
      </table>
      {all > room && (
        <p class="week-more">
          <button
            type="button"
            onClick={() => {
              isGrown.current = true;
              setRoom(room + ROOM);
            }}
          >
            {speech.page.find.showMore(speech.formats.count(Math.min(ROOM, all - room)))}
          </button>
          <span class="muted">
            {speech.page.find.shown(speech.formats.count(room), speech.formats.count(all))}
          </span>
        </p>
      )}
    </>
  );
}

function withRoom(sections: readonly RowSection[], room: number): readonly RowSection[] {
  let left = room;
  return sections.flatMap(({ kind, rows }) => {
    const shown = rows.slice(0, Math.max(0, left));
    left -= rows.length;
    return shown.length === 0 ? [] : [{ kind, rows: shown }];
  });
}

function SortHead({ sort, view }: { readonly sort: Sort; readonly view: WeekView }): JSX.Element {
  const { go } = useLibrary();
  const { page } = useSpeech();
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
          // The tree has one order.
          const next =
            isSorted && sort !== 'place'
              ? { sort, descending: !view.descending }
              : naturalOrder(sort);
          go({ ...view, ...next }, { replace: true });
        }}
      >
        {page.find.sorts[sort]}
        {isSorted && sort !== 'place' && (view.descending ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  );
}

export function NoneLikeThat({ view }: { readonly view: WeekView }): JSX.Element {
  const { go } = useLibrary();
  const { page } = useSpeech();
  return (
    <section class="note">
      <p>{page.find.noneLikeThat}</p>
      <p class="note-acts">
        <button
          type="button"
          onClick={() => {
            go({ ...view, state: null, below: null }, { replace: true });
          }}
        >
          {page.find.showAll}
        </button>
      </p>
    </section>
  );
}
