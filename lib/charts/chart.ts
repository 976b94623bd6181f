// What every chart is: draw operations in a box, and what they say to a reader who doesn't see them.
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import type { TextStyle } from './theme.ts';
import type { Localization } from '../i18n/localization.ts';

/** In points from its own top left, for readers from left to right; `turned` turns it over for others. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly operations: readonly Operation[];
}

/** What charts are made with. */
export interface ChartSetting extends Localization {
  readonly typesetter: Typesetter;
}

/** '' where not even thousands or millions fit. */
export function fitCount(
  count: number,
  room: number,
  style: TextStyle,
  { formats, typesetter }: Pick<ChartSetting, 'formats' | 'typesetter'>,
): string {
  const ways = [formats.count(count), formats.compact(count)];
  return ways.find((text) => typesetter.widthOf(text, style) <= room) ?? '';
}
