// Rows of a heat map: the sign and name of a place and its weeks.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { reportRoute, viewHref } from '../../routes.ts';
import { heatClass } from '../../ui/heat-cell.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';

interface Block {
  /** Its position among the rows. */
  readonly first: number;
  readonly rows: readonly Row[];
}

export const BLOCK_ROWS = 40;

/** One block of all rows where the grid is short. */
export function blocksOf(rows: readonly Row[], isShort: boolean): readonly Block[] {
  const size = isShort ? Math.max(1, rows.length) : BLOCK_ROWS;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => ({
    first: i * size,
    rows: rows.slice(i * size, (i + 1) * size),
  }));
}

interface HeatBlockProps {
  /** Of the report. */
  readonly week: string;
  readonly rows: readonly Row[];
  /** Of its first row in the grid. */
  readonly position: number;
  /** At once. */
  readonly isMade: boolean;
}

/** Rows that are far below the visible part of the page are made when the reader comes near. */
export function HeatBlock({ rows, position, week, isMade }: HeatBlockProps): JSX.Element {
  const [isNear, setNear] = useState(isMade);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [isNear]);
  if (!isNear) {
    return <div ref={box} class="heat-block" style={{ '--rows': rows.length }} />;
  }
  return (
    <>
      {rows.map((row, i) => (
        <HeatRow
          key={`${row.folder} ${row.survey}`}
          row={row}
          position={position + i}
          week={week}
        />
      ))}
    </>
  );
}

/** More than a screen: arrow keys never reach a row that is not made. */
const NEAR = '1500px 0px';

interface HeatRowProps extends Pick<HeatBlockProps, 'week' | 'position'> {
  readonly row: Row;
}

function HeatRow({ row, position, week }: HeatRowProps): JSX.Element {
  const { formats } = useLocalization();
  const { name, suffix, folder, heat, trend } = row;
  const last = heat.length - 1;
  return (
    <div role="row" class="heat-row">
      <span role="rowheader" class="heat-name">
        <StateGlyph state={row.state} size={11} />
        {/* Enter in a cell opens the place, too. */}
        <a href={viewHref(reportRoute({ week, folder }))} tabIndex={-1}>
          <bdi>{name}</bdi>
        </a>
        {suffix !== '' && <span class="suffix">· {suffix}</span>}
      </span>
      {heat.map((value, i) => {
        const index = trend[i] ?? null;
        const text = index === null ? '' : formats.index(index, 'HAPPY');
        const isPrinted = i === last || (value !== null && value !== 0);
        return (
          <span
            key={i}
            role="gridcell"
            class={i === last ? `${heatClass(value)} is-now` : heatClass(value)}
            tabIndex={position === 0 && i === last ? 0 : -1}
            data-cell={`${position} ${i}`}
            {...(isPrinted || text === '' ? {} : { 'aria-label': text })}
          >
            {isPrinted && text}
          </span>
        );
      })}
    </div>
  );
}
