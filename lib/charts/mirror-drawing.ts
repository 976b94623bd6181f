// Mirrors drawings for right-to-left readers: positions are mirrored, texts stay readable.
import type { Operation } from './draw-operations.ts';
import { mapCommand } from './draw-operations.ts';

/** The operation on the mirrored drawing of this width. */
export function mirrorOperation(operation: Operation, width: number): Operation {
  const mirrorX = (x: number): number => width - x;
  switch (operation.kind) {
    case 'text':
    case 'rect':
      return { ...operation, x: mirrorX(operation.x + operation.width) };
    case 'line':
      return { ...operation, x1: mirrorX(operation.x1), x2: mirrorX(operation.x2) };
    case 'dot':
      return { ...operation, x: mirrorX(operation.x) };
    case 'path':
      return {
        ...operation,
        commands: operation.commands.map((command) => mapCommand(command, mirrorX, (y) => y)),
      };
  }
}
