// Turns pages of draw operations into a PDF that reads aloud as well as it looks: PDF/A-3a and PDF/UA-1.
// A page's content is written at once, with our own operators; pdfkit keeps the objects, the fonts and the file.
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { yieldToEventLoop } from '../../shared/event-loop-turns.ts';
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
  /** Stands for all dates, so that the same report gives the same bytes. */
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
    document.addPage({ size: [page.width, page.height], margin: 0 });
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
    // Behind pdfkit's own content, which turns the page y-down and no more.
    const Contents = [document.page.content, content];
    const Annots = structure.endPage();
    Object.assign(document.page.dictionary.data, {
      Contents,
      StructParents,
      ...(Annots === null ? {} : { Annots }),
    });
    // A long report must not keep a run's requests waiting.
    await yieldToEventLoop('ending');
  }
  structure.end();
  Object.assign(document._root.data, {
    Outlines: outline.end(),
    // Numbered as their feet say.
    PageLabels: { Nums: [0, { S: 'D' }] },
    // From which side two pages beside one another are turned.
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
    // PDF/UA-1 as well; pdfkit's own way there would write an incomplete CIDSet.
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    // No font to begin with keeps pdfkit from loading Helvetica.
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
  { element, operations }: Part,
  mark: number | null,
  writer: ContentWriter,
): void {
  if (operations.length === 0) return;
  if (element === null || mark === null) writer.beginDecoration();
  else writer.beginMark(element.role, mark);
  for (const operation of operations) writer.write(operation);
  writer.endMark();
}

function bookmark({ element, operations }: Part, page: PageRef, outline: Outline): void {
  if (element?.title === undefined) return;
  const { top } = boundingBox(operations);
  outline.add(LEVELS[element.role] ?? 1, element.title, page.id, page.height - top);
}

const LEVELS: Readonly<Partial<Record<Element['role'], number>>> = { H1: 1, H2: 2, H3: 3 };

/** Without its fonts by name a page's text has no shapes. */
function nameFont(
  page: { readonly fonts: Record<string, unknown> },
  resource: string,
  font: unknown,
): void {
  page.fonts[resource] = font;
}
