// Pages for readers from right to left: laid out from left to right, then turned over.
import { mirroredDrawing } from '../../charts/mirror-drawing.ts';
import type { Page } from './page-elements.ts';

export function mirrored(page: Page): Page {
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      operations: part.operations.map((operation) => mirroredDrawing(operation, page.width)),
    })),
  };
}
