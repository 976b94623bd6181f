// Torture for the PDF: whatever a report holds, a file comes out that keeps the law of the pages, is sound, holds
// nothing that acts, and is the same bytes twice.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../../lib/adapters/pdf/index.ts';
import { layout, settingFor, type PageSettings } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import {
  assertInsideMargins,
  assertNoTextMeetsAnother,
} from '../../../unit/adapters/pdf/page-assertions.ts';
import { linksFor, PUBLIC_URL } from '../../../unit/adapters/pdf/rendered.ts';
import { objectsIn } from '../../../support/pdf-file.ts';
import {
  emptyReport,
  hardNamesReport,
  kindsReport,
  partialReport,
  regionReport,
  storeReport,
} from '../../../support/test-reports.ts';
import { chanceFrom } from '../random-choices.ts';
import { applied, toldOf, type Input, type Target, type Verdict } from '../fuzz-runner.ts';
import { SETTINGS, twist, TWIST_NAMES } from './report-changes.ts';

const run = promisify(execFile);

/** What nobody would wait for or turn; the time is the processor's, which no other work lengthens. */
const MOST_MS = 8_000;
const MOST_PAGES = 250;
const MOST_PDF_BYTES = 12 * 1024 * 1024;
/** One file in so many is held against qpdf, where that is installed. */
const CHECKED = 10;

const ACTING =
  /\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|ImportData|GoToR|GoToE|RichMedia|XFA|AcroForm)\b/;

/** A text, whose own parentheses are escaped. */
const LITERAL = /\((?:\\[\s\S]|[^\\()])*\)/g;

interface Torture {
  readonly report: Report;
  readonly settings: PageSettings;
  readonly isChecked: boolean;
  readonly kinds: readonly string[];
}

export async function pdfsTarget(): Promise<Target> {
  const bases = [
    storeReport(2),
    regionReport(6),
    kindsReport(),
    partialReport(),
    emptyReport(),
    hardNamesReport(),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-pdfs-'));
  const hasQpdf = await run('qpdf', ['--version']).then(
    () => true,
    () => false,
  );

  function tortureOf({ seed, steps }: Input): Torture {
    const chance = chanceFrom(seed);
    const locale = chance.pick(SETTINGS.locales);
    const paper = chance.pick(SETTINGS.papers);
    const from = chance.int(0, bases.length - 1);
    const { value, applied: kinds } = applied(bases[from] ?? storeReport(1), steps, twist);
    return {
      report: value,
      settings: { locale, paper },
      isChecked: hasQpdf && chance.oneIn(CHECKED),
      kinds,
    };
  }

  async function judge(input: Input): Promise<Verdict> {
    const torture = tortureOf(input);
    const { kinds: applied, isChecked } = torture;
    try {
      const fault = await faultOf(torture, folder);
      return { fault, applied, outcome: isChecked ? 'drawn, checked by qpdf' : 'drawn' };
    } catch (error) {
      return { fault: toldOf(error), applied, outcome: 'BUG' };
    }
  }

  return {
    kinds: TWIST_NAMES,
    moreSteps: 4,
    judge,
    show: (input) => {
      const { report, settings } = tortureOf(input);
      return `${JSON.stringify(settings)}\n${JSON.stringify(report)}`;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function faultOf(torture: Torture, folder: string): Promise<string | null> {
  const { report, settings, isChecked } = torture;
  const began = process.cpuUsage();
  const links = linksFor(report);
  const pages = layout(report, settingFor(report, settings, links));
  const json = await jsonRenderer().render(report);
  const renderer = pdfRenderer({ ...settings, publicUrl: PUBLIC_URL });
  const { bytes } = await renderer.render(report, json, links);
  const { user, system } = process.cpuUsage(began);
  const ms = (user + system) / 1000;
  if (ms > MOST_MS) return `${ms.toFixed(0)} ms`;
  if (pages.length > MOST_PAGES) return `${pages.length} pages`;
  if (bytes.length - json.bytes.length > MOST_PDF_BYTES) return `${bytes.length} bytes`;
  for (const page of pages) {
    assertInsideMargins(page);
    assertNoTextMeetsAnother(page);
  }
  const file = Buffer.from(bytes);
  const acting = ACTING.exec(objectsIn(file).replaceAll(LITERAL, '()'));
  if (acting !== null) return `the file holds ${acting[0]}`;
  const again = await renderer.render(report, json, links);
  if (!file.equals(again.bytes)) return 'other bytes the second time';
  return isChecked ? checked(file, join(folder, 'one.pdf')) : null;
}

async function checked(file: Buffer, path: string): Promise<string | null> {
  await writeFile(path, file);
  return run('qpdf', ['--check', path]).then(
    () => null,
    (error: unknown) => `qpdf: ${error instanceof Error ? error.message.slice(0, 500) : ''}`,
  );
}
