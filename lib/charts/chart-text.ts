// Places and cuts lines of text on a drawing. The widths come from font files (PDF) or from the browser (page).
import { graphemesOf } from '../i18n/segments.ts';
import type { TextRun } from './draw-operations.ts';
import type { FaceName, TextStyle } from './theme.ts';

type Align = 'left' | 'right' | 'centre';

/** Text measurements, from a font file or a browser. */
export interface FontMetrics {
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** The height of capitals in thousandths of the font size. */
  readonly capHeight: (face: FaceName) => number;
}

export interface Typesetter {
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** One line of text at (x, y), where y is the baseline; empty for an empty text. */
  readonly lineAt: (
    text: string,
    style: TextStyle,
    x: number,
    y: number,
    align?: Align,
  ) => readonly TextRun[];
  /** One line of text whose capitals are centred in a band of the drawing. */
  readonly lineIn: (
    text: string,
    style: TextStyle,
    x: number,
    band: readonly [top: number, height: number],
    align?: Align,
  ) => readonly TextRun[];
  /** The baseline that centres capitals in a line that starts at `top`. */
  readonly baselineIn: (top: number, height: number, style: TextStyle) => number;
  /** The text, cut with an ellipsis when it is too wide; '' when not even the ellipsis fits. */
  readonly fitted: (text: string, style: TextStyle, width: number) => string;
  /** The longest prefix of whole graphemes that is not wider than `width`. */
  readonly prefix: (text: string, style: TextStyle, width: number) => string;
}

const ELLIPSIS = '…';

export function createChartTypesetter({ widthOf, capHeight }: FontMetrics): Typesetter {
  const prefix: Typesetter['prefix'] = (text, style, width) => {
    let end = 0;
    let sum = 0;
    for (const { segment } of graphemesOf(text)) {
      sum += widthOf(segment, style);
      if (sum > width) break;
      end += segment.length;
    }
    let fitting = text.slice(0, end);
    // Joined letters can be wider than the sum of the separate letters.
    while (fitting !== '' && widthOf(fitting, style) > width)
      fitting = withoutLastGrapheme(fitting);
    return fitting;
  };
  const lineAt: Typesetter['lineAt'] = (text, style, x, y, align = 'left') => {
    if (text === '') return [];
    const width = widthOf(text.trimEnd(), style);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    const { face, size, colour } = style;
    return [{ kind: 'text', x: left, y, text, face, size, colour, width }];
  };
  const baselineIn: Typesetter['baselineIn'] = (top, height, { face, size }) =>
    top + height / 2 + (capHeight(face) * size) / 2000;
  return {
    widthOf,
    lineAt,
    lineIn: (text, style, x, [top, height], align) =>
      lineAt(text, style, x, baselineIn(top, height, style), align),
    baselineIn,
    fitted(text, style, width) {
      if (widthOf(text, style) <= width) return text;
      const textWidth = width - widthOf(ELLIPSIS, style);
      let fitting = prefix(text, style, textWidth).trimEnd();
      // The ellipsis can change the shape of the last letters.
      while (fitting !== '' && widthOf(`${fitting}${ELLIPSIS}`, style) > width)
        fitting = withoutLastGrapheme(fitting);
      if (fitting !== '') return `${fitting}${ELLIPSIS}`;
      return textWidth >= 0 ? ELLIPSIS : '';
    },
    prefix,
  };
}

/** The text without its last grapheme. */
function withoutLastGrapheme(text: string): string {
  let lastIndex = 0;
  for (const { index } of graphemesOf(text)) lastIndex = index;
  return text.slice(0, lastIndex).trimEnd();
}
