// Prints the digest of a report's PDF: run as a process of its own, in whatever zone and language it is given.
import { createHash } from 'node:crypto';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { hardNamesReport } from '../../support/reports.ts';

const { bytes } = await pdfRenderer({ locale: 'en', paper: 'A4' }).render(hardNamesReport());
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
