// Assertions on pages: nothing leaves the margins, and no texts overlap.
import assert from 'node:assert/strict';
import type { Page } from '../../../../lib/adapters/pdf/page-elements.ts';
import { CONTENT_WIDTH, millimetres } from '../../../../lib/adapters/pdf/sheet/sheet-context.ts';
import type { TextRun } from '../../../../lib/charts/draw-operations.ts';
import { placedOperations } from '../../../support/placed-operations.ts';
import { boxOf, runsOf } from './page-text.ts';

/** Tolerance for rounding, in points. */
const TOLERANCE = 0.05;

/** The space above and below the content box. */
const MARGINS = { top: millimetres(13), bottom: millimetres(12) } as const;

export function assertInsideMargins({ width, height, parts }: Page): void {
  const side = (width - CONTENT_WIDTH) / 2;
  for (const part of parts) {
    for (const operation of placedOperations(part)) {
      const { left, top, right, bottom } = boxOf(operation);
      const inside =
        left >= side - TOLERANCE &&
        right <= width - side + TOLERANCE &&
        top >= MARGINS.top - TOLERANCE &&
        bottom <= height - MARGINS.bottom + TOLERANCE;
      assert.ok(inside, `leaves the margins: ${JSON.stringify(operation).slice(0, 200)}`);
    }
  }
}

export function assertNoOverlappingTexts(page: Page): void {
  const runs = runsOf(page.parts).toSorted((a, b) => a.y - b.y);
  runs.forEach((run, i) => {
    for (const laterRun of runs.slice(i + 1)) {
      if (laterRun.y - run.y > laterRun.size) break;
      assert.ok(
        !overlap(run, laterRun),
        `'${run.text}' overlaps '${laterRun.text}' at ${String(run.y)}`,
      );
    }
  });
}

function overlap(a: TextRun, b: TextRun): boolean {
  const caps = (run: TextRun): readonly [number, number] => [run.y - run.size * 0.6, run.y];
  const [aTop, aBottom] = caps(a);
  const [bTop, bBottom] = caps(b);
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across > 0.2 && Math.min(aBottom, bBottom) - Math.max(aTop, bTop) > 0.2;
}
