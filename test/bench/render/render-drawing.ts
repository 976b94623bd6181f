// A page as the peers draw it: all shapes in one drawing and the words above it, which is kinder to every one of them
// than our order. No shape of the layout covers a word that came before it.
import type { Operation, TextRun } from '../../../lib/charts/draw-operations.ts';
import type { PlainPage } from './work.ts';

export type Shape = Exclude<Operation, TextRun>;

export function shapesOf({ operations }: PlainPage): readonly Shape[] {
  return operations.filter((operation) => operation.kind !== 'text');
}

export function textsOf({ operations }: PlainPage): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}
