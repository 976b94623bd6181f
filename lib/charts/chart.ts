// The result type of all charts, and what charts are made with.
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import type { TextStyle } from './theme.ts';
import type { Localization } from '../i18n/localization.ts';

/** In points from the top left of the drawing, for left-to-right readers; mirrored for right-to-left readers. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly operations: readonly Operation[];
}

/** Localization and text measurement for charts. */
export interface ChartContext extends Localization {
  readonly typesetter: Typesetter;
}

/** The count, or its compact form (12K) when that is too wide; '' when neither fits, because a cut number misleads. */
export function fitCount(
  count: number,
  width: number,
  style: TextStyle,
  { formats, typesetter }: Pick<ChartContext, 'formats' | 'typesetter'>,
): string {
  const texts = [formats.count(count), formats.compact(count)];
  return texts.find((text) => typesetter.widthOf(text, style) <= width) ?? '';
}
