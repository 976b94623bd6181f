// Reads laid-out pages as a person would: lines of text with their places, without a PDF in between.
import type { Operation, Page, Part, TextRun } from '../../../lib/adapters/pdf/operations.ts';

export function runsOf(parts: readonly Part[]): readonly TextRun[] {
  return parts.flatMap((part) => part.operations.filter((one) => one.kind === 'text'));
}

/** The lines of a page from top to bottom, each from left to right. */
export function linesOf(page: Page, parts: readonly Part[] = page.parts): readonly string[] {
  return rowsOf(parts).map((row) => row.map((run) => run.text).join(' '));
}

export function textOf(pages: readonly Page[]): string {
  return pages.flatMap((page) => linesOf(page)).join('\n');
}

/** A page for a golden file: role, baseline, then every run behind its left edge; charts only by what they are. */
export function goldenOf(pages: readonly Page[]): string {
  return pages
    .map((page, i) => {
      const lines = page.parts.flatMap((part) =>
        part.role === 'Figure'
          ? [`Figure with ${String(part.operations.length)} operations`]
          : rowsOf([part]).map((row) => {
              const y = Math.round(row[0]?.y ?? 0);
              const cells = row.map((run) => `${String(Math.round(run.x))}:${run.text}`);
              return `${part.role} ${String(y)} ${cells.join(' | ')}`;
            }),
      );
      return [`── page ${String(i + 1)}`, ...lines].join('\n');
    })
    .join('\n')
    .concat('\n');
}

function rowsOf(parts: readonly Part[]): readonly (readonly TextRun[])[] {
  const rows = new Map<number, TextRun[]>();
  for (const run of runsOf(parts)) {
    const y = Math.round(run.y);
    const row = rows.get(y);
    if (row === undefined) rows.set(y, [run]);
    else row.push(run);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.x - b.x));
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The room an operation takes; of text its advance from the caps down to the descenders. */
export function boxOf(operation: Operation): Box {
  switch (operation.kind) {
    case 'text': {
      const { x, y, width, size } = operation;
      return { left: x, top: y - size * 0.75, right: x + width, bottom: y + size * 0.25 };
    }
    case 'rect': {
      const { x, y, width, height } = operation;
      return { left: x, top: y, right: x + width, bottom: y + height };
    }
    case 'line':
      return around([
        [operation.x1, operation.y1],
        [operation.x2, operation.y2],
      ]);
    case 'path':
      return around(
        operation.commands.flatMap((command): readonly (readonly [number, number])[] => {
          if (command.to === 'close') return [];
          const end = [command.x, command.y] as const;
          if (command.to !== 'curve') return [end];
          return [[command.x1, command.y1], [command.x2, command.y2], end];
        }),
      );
  }
}

function around(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}
