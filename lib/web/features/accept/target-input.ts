// Targets as a user types them.
import type { IndexKind } from '../../../view/report-view.ts';

/** With a dot or a comma, and any sign; null for other texts and outside the limits. */
export function parseTarget(text: string, { lower, upper }: IndexKind['limits']): number | null {
  // Printed numbers have marks of direction in Arabic.
  const visible = text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '');
  const typed = visible.replace(',', '.').replace('−', '-');
  if (!/^[+-]?\d{1,3}(\.\d{1,4})?$/.test(typed)) return null;
  const value = Number(typed);
  return value >= lower && value <= upper ? value : null;
}
