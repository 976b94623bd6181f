// Which rows of a section have lines of their own in a mail: all of most sections; and how many options. Mail programs cut longer
// mails.
import type { Row } from '../../view/report-view.ts';

const MOST_IN_FULL = 15;
/** Those with the most presses. */
export const MOST_OPTIONS = 4;

/** Those in full, and those that one paragraph names. */
export function splitRows(rows: readonly Row[]): {
  readonly inFull: readonly Row[];
  readonly inLine: readonly Row[];
} {
  return { inFull: rows.slice(0, MOST_IN_FULL), inLine: rows.slice(MOST_IN_FULL) };
}
