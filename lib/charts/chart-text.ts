// Lines of text on a drawing: placed, centred and cut by how wide their letters are, whoever knows that.
import type { TextRun } from './draw-operations.ts';
import type { FaceName, TextStyle } from './theme.ts';

export type Align = 'left' | 'right' | 'centre';

/** What is known of the letters: a font file's on paper, a browser's on a screen. */
export interface FontMetrics {
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** Above the baseline, in thousandths of the type size. */
  readonly capHeight: (face: FaceName) => number;
}

export interface Typesetter {
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** One line of text whose reference point is at (x, y), the baseline; nothing for no text. */
  readonly lineAt: (
    text: string,
    style: TextStyle,
    x: number,
    y: number,
    align?: Align,
  ) => readonly TextRun[];
  /** The baseline that centres capitals in a line that starts at `top`. */
  readonly baselineIn: (top: number, height: number, style: TextStyle) => number;
  /** The text, or as much of it as fits in front of an ellipsis; '' when not even that fits. */
  readonly fitted: (text: string, style: TextStyle, width: number) => string;
  /** The longest run of whole graphemes from the start that is not wider than `width`. */
  readonly prefix: (text: string, style: TextStyle, width: number) => string;
}

const ELLIPSIS = '…';

/** What a reader takes for one character. */
export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function typesetterOf({ widthOf, capHeight }: FontMetrics): Typesetter {
  const prefix: Typesetter['prefix'] = (text, style, width) => {
    let end = 0;
    let sum = 0;
    for (const { segment } of graphemes.segment(text)) {
      sum += widthOf(segment, style);
      if (sum > width) break;
      end += segment.length;
    }
    let kept = text.slice(0, end);
    // Joined letters can be wider than the sum of single ones.
    while (kept !== '' && widthOf(kept, style) > width) kept = shorter(kept);
    return kept;
  };
  return {
    widthOf,
    lineAt(text, style, x, y, align = 'left') {
      if (text === '') return [];
      const width = widthOf(text.trimEnd(), style);
      const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
      const { face, size, colour } = style;
      return [{ kind: 'text', x: left, y, text, face, size, colour, width }];
    },
    baselineIn: (top, height, { face, size }) => top + height / 2 + (capHeight(face) * size) / 2000,
    fitted(text, style, width) {
      if (widthOf(text, style) <= width) return text;
      const room = width - widthOf(ELLIPSIS, style);
      let kept = prefix(text, style, room).trimEnd();
      // The ellipsis can join the last letters to another shape than either had alone.
      while (kept !== '' && widthOf(`${kept}${ELLIPSIS}`, style) > width) kept = shorter(kept);
      if (kept !== '') return `${kept}${ELLIPSIS}`;
      return room >= 0 ? ELLIPSIS : '';
    },
    prefix,
  };
}

/** Without the last grapheme. */
function shorter(text: string): string {
  let last = 0;
  for (const { index } of graphemes.segment(text)) last = index;
  return text.slice(0, last).trimEnd();
}
