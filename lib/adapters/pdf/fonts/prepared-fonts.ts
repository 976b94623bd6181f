// What packing a function works out of the report's own two faces, so that a cold start opens no font for Latin text.
// Only a packed function has it: there another module stands in for this one.
import type { FaceName } from '../../../charts/theme.ts';
import type { PreparedFace } from './latin-face.ts';

/** Null where nothing was prepared. */
export function preparedFace(_name: FaceName): PreparedFace | null {
  return null;
}
