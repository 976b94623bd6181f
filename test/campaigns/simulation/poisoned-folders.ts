// Folders whose rendering throws, never ends, or ends the process.
import type { DocumentRenderer } from '../../../lib/ports/rendering.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';
import { ProcessKilled } from './timeline.ts';

export const POISONS = ['throws', 'hangs', 'ends the process'] as const;
export type Poison = (typeof POISONS)[number];

/** By folder. */
export type PoisonedFolders = Map<number, Poison>;

/** An error of this program that is injected, and no bug. */
export class PoisonError extends Error {}

export function poisonedRenderer(
  timeline: Timeline,
  process: SimulatedProcess,
  poisoned: PoisonedFolders,
): DocumentRenderer {
  return {
    render: (report, ...rest) => {
      switch (poisoned.get(report.folder.key)) {
        case undefined:
          return fakePdfRenderer.render(report, ...rest);
        case 'throws':
          return Promise.reject(new PoisonError());
        case 'hangs':
          return new Promise(() => undefined);
        case 'ends the process':
          timeline.kill(process, () => false);
          return Promise.reject(new ProcessKilled());
      }
    },
  };
}
