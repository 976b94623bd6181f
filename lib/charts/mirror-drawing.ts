// Drawings for readers from right to left: made from left to right, then turned over, with the texts kept readable.
import type { Operation, PathCommand } from './draw-operations.ts';

/** The operation on a drawing of this width that is turned over. */
export function mirroredDrawing(operation: Operation, width: number): Operation {
  const turn = (x: number): number => width - x;
  switch (operation.kind) {
    case 'text':
    case 'rect':
      return { ...operation, x: turn(operation.x + operation.width) };
    case 'line':
      return { ...operation, x1: turn(operation.x1), x2: turn(operation.x2) };
    case 'path':
      return { ...operation, commands: operation.commands.map((one) => turnedCommand(one, turn)) };
  }
}

function turnedCommand(command: PathCommand, turn: (x: number) => number): PathCommand {
  switch (command.to) {
    case 'close':
      return command;
    case 'move':
    case 'line':
      return { ...command, x: turn(command.x) };
    case 'curve':
      return { ...command, x1: turn(command.x1), x2: turn(command.x2), x: turn(command.x) };
  }
}
