// Prints the digest of a report's PDF and the opened fonts, as a separate process with its own time zone and locale.
// Arguments: the name of the report and the language of the reader.
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
const [, , name = 'hard', locale = 'en'] = process.argv;
const report = REPORTS[name]?.();
if (report === undefined) throw new Error(`unknown report: ${name}`);
const { bytes } = await renderPdf(report, { locale, paper: 'A4' });
const digest = createHash('sha256').update(bytes).digest('hex');
process.stdout.write(JSON.stringify({ digest, fonts: openedFontNames() }));
