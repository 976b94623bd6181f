// The text of each page of a PDF, as four readers extract it: those of Chrome, of Linux desktops, MuPDF and Firefox.
import { spawnSync } from 'node:child_process';
import { once } from '../../../lib/domain/memoize.ts';

export type Reader = (pdf: Uint8Array) => Promise<readonly string[]>;

/** By the letter of the tables of texts. */
export const READERS = { P: pdfium, O: poppler, M: mupdf, J: pdfjs } as const satisfies Readonly<
  Record<string, Reader>
>;

const pdfiumLibrary = once(async () => {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  return PDFiumLibrary.init();
});

async function pdfium(pdf: Uint8Array): Promise<readonly string[]> {
  const library = await pdfiumLibrary();
  const document = await library.loadDocument(pdf);
  const pages = Array.from(document.pages(), (page) => page.getText());
  document.destroy();
  return pages;
}

function poppler(pdf: Uint8Array): Promise<readonly string[]> {
  const { stdout, status } = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`pdftotext ended with ${String(status)}`);
  return Promise.resolve(stdout.split('\f').slice(0, -1));
}

async function mupdf(pdf: Uint8Array): Promise<readonly string[]> {
  const { Document } = await import('mupdf');
  const document = Document.openDocument(pdf, 'application/pdf');
  const pages = Array.from({ length: document.countPages() }, (_, i) =>
    document.loadPage(i).toStructuredText('preserve-whitespace').asText(),
  );
  document.destroy();
  return pages;
}

async function pdfjs(pdf: Uint8Array): Promise<readonly string[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    );
  }
  await task.destroy();
  return pages;
}
