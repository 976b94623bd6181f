// What every chart is: draw operations in a box, and what they say to a reader who doesn't see them.
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
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
