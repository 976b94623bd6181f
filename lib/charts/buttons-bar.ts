// The shares of the buttons as one bar, worst first.
import type { Button, ButtonsView } from '../view/report-view.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation, Rectangle } from './draw-operations.ts';
import { filledRectangle, hatching } from './draw-operations.ts';
import { buttonColour, colours, textOn, textStyles, withColour } from './theme.ts';

const GAP = 0.6;
/** On both sides of a share within its segment. */
const LABEL_ROOM = 4;
const HATCH = { colour: '#c9707f', lineWidth: 0.75, step: 5.3 } as const;

/** The bar with the shares that have room. */
export function buttonsBar(
  { buttons }: ButtonsView,
  width: number,
  height: number,
  typesetter: Typesetter,
): readonly Operation[] {
  const sum = buttons.reduce((total, { share }) => total + share, 0);
  if (sum === 0) return [filledRectangle(0, 0, width, height, colours.calm)];
  let x = 0;
  return buttons.flatMap((button) => {
    const room = (button.share / sum) * width;
    const gap = x > 0 && room > 2 * GAP ? GAP : 0;
    const segment = { x: x + gap, y: 0, width: room - gap, height };
    x += room;
    return button.count === 0 ? [] : segmentOf(button, segment, typesetter);
  });
}

/** A sample of the colour of a button, for its legend. */
export function buttonSwatch(
  { position }: Pick<Button, 'position'>,
  x: number,
  y: number,
  size: number,
): readonly Operation[] {
  return fillOf(position, { x, y, width: size, height: size });
}

type Area = Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>;

/** The worst button is hatched: in grey print its colour looks like that of the best. */
function fillOf(position: Button['position'], area: Area): readonly Operation[] {
  const { x, y, width, height } = area;
  const fill = filledRectangle(x, y, width, height, buttonColour(position));
  return position === 0 ? [fill, hatching(area, HATCH)] : [fill];
}

function segmentOf(
  { position, shareText }: Button,
  area: Area,
  { widthOf, lineIn }: Typesetter,
): readonly Operation[] {
  const colour = buttonColour(position);
  const style = withColour({ ...textStyles.labelStrong, size: 8 }, textOn(colour));
  const text = widthOf(shareText, style);
  const fill = fillOf(position, area);
  if (text + 2 * LABEL_ROOM > area.width) return fill;
  const centre = area.x + area.width / 2;
  const label = lineIn(shareText, style, centre, [area.y, area.height], 'centre');
  // Lines behind a text would make it hard to read.
  const plate = filledRectangle(
    centre - text / 2 - 3,
    area.y + 3,
    text + 6,
    area.height - 6,
    colour,
  );
  return fill.length > 1 ? [...fill, plate, ...label] : [...fill, ...label];
}
