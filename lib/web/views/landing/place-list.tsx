// The places of a folder in groups, as a table whose columns depend on its own width.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FolderView } from '../../../view/report-view.ts';
import { useCanWriteNotes, useLocalization } from '../../app-context.tsx';
import type { ListGroup } from '../../routes.ts';
import type { ReportRoute } from '../../routes.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import type { RowGroup } from './list-groups.ts';
import { groupRows, rowKey } from './list-groups.ts';
import { ListRow } from './list-row.tsx';

/** With more places, those that are as usual are folded. */
const MAX_UNFOLDED = 100;

interface PlaceListProps {
  readonly view: FolderView;
  readonly route: ReportRoute;
  /** The folder of the open panel. */
  readonly open: number | null;
  readonly selected: readonly number[];
  readonly onSelect: (folder: number) => void;
}

export function PlaceList({ view, route, open, selected, onSelect }: PlaceListProps): JSX.Element {
  const { page } = useLocalization();
  const { group, state } = route;
  const groups = useMemo(() => groupRows(view, group, state), [view, group, state]);
  const count = view.counts.reduce((sum, section) => sum + section.count, 0);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box, open === null);
  return (
    <div class="place-list" ref={box} role="table" aria-label={page.list.places}>
      <ColumnHeads />
      {groups.map((rowGroup) => (
        <Group
          key={`${group} ${rowGroup.key}`}
          group={rowGroup}
          arrangement={group}
          startsFolded={rowGroup.state === 'usual' && count > MAX_UNFOLDED && state === null}
          route={route}
          week={view.week}
          open={open}
          selected={selected}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
}

function ColumnHeads(): JSX.Element {
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
          <span class="unseen">{columns.select}</span>
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

interface GroupProps extends Omit<PlaceListProps, 'view'> {
  readonly group: RowGroup;
  readonly arrangement: ListGroup;
  readonly startsFolded: boolean;
  readonly week: string;
}

function Group(props: GroupProps): JSX.Element {
  const { group, arrangement, startsFolded, route, week, open, selected, onSelect } = props;
  const { page, formats } = useLocalization();
  const canTake = useCanWriteNotes();
  const [isFolded, setFolded] = useState(startsFolded);
  const { state, title, rows } = group;
  const { rendered, rest } = useRendered(rows.length);
  return (
    <div role="rowgroup">
      {arrangement !== 'responses' && (
        <div role="row" class="list-head">
          <span role="cell" aria-colspan={10}>
            {state !== null && <StateGlyph state={state} />}
            <h2>{title}</h2>
            <span class="list-count">{formats.count(rows.length)}</span>
            {startsFolded && (
              <button
                type="button"
                class="bare"
                aria-expanded={!isFolded}
                onClick={() => {
                  setFolded(!isFolded);
                }}
              >
                {isFolded ? page.list.unfold({ n: rows.length }) : page.list.fold}
              </button>
            )}
          </span>
        </div>
      )}
      {!isFolded &&
        rows
          .slice(0, rendered)
          .map((row) => (
            <ListRow
              key={rowKey(row)}
              row={row}
              route={route}
              week={week}
              isOpen={row.folder === open}
              isSelected={selected.includes(row.folder)}
              onSelect={onSelect}
              canTake={canTake}
            />
          ))}
      {!isFolded && rows.length > rendered && (
        <div class="list-rest" ref={rest} style={{ '--rest': rows.length - rendered }} />
      )}
    </div>
  );
}

/** Rows that are rendered at once. */
const CHUNK = 100;

/** The number of rows to render: more whenever the space of the others comes near. */
function useRendered(count: number): {
  readonly rendered: number;
  readonly rest: (element: HTMLElement | null) => void;
} {
  const [rendered, setRendered] = useState(CHUNK);
  const [rest, setRest] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (rest === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setRendered((n) => n + CHUNK);
      },
      { rootMargin: '100%' },
    );
    observer.observe(rest);
    return () => {
      observer.disconnect();
    };
    // Observed again after each chunk: the space may still be near.
  }, [rest, rendered, count]);
  return { rendered, rest: setRest };
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
