// A page as the peers draw it: all shapes in one drawing and the words above it, which is kinder to every one of them
// than our order. No shape of the layout covers a word that came before it.
import type { Operation, PathCommand, TextRun } from '../../../lib/presentation/operations.ts';
import type { PlainPage } from './work.ts';

export type Shape = Exclude<Operation, TextRun>;

export function shapesOf({ operations }: PlainPage): readonly Shape[] {
  return operations.filter((operation) => operation.kind !== 'text');
}

export function textsOf({ operations }: PlainPage): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}

/** As SVG has it. */
export function pathData(commands: readonly PathCommand[]): string {
  return commands.map(step).join('');
}

function step(command: PathCommand): string {
  switch (command.to) {
    case 'move':
      return `M${command.x} ${command.y}`;
    case 'line':
      return `L${command.x} ${command.y}`;
    case 'curve': {
      const { x1, y1, x2, y2, x, y } = command;
      return `C${x1} ${y1} ${x2} ${y2} ${x} ${y}`;
    }
    case 'close':
      return 'Z';
  }
}
