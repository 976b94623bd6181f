// Which rows of a section have lines of their own in a mail: all of most sections; which alerts, and how many options. Mail
// programs cut longer mails.
import { joinTexts } from '../../i18n/join-texts.ts';
import type { AlertsView, CommonView, Row, SectionCount } from '../../view/report-view.ts';

const MOST_IN_FULL = 15;
/** Those with the most presses. */
export const MOST_OPTIONS = 4;

/** The section that is only counted; where nothing else happened, the headline counts it. */
export function countedSections(
  counts: readonly SectionCount[],
  { finding }: Pick<CommonView, 'finding'>,
): readonly SectionCount[] {
  return counts.filter(
    ({ state, count }) => state === 'usual' && count > 0 && finding.state !== state,
  );
}

/** The open alerts, and those about good feedback. */
export function alertTexts({ items, good }: AlertsView): readonly string[] {
  const open = items.filter(({ isOpen }) => isOpen);
  return [...open.map(({ name, since }) => joinTexts([name, since])), good].filter(
    (text) => text !== '',
  );
}

/** Those in full, and those that one paragraph names. */
export function splitRows(rows: readonly Row[]): {
  readonly inFull: readonly Row[];
  readonly inLine: readonly Row[];
} {
  return { inFull: rows.slice(0, MOST_IN_FULL), inLine: rows.slice(MOST_IN_FULL) };
}
