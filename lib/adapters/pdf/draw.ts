// Turns pages of draw operations into a PDF: the only file that knows pdfkit.
// A page's content is written at once, with our own operators; pdfkit keeps the objects, the fonts and the file.
import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { ContentWriter } from './content.ts';
import { fontsOf } from './embed.ts';
import type { Page } from './operations.ts';

/** A third faster than zlib's own choice, 6, for one per cent more bytes. */
const LEVEL = 5;

export interface DocumentInfo {
  readonly title: string;
  /** BCP 47 */
  readonly language: string;
  /** Stands for both dates, so that the same report gives the same bytes. */
  readonly at: Date;
}

export async function draw(pages: readonly Page[], info: DocumentInfo): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: info.language,
    displayTitle: true,
    // No font to begin with keeps pdfkit from loading Helvetica.
    font: '',
    info: {
      Title: info.title,
      Producer: 'feedback-reports',
      Creator: 'feedback-reports',
      CreationDate: info.at,
      ModDate: info.at,
    },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const { pens, font } = fontsOf(document);
  for (const page of pages) {
    document.addPage({ size: [page.width, page.height], margin: 0 });
    const writer = new ContentWriter(pens);
    for (const part of page.parts) for (const operation of part.operations) writer.write(operation);
    for (const resource of writer.used) nameFont(document.page, resource, font(resource));
    const content = document.ref({ Filter: 'FlateDecode' });
    content.end(deflateSync(writer.content(), { level: LEVEL }));
    // Behind pdfkit's own content, which turns the page y-down and no more.
    Object.assign(document.page.dictionary.data, { Contents: [document.page.content, content] });
    // A long report must not keep a run's requests waiting.
    await setImmediate();
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Without its fonts by name a page's text has no shapes. */
function nameFont(
  page: { readonly fonts: Record<string, unknown> },
  resource: string,
  font: unknown,
): void {
  page.fonts[resource] = font;
}
