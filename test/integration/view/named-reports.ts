// Reports of places whose names have the invisible characters that belong to them.
import type { Report } from '../../../lib/domain/report.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { EXTRACTED_TEXTS } from '../../support/pdf-readers/extracted-texts.ts';
import { comparable } from '../../support/pdf-readers/text-pages.ts';
import { createReport } from '../../support/test-reports.ts';

interface NamedReport {
  readonly name: string;
  readonly language: Language;
  /** The PDF readers that do not extract the name exactly. */
  readonly failing: string;
  readonly report: Report;
}

/** Names with characters that are removed, as they could mislead: a soft hyphen, a space without width, a word joiner. */
const REMOVED = /[\u00ad\u200b\u2060]/;
export const NAMED_REPORTS = [
  ...EXTRACTED_TEXTS.ltr.map((row) => ['en', row] as const),
  ...EXTRACTED_TEXTS.rtl.map((row) => ['ar', row] as const),
].flatMap(([language, [, , failing, name]], i): readonly NamedReport[] => {
  if (REMOVED.test(name)) return [];
  const surveys = [{ key: 1000 + i, name: 'How was it?', volume: 40 }];
  return [{ name, language, failing, report: createReport({ key: 1 + i, name, surveys }) }];
});

export function oneLine(text: string): string {
  return comparable(withoutIsolates(text)).replaceAll(/\s+/g, ' ');
}
