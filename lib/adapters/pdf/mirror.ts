// Pages for readers from right to left: laid out from left to right, then turned over.
import { turned } from '../../presentation/mirror.ts';
import type { Page } from './elements.ts';

export function mirrored(page: Page): Page {
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      operations: part.operations.map((operation) => turned(operation, page.width)),
    })),
  };
}
