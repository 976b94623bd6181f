// Prints a line for each argument "REPORT.LANGUAGE" with the digest of the PDF and the fonts that are open by then, as a
// separate process with its own version of Node, time zone and locale.
import { createHash } from 'node:crypto';
import { openedFontNames } from '../../../lib/adapters/pdf/fonts/open-fonts.ts';
import type { Report } from '../../../lib/domain/report.ts';
import {
  createUnusualNamesReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { renderPdf } from '../../unit/adapters/pdf/rendered.ts';

const REPORTS: Readonly<Record<string, () => Report>> = {
  store: () => createStoreReport(1),
  region: () => createRegionReport(5),
  hard: createUnusualNamesReport,
};
for (const argument of process.argv.slice(2)) {
  const [name = '', locale = ''] = argument.split('.');
  const report = REPORTS[name]?.();
  if (report === undefined) throw new Error(`unknown report: ${name}`);
  const { bytes } = await renderPdf(report, { locale, paper: 'A4' });
  const digest = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`${JSON.stringify({ digest, fonts: openedFontNames() })}\n`);
}
