// Face data prepared at build time, so that a cold start opens no font for Latin text.
// The bundler of the AWS functions replaces this module; everywhere else there is no prepared data.
import type { FaceName } from '../../../charts/theme.ts';
import type { LatinFace } from './latin-face.ts';

/** Null when no data was prepared. */
export function preparedFace(_name: FaceName): LatinFace | null {
  return null;
}
