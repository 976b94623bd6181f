// Bounding boxes of the draw operations of parts, in points from the top left of the page.
import type { Part } from './page-elements.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const EMPTY_BOX: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** Text counts from above its capitals to below its descenders, a curve with all its control points. */
export function boundingBox(
  { operations, dx, dy }: Pick<Part, 'operations' | 'dx' | 'dy'>,
  start: Box | null = null,
): Box {
  let { left, top, right, bottom } = start ?? EMPTY_BOX;
  const add = (x: number, y: number): void => {
    left = Math.min(left, x + dx);
    top = Math.min(top, y + dy);
    right = Math.max(right, x + dx);
    bottom = Math.max(bottom, y + dy);
  };
  for (const operation of operations) {
    switch (operation.kind) {
      case 'text': {
        const { x, y, width, size } = operation;
        add(x, y - size);
        add(x + width, y + size * 0.3);
        break;
      }
      case 'rect': {
        const { x, y, width, height } = operation;
        add(x, y);
        add(x + width, y + height);
        break;
      }
      case 'line':
        add(operation.x1, operation.y1);
        add(operation.x2, operation.y2);
        break;
      case 'path':
        for (const command of operation.commands) {
          if (command.to === 'close') continue;
          add(command.x, command.y);
          if (command.to !== 'curve') continue;
          add(command.x1, command.y1);
          add(command.x2, command.y2);
        }
        break;
    }
  }
  return { left, top, right, bottom };
}
