// The result type of all charts.
import type { Operation } from './draw-operations.ts';

/** In points from the top left of the drawing, for left-to-right readers; mirrored for right-to-left readers. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly operations: readonly Operation[];
}
