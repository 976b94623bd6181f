// The renderer of reports as PDFs.
import pLimit from 'p-limit';
import type { RenderedFile } from '../../ports/rendering.ts';
import { Failure, failureReason } from '../../shared/failure.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { PlaceNotes } from '../../domain/place-notes.ts';
import type { Report } from '../../domain/report.ts';
import { reportTitle } from '../../i18n/report-texts/headline-sentence.ts';
import { drawDocument } from './draw.ts';
import type { PageSettings } from './layout.ts';
import { layoutPages, createLayoutContext } from './layout.ts';
import { checkLinks } from './links.ts';

export interface RendererSettings extends PageSettings {
  /** The base address of all links, without a trailing slash. Links are rejected when it is null. */
  readonly publicUrl?: string | null;
}

/** A DocumentRenderer whose links are optional. */
export interface PdfRenderer {
  render(
    report: Report,
    json: RenderedFile,
    links?: ReadonlyMap<number, string>,
    notes?: ReadonlyMap<number, PlaceNotes>,
  ): Promise<RenderedFile>;
}

/** Rendering yields to other work, so concurrent documents would all be half finished in memory. */
const oneAtATime = pLimit(1);

export function pdfRenderer({ publicUrl = null, ...settings }: RendererSettings): PdfRenderer {
  async function renderDocument(
    report: Report,
    json: RenderedFile,
    links: ReadonlyMap<number, string>,
    notes: ReadonlyMap<number, PlaceNotes>,
  ): Promise<RenderedFile> {
    const context = createLayoutContext(report, settings, checkLinks(links, publicUrl), notes);
    const { key } = report.folder;
    await yieldToEventLoop('finishing');
    const pages = layoutPages(report, context);
    await yieldToEventLoop('finishing');
    const bytes = await drawDocument(pages, {
      title: reportTitle(report, context),
      // The language of the texts, which a screen reader needs.
      language: context.language,
      at: new Date(report.asOf),
      attachment: {
        name: `report-${String(key)}-${report.week}.${json.extension}`,
        contentType: json.contentType,
        description: context.words.jsonAttached,
        bytes: json.bytes,
      },
    });
    return { bytes, contentType: 'application/pdf', extension: 'pdf' };
  }

  return {
    render: async (report, json, links = new Map(), notes = new Map()) => {
      try {
        return await oneAtATime(renderDocument, report, json, links, notes);
      } catch (error) {
        // A font file that can't be read, e.g. because too many files are open.
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        throw new Failure('RENDERING_FAILED', { reason: failureReason(error) }, error);
      }
    },
  };
}
