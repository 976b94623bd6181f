// Turns pages of draw operations into an accessible PDF that conforms to PDF/A-3a and PDF/UA-1.
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Attachment } from './attachment.ts';
import { attach, md5Of } from './attachment.ts';
import { boundingBox } from './box.ts';
import { Catalogue, writeOutputIntent } from './catalogue.ts';
import { ContentWriter } from './content.ts';
import type { Element, Page, Part } from './page-elements.ts';
import { DocumentFonts } from './embed-fonts.ts';
import { Outline } from './outline.ts';
import { PdfFile } from './pdf-file.ts';
import { refText } from './pdf-syntax.ts';
import type { PageRef } from './structure-tree.ts';
import { StructureTree } from './structure-tree.ts';

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
  const { title, language, attachment, at } = info;
  const checksum = md5Of(attachment.bytes);
  const fileId = md5Of(title, language, checksum).toString('hex');
  const file = new PdfFile();
  const catalogue = new Catalogue(file);
  const structure = new StructureTree(file);
  const outline = new Outline(file);
  const fonts = new DocumentFonts(file);
  const writer = new ContentWriter(fonts);
  const resources = file.reserve();
  const pageIds: number[] = [];
  for (const page of pages) {
    const id = file.reserve();
    pageIds.push(id);
    const pageRef = { id, height: page.height };
    const structureNumber = structure.beginPage();
    writer.beginPage(page);
    for (const part of page.parts) {
      bookmark(part, pageRef, outline);
      const mark = structure.mark(part, pageRef);
      if (part.operations.length > 0) writer.writePart(part, mark);
    }
    const content = file.addStream(writer.endPage());
    const annotations = structure.endPage();
    file.put(
      id,
      `<</Type/Page/Parent ${refText(catalogue.pageTree)}/MediaBox[0 0 ${page.width} ${page.height}]` +
        `/Resources ${refText(resources)}/Contents ${refText(content)}` +
        `/StructParents ${structureNumber}/Tabs/S${annotations}>>`,
    );
    // A long report must not block the requests of a run.
    await yieldToEventLoop('finishing');
  }
  file.put(resources, `<</Font${fonts.end()}>>`);
  const structureRoot = structure.end();
  const intent = writeOutputIntent(file);
  const outlineId = outline.end();
  const preferences = file.reserve();
  const attachmentId = attach(file, attachment, checksum, at);
  file.flush();
  const { root, info: infoId } = catalogue.end(
    {
      pages: pageIds,
      outline: outlineId,
      structure: { id: structure.id, body: structureRoot },
      intent,
      preferences,
      attachment: { name: attachment.name, id: attachmentId },
    },
    info,
  );
  return file.end(root, infoId, fileId);
}

function bookmark(part: Part, page: PageRef, outline: Outline): void {
  const { element } = part;
  if (element?.title === undefined) return;
  const { top } = boundingBox(part);
  outline.add(LEVELS[element.role] ?? 1, element.title, page.id, page.height - top);
}

const LEVELS: Readonly<Partial<Record<Element['role'], number>>> = { H1: 1, H2: 2, H3: 3 };
