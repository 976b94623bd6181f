// The draw operations of a laid-out part in page coordinates.
import type { Part } from '../../lib/adapters/pdf/page-elements.ts';
import type { Operation, PathCommand } from '../../lib/charts/draw-operations.ts';

export function placedOperations({ operations, dx, dy }: Part): readonly Operation[] {
  return operations.map((operation) => translate(operation, dx, dy));
}

function translate(operation: Operation, dx: number, dy: number): Operation {
  switch (operation.kind) {
    case 'text':
    case 'rect':
    case 'dot':
      return { ...operation, x: operation.x + dx, y: operation.y + dy };
    case 'line':
      return {
        ...operation,
        x1: operation.x1 + dx,
        y1: operation.y1 + dy,
        x2: operation.x2 + dx,
        y2: operation.y2 + dy,
      };
    case 'path':
      return { ...operation, commands: operation.commands.map((c) => translateCommand(c, dx, dy)) };
  }
}

function translateCommand(command: PathCommand, dx: number, dy: number): PathCommand {
  switch (command.to) {
    case 'close':
      return command;
    case 'move':
    case 'line':
      return { ...command, x: command.x + dx, y: command.y + dy };
    case 'curve':
      return {
        to: 'curve',
        x1: command.x1 + dx,
        y1: command.y1 + dy,
        x2: command.x2 + dx,
        y2: command.y2 + dy,
        x: command.x + dx,
        y: command.y + dy,
      };
  }
}
