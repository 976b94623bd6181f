// Turns pages of draw operations into an accessible PDF that conforms to PDF/A-3a and PDF/UA-1.
// Page content is written with our own operators; pdfkit manages objects, fonts and the file.
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Attachment } from './attachment.ts';
import { attach, md5Of } from './attachment.ts';
import { boundingBox } from './box.ts';
import { ContentWriter } from './content.ts';
import type { Element, Page, Part } from './page-elements.ts';
import { createDocumentFonts } from './embed-fonts.ts';
import { xmpPacket } from './metadata.ts';
import { Outline } from './outline.ts';
import { DEFLATE_LEVEL, PackedObjects } from './object-streams.ts';
import type { PageRef } from './structure-tree.ts';
import { StructureTree } from './structure-tree.ts';

const PRODUCER = 'feedback-reports';

export interface DocumentInfo {
  readonly title: string;
  /** BCP 47 */
  readonly language: string;
  /** Used for all dates in the file, so that the same report always gives the same bytes. */
  readonly at: Date;
  readonly attachment: Attachment;
}

export async function drawDocument(
  pages: readonly Page[],
  info: DocumentInfo,
): Promise<Uint8Array> {
  const document = newDocument(info);
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const { title, language, attachment } = info;
  const checksum = md5Of(attachment.bytes);
  const fileId = md5Of(title, language, checksum).toString('hex');
  const packed = new PackedObjects(document, fileId);
  const structure = new StructureTree(packed, document.getStructTreeRoot());
  const outline = new Outline(packed);
  const { codeFor: placeOf, fontFor: font } = createDocumentFonts(document);
  for (const page of pages) {
    // pdfkit's own content of a page only flips it to y-down, and is too short to deflate.
    document.compress = false;
    document.addPage({ size: [page.width, page.height], margin: 0 });
    document.compress = true;
    const pageRef = { id: document.page.dictionary.id, height: page.height };
    const writer = new ContentWriter(placeOf, page.direction);
    const StructParents = structure.beginPage();
    for (const part of page.parts) {
      bookmark(part, pageRef, outline);
      writePart(part, structure.mark(part, pageRef), writer);
    }
    for (const resource of writer.used) nameFont(document.page, resource, font(resource));
    const content = document.ref({ Filter: 'FlateDecode' });
    content.end(deflateSync(writer.content(), { level: DEFLATE_LEVEL }));
    const Contents = [document.page.content, content];
    const Annots = structure.endPage();
    Object.assign(document.page.dictionary.data, {
      Contents,
      StructParents,
      ...(Annots === null ? {} : { Annots }),
    });
    // A long report must not block the requests of a run.
    await yieldToEventLoop('finishing');
  }
  structure.end();
  Object.assign(document._root.data, {
    Outlines: outline.end(),
    // The same numbers as in the page footers.
    PageLabels: { Nums: [0, { S: 'D' }] },
    // The reading order of two facing pages.
    ViewerPreferences: document.ref({
      DisplayDocTitle: true,
      Direction: pages[0]?.direction === 'rtl' ? 'R2L' : 'L2R',
    }),
  });
  attach(document, attachment, checksum, info.at);
  packed.flush();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function newDocument({ title, language, at }: DocumentInfo): PDFKit.PDFDocument {
  const document = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    // The file is PDF/UA-1 too; pdfkit's own option for that writes an incomplete CIDSet.
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    // An empty font keeps pdfkit from loading Helvetica.
    font: '',
    info: { Title: title, Producer: PRODUCER, Creator: PRODUCER, CreationDate: at, ModDate: at },
  });
  const packet = xmpPacket({ title, producer: PRODUCER, at });
  document.metadata = {
    append: () => undefined,
    end: () => undefined,
    getXML: () => packet,
    getLength: () => packet.length,
  };
  return document;
}

function writePart(
  { element, operations, dx, dy }: Part,
  mark: number | null,
  writer: ContentWriter,
): void {
  if (operations.length === 0) return;
  if (element === null || mark === null) writer.beginDecoration();
  else writer.beginMark(element.role, mark);
  for (const operation of operations) writer.write(operation, dx, dy);
  writer.endMark();
}

function bookmark(part: Part, page: PageRef, outline: Outline): void {
  const { element } = part;
  if (element?.title === undefined) return;
  const { top } = boundingBox(part);
  outline.add(LEVELS[element.role] ?? 1, element.title, page.id, page.height - top);
}

const LEVELS: Readonly<Partial<Record<Element['role'], number>>> = { H1: 1, H2: 2, H3: 3 };

/** Adds a font to the resources of a page. */
function nameFont(
  page: { readonly fonts: Record<string, unknown> },
  resource: string,
  font: unknown,
): void {
  page.fonts[resource] = font;
}
