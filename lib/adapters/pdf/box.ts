// Bounding boxes of the draw operations of parts, in points from the top left of the page.
import type { Part } from './page-elements.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Left, top, right and bottom of the box that is being computed; variables of a closure would be allocated at each change. */
const sides = new Float64Array(4);

/** Text counts from above its capitals to below its descenders, a curve with all its control points. */
export function boundingBox(
  { operations, dx, dy }: Pick<Part, 'operations' | 'dx' | 'dy'>,
  start: Box | null = null,
): Box {
  sides[0] = start === null ? Infinity : start.left - dx;
  sides[1] = start === null ? Infinity : start.top - dy;
  sides[2] = start === null ? -Infinity : start.right - dx;
  sides[3] = start === null ? -Infinity : start.bottom - dy;
  for (const operation of operations) {
    switch (operation.kind) {
      case 'text': {
        const { x, y, width, size } = operation;
        extend(x, y - size);
        extend(x + width, y + size * 0.3);
        break;
      }
      case 'rect': {
        const { x, y, width, height } = operation;
        extend(x, y);
        extend(x + width, y + height);
        break;
      }
      case 'line':
        extend(operation.x1, operation.y1);
        extend(operation.x2, operation.y2);
        break;
      case 'dot': {
        const { x, y, radius } = operation;
        extend(x - radius, y - radius);
        extend(x + radius, y + radius);
        break;
      }
      case 'path':
        for (const command of operation.commands) {
          if (command.to === 'close') continue;
          extend(command.x, command.y);
          if (command.to !== 'curve') continue;
          extend(command.x1, command.y1);
          extend(command.x2, command.y2);
        }
        break;
    }
  }
  return {
    left: sides[0] + dx,
    top: sides[1] + dy,
    right: sides[2] + dx,
    bottom: sides[3] + dy,
  };
}

function extend(x: number, y: number): void {
  sides[0] = Math.min(sides[0] ?? x, x);
  sides[1] = Math.min(sides[1] ?? y, y);
  sides[2] = Math.max(sides[2] ?? x, x);
  sides[3] = Math.max(sides[3] ?? y, y);
}
