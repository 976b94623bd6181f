// The cells of a heat map: a grid with one stop of the Tab key, in which the arrow keys move.
import type { JSX, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import type { Heat } from '../../../view/report-view.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { reportRoute } from '../../routes.ts';
import { BLOCK_ROWS, blocksOf, HeatBlock } from './heat-block.tsx';
import type { CellAddress, HeatGroup } from './heat-rows.ts';
import { cellAfterKey } from './heat-rows.ts';

interface HeatGridProps {
  readonly heat: Heat;
  readonly groups: readonly HeatGroup[];
  /** Of the report. */
  readonly week: string;
  /** Called with the cell that has the pointer or the focus; null when none has. */
  readonly onPoint: (cell: CellAddress | null) => void;
}

/** Longer grids are not laid out in columns, which needs the height of every row. */
const MAX_IN_COLUMNS = 200;

export function HeatGrid({ heat, groups, week, onPoint }: HeatGridProps): JSX.Element {
  const { direction } = useLocalization();
  const { navigate } = useAppContext();
  const rows = groups.flatMap((group) => group.rows);
  const isShort = rows.length <= MAX_IN_COLUMNS;
  const size = { rows: rows.length, weeks: heat.weeks.length, isRtl: direction === 'rtl' };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const address = addressOf(event.target);
    if (address === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const folder = rows[address.row]?.folder;
    if (event.key === 'Enter' && folder !== undefined) navigate(reportRoute({ week, folder }));
    const next = cellAfterKey(event.key, address, size);
    if (next === null) return;
    event.preventDefault();
    cellAt(event.currentTarget, next)?.focus();
  };
  let first = 0;
  return (
    <div
      class={isShort ? 'heat-grid has-columns' : 'heat-grid'}
      role="grid"
      aria-label={heat.title}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        moveTabStop(event);
        onPoint(addressOf(event.target));
      }}
      onFocusOut={() => {
        onPoint(null);
      }}
      onPointerOver={({ target }) => {
        onPoint(addressOf(target));
      }}
      onPointerLeave={() => {
        onPoint(null);
      }}
    >
      {groups.map(({ name, rows: groupRows }) => {
        const start = first;
        first += groupRows.length;
        return (
          <div key={name} role="rowgroup" aria-label={name} class="heat-group">
            <div role="row" class="heat-row heat-head">
              <span role="columnheader" class="heat-group-name">
                <bdi>{name}</bdi>
              </span>
              {heat.weeks.map((label) => (
                <span key={label} role="columnheader">
                  {label}
                </span>
              ))}
            </div>
            {blocksOf(groupRows, isShort).map((block) => (
              <HeatBlock
                key={block.first}
                rows={block.rows}
                position={start + block.first}
                week={week}
                isMade={isShort || start + block.first < BLOCK_ROWS}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** Null outside the cells. */
function addressOf(target: EventTarget | null): CellAddress | null {
  const cell = target instanceof HTMLElement ? target.dataset['cell'] : undefined;
  const [row, week] = cell?.split(' ').map(Number) ?? [];
  return row === undefined || week === undefined ? null : { row, week };
}

function cellAt(grid: HTMLElement, { row, week }: CellAddress): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-cell="${row} ${week}"]`);
}

/** The Tab key returns to the cell that was left. */
function moveTabStop({ target, currentTarget }: TargetedFocusEvent<HTMLDivElement>): void {
  if (!(target instanceof HTMLElement) || addressOf(target) === null) return;
  const previous = currentTarget.querySelector<HTMLElement>('[data-cell][tabindex="0"]');
  if (previous !== null) previous.tabIndex = -1;
  target.tabIndex = 0;
}
