// Reads laid-out pages as lines of text with positions, without rendering a PDF.
import type { Element, Page, Part } from '../../../../lib/adapters/pdf/page-elements.ts';
import type { Operation, TextRun } from '../../../../lib/charts/draw-operations.ts';
import { placedOperations } from '../../../support/placed-operations.ts';

export function runsOf(parts: readonly Part[]): readonly TextRun[] {
  return parts.flatMap((part) =>
    placedOperations(part).filter((operation) => operation.kind === 'text'),
  );
}

/** The lines of a page from top to bottom, each from left to right. */
export function linesOf(page: Page, parts: readonly Part[] = page.parts): readonly string[] {
  return rowsOf(parts).map((row) => row.map(({ run }) => run.text.trimEnd()).join(' '));
}

export function textOf(pages: readonly Page[]): string {
  return pages.flatMap((page) => linesOf(page)).join('\n');
}

/**
 * A page as text for a golden file: role, baseline, then every run with its left edge; table rows with the roles of
 * their cells; charts with their alternative texts; decoration only when it has text.
 */
export function goldenOf(pages: readonly Page[]): string {
  const describedOwners = new Set<Element>();
  return pages
    .map((page, i) => {
      const lines = groupsOf(page.parts).flatMap(({ of: owner, parts }) => {
        if (owner?.role !== 'Figure') return rowsOf(parts).map((row) => goldenRow(owner, row));
        const altText = describedOwners.has(owner) ? '' : `: ${owner.alt ?? ''}`;
        describedOwners.add(owner);
        const operations = parts.flatMap((part) => part.operations);
        return [`Figure with ${String(operations.length)} operations${altText}`];
      });
      return [`── page ${String(i + 1)}`, ...lines].join('\n');
    })
    .join('\n')
    .concat('\n');
}

interface Group {
  /** The row of a table that a part is in, or its own element. */
  readonly of: Element | null;
  readonly parts: Part[];
}

function groupsOf(parts: readonly Part[]): readonly Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const owner = rowOf(part.element) ?? part.element;
    const lastGroup = groups.at(-1);
    if (lastGroup !== undefined && owner !== null && lastGroup.of === owner)
      lastGroup.parts.push(part);
    else groups.push({ of: owner, parts: [part] });
  }
  return groups;
}

/** The row of a table that an element is in. */
function rowOf(element: Element | null): Element | null {
  if (element === null || element.role === 'TR') return element;
  return rowOf(element.parent);
}

function goldenRow(owner: Element | null, row: readonly Placed[]): string {
  const y = Math.round(row[0]?.run.y ?? 0);
  const cells = row.map(({ run, role }) => {
    const cell = owner?.role === 'TR' ? `${role} ` : '';
    return `${cell}${String(Math.round(run.x))}:${run.text.trimEnd()}`;
  });
  return `${owner?.role ?? 'Artifact'} ${String(y)} ${cells.join(' | ')}`;
}

interface Placed {
  readonly run: TextRun;
  readonly role: string;
}

function rowsOf(parts: readonly Part[]): readonly (readonly Placed[])[] {
  const rows = new Map<number, Placed[]>();
  for (const part of parts) {
    for (const run of runsOf([part])) {
      const placedRun = { run, role: part.element?.role ?? 'Artifact' };
      const y = Math.round(run.y);
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [placedRun]);
      else row.push(placedRun);
    }
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.toSorted((a, b) => a.run.x - b.run.x));
}

export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The bounding box of an operation; for text, the advance from capitals to descenders. */
export function boxOf(operation: Operation): TextBox {
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
    case 'dot': {
      const { x, y, radius } = operation;
      return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    }
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

function around(points: readonly (readonly [number, number])[]): TextBox {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}
