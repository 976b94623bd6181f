// A week of a place in the heat map: how far it is from the level of the place.
import type { Typesetter } from './chart-text.ts';
import type { Line, Operation, Rectangle } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import type { Shade } from './theme.ts';
import { colours, heatShades, textStyles } from './theme.ts';

const SHADES: ReadonlyMap<number, Shade> = new Map([
  [-2, heatShades.farBelow],
  [-1, heatShades.below],
  [0, heatShades.within],
  [1, heatShades.above],
  [2, heatShades.farAbove],
]);
const FRAME = 0.7;

/** The shade of a class from −2 to 2; null where the week is not measured. */
function heatShade(value: number | null): Shade | null {
  return value === null ? null : (SHADES.get(value) ?? null);
}

/** `text`: '' where the figure is not printed. Cells above the level are framed: in grey print they look like those within. */
export function heatCell(
  value: number | null,
  text: string,
  { x, y, width, height }: Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>,
  { lineIn }: Typesetter,
): readonly Operation[] {
  const shade = heatShade(value);
  if (shade === null || value === null) return [];
  const { fill, text: colour } = shade;
  const style = { ...(value === -2 ? textStyles.cellStrong : textStyles.cell), colour };
  const label = lineIn(text, style, x + width / 2, [y, height], 'centre');
  if (value <= 0) return [filledRectangle(x, y, width, height, fill), ...label];
  const inset = FRAME / 2;
  return [
    {
      ...filledRectangle(x + inset, y + inset, width - FRAME, height - FRAME, fill),
      stroke: colours.ink,
      lineWidth: FRAME,
    },
    ...label,
  ];
}

/**
 * Neighbouring cells within the level without figures, which most of a heat map are, as one dashed line. `first`: the area of the
 * leftmost one; `step`: from the left edge of one to that of the next.
 */
export function cellsWithin(
  { x, y, width, height }: Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>,
  count: number,
  step: number,
): Line {
  const middle = y + height / 2;
  const right = x + (count - 1) * step + width;
  const { fill } = heatShades.within;
  return line([x, middle], [right, middle], fill, height, [width, step - width]);
}
