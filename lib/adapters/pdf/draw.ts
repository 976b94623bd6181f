// Turns pages of draw operations into a PDF: the only file that knows pdfkit.
// A page's content is written at once, with our own operators; pdfkit keeps the objects, the fonts and the file.
import PDFDocument from 'pdfkit';
import type { Pen } from './content.ts';
import { ContentWriter } from './content.ts';
import type { Face } from './fonts/faces.ts';
import { openFace } from './fonts/faces.ts';
import type { FaceName, Page } from './operations.ts';

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
    // Any embedded font as the first one keeps pdfkit from loading Helvetica.
    font: fontSource(openFace('regular')),
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
  const pens = pensOf(document);
  for (const page of pages) {
    document.addPage({ size: [page.width, page.height], margin: 0 });
    const writer = new ContentWriter(pens);
    for (const part of page.parts) for (const operation of part.operations) writer.write(operation);
    nameFonts(document.page, writer.used);
    document.addContent(writer.content());
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Without its fonts by name a page's text has no shapes. */
function nameFonts(
  page: { readonly fonts: Record<string, unknown> },
  pens: ReadonlySet<Pen>,
): void {
  for (const { embedded } of pens) page.fonts[embedded.id] = embedded.ref();
}

/** pdfkit takes an opened fontkit font, though its types only know names and bytes. */
function fontSource(face: Face): string {
  const source: unknown = face.font;
  // @ts-expect-error -- see above
  return source;
}

function pensOf(document: PDFKit.PDFDocument): Readonly<Record<FaceName, Pen>> {
  const pen = (name: FaceName): Pen => {
    const face = openFace(name);
    document.font(fontSource(face));
    return { face, embedded: document._font, codes: new Map() };
  };
  return { regular: pen('regular'), bold: pen('bold') };
}
