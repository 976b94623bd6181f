// The lines of the heat map within a column: the heads of the weeks, the places, and texts across all weeks.
import type { Heat, Row } from '../../../view/report-view.ts';
import { cellsWithin, heatCell } from '../../../charts/heat-cell.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { memoizeByNumber } from '../../../domain/memoize.ts';
import type { Element, Part } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { fitted, lineIn } from '../text/typesetter.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import { nameLine, NONE } from './place-rows.ts';

/** Between the columns. */
const GAP = millimetres(6);
const COLUMN_WIDTH = (CONTENT_WIDTH - GAP) / 2;
/** From the left edge of a column to that of the next. */
export const COLUMN_STEP = COLUMN_WIDTH + GAP;
const NAME_WIDTH = millimetres(38.5);
const NAME_GAP = millimetres(1);
const CELL_GAP = millimetres(0.25);
/** Before this week. */
const WEEK_GAP = millimetres(0.9);
export const WEEKS_HEIGHT = 10;
/** Weeks between two that are numbered. */
const WEEK_STEP = 4;

/** The top left of a line on the page. */
export interface LinePlace {
  readonly x: number;
  readonly y: number;
}

export function weekHeads(weeks: Heat['weeks'], place: LinePlace, table: Element): readonly Part[] {
  const parent = element('TR', { parent: table });
  const { label, labelStrong } = sheetStyles;
  const last = weeks.length - 1;
  const cells = cellsOf(weeks.length);
  const heads = weeks.map((week, i): Part => {
    const { x = 0, width = 0 } = cells[i] ?? {};
    const isShown = (last - i) % WEEK_STEP === 0;
    const style = i === last ? labelStrong : label;
    return part(
      element('TH', { parent, scope: 'Column', ...(isShown ? {} : { alt: week }) }),
      isShown ? lineIn(week, style, x + width / 2, [0, WEEKS_HEIGHT], 'centre') : [],
      place,
    );
  });
  return [part(element('TH', { parent, scope: 'Column' }), [], place), ...heads];
}

/** A cell across all columns. */
export function noteCell(
  text: string,
  style: TextStyle,
  height: number,
  place: LinePlace,
  parent: Element,
): Part {
  const columns = 14;
  return part(
    element('TD', { parent, columns }),
    lineIn(fitted(text, style, COLUMN_WIDTH), style, 0, [0, height]),
    place,
  );
}

/** The name of a place and its weeks. */
export function heatRow(
  row: Row,
  height: number,
  place: LinePlace,
  parent: Element,
  context: SheetContext,
): readonly Part[] {
  const header = element('TH', { parent, scope: 'Row' });
  const link = context.links.get(row.folder);
  const name = { x: 0, width: NAME_WIDTH - NAME_GAP };
  return [
    part(
      link === undefined ? header : element('Link', { parent: header, link }),
      nameLine(row, sheetStyles.labelInk, name, [0, height]),
      place,
    ),
    part(null, blankCells(row, height), place),
    ...weekCells(row, height, place, parent, context),
  ];
}

/** Whether the figure of a week is printed: those that differ from the level, and that of this week. */
function isPrinted({ trend, heat }: Row, week: number): boolean {
  return (trend[week] ?? null) !== null && (heat[week] !== 0 || week === trend.length - 1);
}

/** Cells without a figure, which are decoration. */
function blankCells(row: Row, height: number): readonly Operation[] {
  const cells = cellsOf(row.trend.length);
  const runs: Operation[] = [];
  let count = 0;
  for (let week = 0; week <= cells.length; week += 1) {
    if ((row.heat[week] ?? null) !== null && !isPrinted(row, week)) {
      count += 1;
      continue;
    }
    const first = cells[week - count];
    if (count > 0 && first !== undefined) {
      const { x, width } = first;
      const area = { x, y: CELL_GAP / 2, width, height: height - CELL_GAP };
      runs.push(cellsWithin(area, count, width + CELL_GAP));
    }
    count = 0;
  }
  return runs;
}

/** A table cell for each printed figure, and one for those between two: for who can't see their colours. */
function weekCells(
  row: Row,
  height: number,
  place: LinePlace,
  parent: Element,
  { formats, typesetter, words }: SheetContext,
): readonly Part[] {
  const cells: Part[] = [];
  let start = 0;
  for (let week = 0; week <= row.trend.length; week += 1) {
    if (week < row.trend.length && !isPrinted(row, week)) continue;
    if (week > start) {
      const values = row.trend.slice(start, week);
      const alt = values.every((value) => value === null)
        ? words.signals.states.tooFew
        : values.map((value) => (value === null ? NONE : formats.index(value, 'HAPPY'))).join(', ');
      cells.push(part(element('TD', { parent, columns: values.length, alt }), [], place));
    }
    start = week + 1;
    const cell = cellsOf(row.trend.length)[week];
    if (cell === undefined) continue;
    const text = formats.index(row.trend[week] ?? null, 'HAPPY');
    const area = { ...cell, y: CELL_GAP / 2, height: height - CELL_GAP };
    const operations = heatCell(row.heat[week] ?? null, text, area, typesetter);
    cells.push(part(element('TD', { parent }), operations, place));
  }
  return cells;
}

interface Cell {
  readonly x: number;
  readonly width: number;
}

const MAX_NUMBERS_OF_WEEKS = 20;

/** The horizontal places of so many weeks within a column. */
const cellsOf = memoizeByNumber(MAX_NUMBERS_OF_WEEKS, (weeks): readonly Cell[] => {
  const step = (COLUMN_WIDTH - NAME_WIDTH - WEEK_GAP) / weeks;
  return Array.from({ length: weeks }, (_, week) => ({
    x: NAME_WIDTH + week * step + (week === weeks - 1 ? WEEK_GAP : 0),
    width: step - CELL_GAP,
  }));
});

function part(cellElement: Element | null, operations: readonly Operation[], at: LinePlace): Part {
  return { element: cellElement, operations, dx: at.x, dy: at.y };
}
