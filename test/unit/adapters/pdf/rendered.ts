// Renders a report as PDF with its JSON attached, as the use cases do.
import { jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../../lib/adapters/pdf/index.ts';
import type { PageSettings } from '../../../../lib/adapters/pdf/layout.ts';
import type { RenderedFile } from '../../../../lib/ports/rendering.ts';
import type { Report } from '../../../../lib/domain/report.ts';

const A4: PageSettings = { locale: 'en', paper: 'A4' };
export const PUBLIC_URL = 'https://reports.example.com/weekly';
const json = jsonRenderer();

export async function renderPdf(report: Report, settings = A4): Promise<RenderedFile> {
  return pdfRenderer(settings).render(report, await json.render(report));
}

/** With a link to every direct child. */
export async function renderPdfWithLinks(report: Report, settings = A4): Promise<RenderedFile> {
  const renderer = pdfRenderer({ ...settings, publicUrl: PUBLIC_URL });
  return renderer.render(report, await json.render(report), linksFor(report));
}

/** An address of realistic length for each direct child. */
export function linksFor({ subfolders }: Report): ReadonlyMap<number, string> {
  return new Map(
    subfolders.map(({ key }) => [key, `${PUBLIC_URL}/d/${'eyJ2IjoxLCJpZCI6'.repeat(18)}.${key}`]),
  );
}

/** The JSON that is attached to the PDF. */
export async function renderJson(report: Report): Promise<Buffer> {
  return Buffer.from((await json.render(report)).bytes);
}
