// The page that peers draw: all shapes in one drawing below the texts, which is faster for all peers than the order of
// the layout. No shape of the layout covers an earlier text.
import type { TextRun } from '../../../lib/charts/draw-operations.ts';
import type { PlainOperation, PlainPage } from './render-inputs.ts';

export type DrawingShape = Exclude<PlainOperation, TextRun>;

export function shapesOf({ operations }: PlainPage): readonly DrawingShape[] {
  return operations.filter((operation) => operation.kind !== 'text');
}

export function textsOf({ operations }: PlainPage): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}
