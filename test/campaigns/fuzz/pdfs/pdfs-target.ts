// Fuzzes the PDF renderer with extreme reports: the file follows the page rules, is valid, has no active content and
// has the same bytes each time.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../../lib/adapters/pdf/index.ts';
import {
  layoutPages,
  createLayoutContext,
  type PageSettings,
} from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import {
  assertInsideMargins,
  assertNoOverlappingTexts,
} from '../../../unit/adapters/pdf/page-assertions.ts';
import { linksFor, PUBLIC_URL } from '../../../unit/adapters/pdf/rendered.ts';
import { pdfObjects } from '../../../support/pdf-file.ts';
import {
  createEmptyReport,
  createUnusualNamesReport,
  createAllKindsReport,
  createPartialReport,
  createRegionReport,
  createStoreReport,
} from '../../../support/test-reports.ts';
import { createRandomChoices } from '../random-choices.ts';
import {
  applied,
  describeError,
  type FuzzInput,
  type FuzzTarget,
  type FuzzOutcome,
} from '../fuzz-runner.ts';
import { SETTINGS, changeReport, REPORT_CHANGE_NAMES } from './report-mutations.ts';

const run = promisify(execFile);

/** CPU time, which is independent of other processes. */
const MAX_CPU_MS = 8_000;
const MAX_PAGES = 250;
const MAX_PDF_BYTES = 12 * 1024 * 1024;
/** One of this many files is checked with qpdf, if that is installed. */
const FILES_PER_CHECK = 10;

const ACTIVE_CONTENT =
  /\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|ImportData|GoToR|GoToE|RichMedia|XFA|AcroForm)\b/;

/** A text literal, in which parentheses are escaped. */
const LITERAL = /\((?:\\[\s\S]|[^\\()])*\)/g;

interface ReportCase {
  readonly report: Report;
  readonly settings: PageSettings;
  readonly isChecked: boolean;
  readonly kinds: readonly string[];
}

export async function pdfsTarget(): Promise<FuzzTarget> {
  const bases = [
    createStoreReport(2),
    createRegionReport(6),
    createAllKindsReport(),
    createPartialReport(),
    createEmptyReport(),
    createUnusualNamesReport(),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-pdfs-'));
  const hasQpdf = await run('qpdf', ['--version']).then(
    () => true,
    () => false,
  );

  function createCase({ seed, steps }: FuzzInput): ReportCase {
    const random = createRandomChoices(seed);
    const locale = random.pick(SETTINGS.locales);
    const paper = random.pick(SETTINGS.papers);
    const from = random.int(0, bases.length - 1);
    const { value, applied: kinds } = applied(
      bases[from] ?? createStoreReport(1),
      steps,
      changeReport,
    );
    return {
      report: value,
      settings: { locale, paper },
      isChecked: hasQpdf && random.isOneIn(FILES_PER_CHECK),
      kinds,
    };
  }

  async function runInput(input: FuzzInput): Promise<FuzzOutcome> {
    const reportCase = createCase(input);
    const { kinds: applied, isChecked } = reportCase;
    try {
      const fault = await findFault(reportCase, folder);
      return { fault, applied, outcome: isChecked ? 'drawn, checked by qpdf' : 'drawn' };
    } catch (error) {
      return { fault: describeError(error), applied, outcome: 'BUG' };
    }
  }

  return {
    kinds: REPORT_CHANGE_NAMES,
    maxExtraSteps: 4,
    run: runInput,
    describe: (input) => {
      const { report, settings } = createCase(input);
      return `${JSON.stringify(settings)}\n${JSON.stringify(report)}`;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function findFault(reportCase: ReportCase, folder: string): Promise<string | null> {
  const { report, settings, isChecked } = reportCase;
  const cpuBefore = process.cpuUsage();
  const links = linksFor(report);
  const pages = layoutPages(report, createLayoutContext(report, settings, links));
  const json = await jsonRenderer().render(report);
  const renderer = pdfRenderer({ ...settings, publicUrl: PUBLIC_URL });
  const { bytes } = await renderer.render(report, json, links);
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = (user + system) / 1000;
  if (ms > MAX_CPU_MS) return `${ms.toFixed(0)} ms`;
  if (pages.length > MAX_PAGES) return `${pages.length} pages`;
  if (bytes.length - json.bytes.length > MAX_PDF_BYTES) return `${bytes.length} bytes`;
  for (const page of pages) {
    assertInsideMargins(page);
    assertNoOverlappingTexts(page);
  }
  const file = Buffer.from(bytes);
  const activeContent = ACTIVE_CONTENT.exec(pdfObjects(file).replaceAll(LITERAL, '()'));
  if (activeContent !== null) return `the file holds ${activeContent[0]}`;
  const secondFile = await renderer.render(report, json, links);
  if (!file.equals(secondFile.bytes)) return 'the second rendering has other bytes';
  return isChecked ? checkWithQpdf(file, join(folder, 'one.pdf')) : null;
}

async function checkWithQpdf(file: Buffer, path: string): Promise<string | null> {
  await writeFile(path, file);
  return run('qpdf', ['--check', path]).then(
    () => null,
    (error: unknown) => `qpdf: ${error instanceof Error ? error.message.slice(0, 500) : ''}`,
  );
}
