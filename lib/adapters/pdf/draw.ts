// Turns pages of draw operations into an accessible PDF that conforms to PDF/A-3a and PDF/UA-1.
// Page content is written with our own operators; pdfkit manages objects and the file.
import PDFDocument from 'pdfkit';
import { once } from '../../domain/memoize.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Attachment } from './attachment.ts';
import { attach, md5Of } from './attachment.ts';
import { boundingBox } from './box.ts';
import { srgbProfile } from './colour-profile.ts';
import { ContentWriter } from './content.ts';
import type { Element, Page, Part } from './page-elements.ts';
import { DocumentFonts } from './embed-fonts.ts';
import { xmpPacket } from './metadata.ts';
import { Outline } from './outline.ts';
import { PackedObjects } from './object-streams.ts';
import { deflated, refText, stringObject } from './pdf-syntax.ts';
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
  const { title, language, attachment } = info;
  const checksum = md5Of(attachment.bytes);
  const fileId = md5Of(title, language, checksum).toString('hex');
  const packed = new PackedObjects(document, fileId);
  const structure = new StructureTree(packed, document.getStructTreeRoot());
  const outline = new Outline(packed);
  const fonts = new DocumentFonts(packed);
  const writer = new ContentWriter(fonts);
  const resources = packed.reserve();
  const parent = document._root.data.Pages;
  const pageRefs: PDFKit.PDFKitReference[] = [];
  for (const page of pages) {
    const ref = packed.reserveNamed();
    pageRefs.push(ref);
    const pageRef = { id: ref.id, height: page.height };
    const structureNumber = structure.beginPage();
    writer.beginPage(page);
    for (const part of page.parts) {
      bookmark(part, pageRef, outline);
      const mark = structure.mark(part, pageRef);
      if (part.operations.length > 0) writer.writePart(part, mark);
    }
    const content = packed.addStream(writer.endPage());
    const annotations = structure.endPage();
    packed.put(
      ref.id,
      `<</Type/Page/Parent ${refText(parent.id)}/MediaBox[0 0 ${page.width} ${page.height}]` +
        `/Resources ${refText(resources)}/Contents ${refText(content)}` +
        `/StructParents ${structureNumber}/Tabs/S${annotations}>>`,
    );
    // A long report must not block the requests of a run.
    await yieldToEventLoop('finishing');
  }
  packed.put(resources, `<</Font${fonts.end()}>>`);
  Object.assign(parent.data, { Kids: pageRefs, Count: pageRefs.length });
  structure.end();
  Object.assign(document._root.data, {
    OutputIntents: [outputIntent(document)],
    Outlines: outline.end(),
    // The same numbers as in the page footers.
    PageLabels: { Nums: [0, { S: 'D' }] },
    ViewerPreferences: document.ref({ DisplayDocTitle: true }),
  });
  attach(document, attachment, checksum, info.at);
  packed.flush();
  document.end();
  return readToEnd(document);
}

/** The stream keeps the whole file, because it has no listener. One `read` returns a part of it since Node 26. */
function readToEnd(document: PDFKit.PDFDocument): Uint8Array {
  const parts: Uint8Array[] = [];
  for (;;) {
    const part: unknown = document.read();
    if (!(part instanceof Uint8Array)) return Buffer.concat(parts);
    parts.push(part);
  }
}

function newDocument({ title, language, at }: DocumentInfo): PDFKit.PDFDocument {
  const document = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
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

function bookmark(part: Part, page: PageRef, outline: Outline): void {
  const { element } = part;
  if (element?.title === undefined) return;
  const { top } = boundingBox(part);
  outline.add(LEVELS[element.role] ?? 1, element.title, page.id, page.height - top);
}

const LEVELS: Readonly<Partial<Record<Element['role'], number>>> = { H1: 1, H2: 2, H3: 3 };

/** The colour space of the document, which PDF/A demands. */
function outputIntent(document: PDFKit.PDFDocument): PDFKit.PDFKitReference {
  const profile = document.ref({ N: 3, Filter: 'FlateDecode' });
  profile.end(deflatedProfile());
  const name = stringObject('sRGB IEC61966-2.1');
  const intent = document.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: name,
    OutputConditionIdentifier: name,
    DestOutputProfile: profile,
  });
  intent.end();
  return intent;
}

const deflatedProfile = once(() => deflated(srgbProfile()));
