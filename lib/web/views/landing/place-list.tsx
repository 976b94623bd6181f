// The places of a folder in groups, as a table whose columns depend on its own width.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { keyOf } from '../../../domain/signals/folder-list.ts';
import { countOf, MAX_UNFOLDED } from '../../../view/first-part.ts';
import type { FolderView, Row } from '../../../view/report-view.ts';
import { useCanWriteNotes, useLocalization } from '../../app-context.tsx';
import type { ListGroup } from '../../routes.ts';
import type { ReportRoute } from '../../routes.ts';
import { MAX_COMPARED } from '../../routes.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import type { RowGroup } from './list-groups.ts';
import { groupRows } from './list-groups.ts';
import { isSlim, ListRow } from './list-row.tsx';

interface PlaceListProps {
  readonly view: FolderView;
  readonly route: ReportRoute;
  /** The folder of the open panel. */
  readonly open: number | null;
  readonly selected: readonly number[];
  readonly onSelect: (folder: number) => void;
  /** Replaces the selection. */
  readonly onSelectAll: (folders: readonly number[]) => void;
}

export function PlaceList(props: PlaceListProps): JSX.Element {
  const { view, route, open, selected, onSelect, onSelectAll } = props;
  const { page } = useLocalization();
  const { group, state, display } = route;
  const groups = useMemo(() => groupRows(view, group, state), [view, group, state]);
  // The same for all rows and beside every open place, so that rows are not rendered again.
  const rowRoute = useMemo(
    (): ReportRoute => ({
      ...{ name: 'report', week: view.week, folder: null, revision: null, panel: null },
      ...{ state, group, display },
    }),
    [view.week, state, group, display],
  );
  const isLong = countOf(view) > MAX_UNFOLDED;
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box, open === null);
  return (
    <div class="place-list" ref={box} role="table" aria-label={page.list.places}>
      <ColumnHeads groups={groups} selected={selected} onSelectAll={onSelectAll} />
      {groups.map((rowGroup) => (
        <Group
          key={`${group} ${rowGroup.key}`}
          group={rowGroup}
          arrangement={group}
          startsFolded={rowGroup.state === 'usual' && isLong && state === null}
          route={rowRoute}
          open={open}
          selected={selected}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
}

interface ColumnHeadsProps extends Pick<PlaceListProps, 'selected' | 'onSelectAll'> {
  readonly groups: readonly RowGroup[];
}

function ColumnHeads({ groups, selected, onSelectAll }: ColumnHeadsProps): JSX.Element {
  const { columns } = useLocalization().page.list;
  const head = (name: keyof typeof columns): JSX.Element => (
    <span role="columnheader" class={`cell-${name}`}>
      {columns[name]}
    </span>
  );
  return (
    <div role="rowgroup" class="list-columns">
      <div role="row" class="list-row is-head">
        <span role="columnheader" class="cell-select">
          <SelectFirst groups={groups} selected={selected} onSelectAll={onSelectAll} />
        </span>
        <span role="columnheader" class="cell-glyph">
          <span class="unseen">{columns.state}</span>
        </span>
        {head('name')}
        {head('now')}
        {head('was')}
        {head('change')}
        {head('chart')}
        {head('why')}
        {head('responses')}
        {head('owner')}
      </div>
    </div>
  );
}

/** Selects as many places of the list as can be compared, or none. */
function SelectFirst({ groups, selected, onSelectAll }: ColumnHeadsProps): JSX.Element {
  const words = useLocalization().page.list;
  const folders = new Set(groups.flatMap(({ rows }) => rows.map(({ folder }) => folder)));
  const first = [...folders].slice(0, MAX_COMPARED);
  const hasSelected = selected.length > 0;
  const isAll = hasSelected && first.every((folder) => selected.includes(folder));
  return (
    <input
      type="checkbox"
      checked={isAll}
      indeterminate={hasSelected && !isAll}
      disabled={first.length === 0 && !hasSelected}
      aria-label={hasSelected ? words.selectNone : words.selectFirst({ n: first.length })}
      onChange={() => {
        onSelectAll(hasSelected ? [] : first);
      }}
    />
  );
}

interface GroupProps extends Omit<PlaceListProps, 'view' | 'onSelectAll'> {
  readonly group: RowGroup;
  readonly arrangement: ListGroup;
  readonly startsFolded: boolean;
}

function Group(props: GroupProps): JSX.Element {
  const { group, arrangement, startsFolded, ...list } = props;
  const { page, formats } = useLocalization();
  const [isFolded, setFolded] = useState(startsFolded);
  const [found, setFound] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useBrowserSearch(isFolded, () => {
    setFolded(false);
  });
  useLayoutEffect(() => {
    if (found === null) return;
    const row = box.current?.querySelectorAll('.list-chunk .list-row')[found];
    row?.scrollIntoView({ block: 'center' });
  }, [found]);
  const { state, title, rows, count, countText = formats.count(count) } = group;
  return (
    <div role="rowgroup" ref={box}>
      {arrangement !== 'responses' && (
        <div role="row" class="list-head">
          <span role="cell" aria-colspan={10}>
            {state !== null && <StateGlyph state={state} />}
            <h2>{title}</h2>
            <span class="list-count">{countText}</span>
            {startsFolded && (
              <button
                type="button"
                class="bare"
                aria-expanded={!isFolded}
                onClick={() => {
                  setFolded(!isFolded);
                  setFound(null);
                }}
              >
                {isFolded ? page.list.unfold({ n: count }) : page.list.fold}
              </button>
            )}
          </span>
        </div>
      )}
      {isFolded ? (
        <FoldedNames
          rows={rows}
          onFound={(position) => {
            setFolded(false);
            setFound(position);
          }}
        />
      ) : (
        <GroupRows {...list} rows={rows} missing={count - rows.length} first={(found ?? 0) + 1} />
      )}
    </div>
  );
}

interface FoldedNamesProps extends Pick<RowGroup, 'rows'> {
  /** Called with the position of the row whose name the browser's search has found. */
  readonly onFound: (position: number) => void;
}

/** The names of rows, for a search that no key opens: that of a phone. */
function FoldedNames({ rows, onFound }: FoldedNamesProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.addEventListener('beforematch', ({ currentTarget, target }) => {
      if (currentTarget instanceof Element)
        onFound([...currentTarget.children].findIndex((name) => name === target));
    });
  }, []);
  return (
    <div role="none" ref={box}>
      {rows.map((row) => (
        <div key={keyOf(row)} hidden="until-found">
          {row.name}
        </div>
      ))}
    </div>
  );
}

/** Calls the function when the reader opens the browser's search, which does not find what is folded. */
function useBrowserSearch(isFolded: boolean, onSearch: () => void): void {
  useLayoutEffect(() => {
    if (!isFolded) return undefined;
    const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
      if ((ctrlKey || metaKey) && key === 'f') onSearch();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [isFolded]);
}

interface RowsProps extends Omit<GroupProps, 'group' | 'arrangement' | 'startsFolded'> {
  readonly rows: readonly Row[];
}

interface GroupRowsProps extends RowsProps {
  /** The number of rows that are being loaded. */
  readonly missing: number;
  /** The number of rows that are rendered at once, at least. */
  readonly first: number;
}

/** Rows that are rendered at once, and whose layout the browser skips together while they are out of sight. */
const CHUNK = 25;
/** More than the first screen has. */
const FIRST_CHUNKS = 2;
const CHUNKS_PER_FRAME = 2;

/** All rows, so that the browser finds their texts: some more with each frame. */
function GroupRows({ rows, missing, first, ...list }: GroupRowsProps): JSX.Element {
  const chunks = useMemo(() => chunksOf(rows), [rows]);
  const [rendered, setRendered] = useState(() => Math.max(FIRST_CHUNKS, Math.ceil(first / CHUNK)));
  const isComplete = rendered >= chunks.length;
  useEffect(() => {
    if (isComplete) return undefined;
    const frame = requestAnimationFrame(() => {
      setRendered(rendered + CHUNKS_PER_FRAME);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isComplete, rendered]);
  return (
    <>
      {chunks.slice(0, rendered).map((chunk, i) => (
        <RowChunk key={i} {...list} rows={chunk} />
      ))}
      {(!isComplete || missing > 0) && (
        <div class="list-rest" style={rowCounts(rows.slice(rendered * CHUNK), missing)} />
      )}
    </>
  );
}

function chunksOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) =>
    rows.slice(i * CHUNK, (i + 1) * CHUNK),
  );
}

/** Of both heights, so that the style sheet knows the height of rows that are not laid out. `missing`: further slim ones. */
function rowCounts(
  rows: readonly Row[],
  missing = 0,
): Readonly<Record<'--slim' | '--tall', number>> {
  const slim = rows.filter(({ state }) => isSlim(state)).length;
  return { '--slim': slim + missing, '--tall': rows.length - slim };
}

/** Rendered again only when one of its rows changes. */
function RowChunk({ rows, route, open, selected, onSelect }: RowsProps): JSX.Element {
  const canTake = useCanWriteNotes();
  const marks = rows.map(({ folder }) => [folder === open, selected.includes(folder)]).join();
  return useMemo(
    () => (
      <div role="none" class="list-chunk" style={rowCounts(rows)}>
        {rows.map((row) => (
          <ListRow
            key={keyOf(row)}
            row={row}
            route={route}
            isOpen={row.folder === open}
            isSelected={selected.includes(row.folder)}
            onSelect={onSelect}
            canTake={canTake}
          />
        ))}
      </div>
    ),
    [rows, route, marks, onSelect, canTake],
  );
}

/** j and k move the focus from row to row. */
function useRowKeys(box: { readonly current: HTMLElement | null }, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
      const isTyping =
        target instanceof Element &&
        target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
      if (step === 0 || ctrlKey || metaKey || altKey || isTyping) return;
      const links = [...(box.current?.querySelectorAll<HTMLElement>('.cell-name a') ?? [])];
      const row = document.activeElement?.closest('.list-row') ?? null;
      const current = links.findIndex((link) => row?.contains(link) === true);
      const next = links[current === -1 ? 0 : current + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [box, isEnabled]);
}
