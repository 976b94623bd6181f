// The door to the PDF: a renderer of reports, and who says in one line what a report's first page says.
// What is inside is nobody else's business.
import pLimit from 'p-limit';
import type { RenderedFile, HeadlineWriter } from '../../ports/rendering.ts';
import { yieldToEventLoop } from '../../shared/event-loop-turns.ts';
import type { Report } from '../../domain/report.ts';
import { headlineMessage, titleOf } from '../../i18n/report-texts/headline-sentence.ts';
import { drawDocument } from './draw.ts';
import type { PageSettings } from './layout.ts';
import { layoutPagesInSteps, settingFor } from './layout.ts';
import { checkLinks } from './links.ts';

export interface RendererSettings extends PageSettings {
  /** Where links lead, without a slash at its end; none are taken without it. */
  readonly publicUrl?: string | null;
}

/** A DocumentRenderer that can go without links. */
export interface PdfRenderer {
  render(
    report: Report,
    json: RenderedFile,
    links?: ReadonlyMap<number, string>,
  ): Promise<RenderedFile>;
}

export function pdfRenderer({ publicUrl = null, ...settings }: RendererSettings): PdfRenderer {
  // Pages wait for other work: documents that are drawn side by side would all lie in memory half done.
  const oneByOne = pLimit(1);

  async function drawn(
    report: Report,
    json: RenderedFile,
    links: ReadonlyMap<number, string>,
  ): Promise<RenderedFile> {
    const context = settingFor(report, settings, checkLinks(links, publicUrl));
    const { key } = report.folder;
    await yieldToEventLoop('ending');
    const pages = await layoutPagesInSteps(report, context, () => yieldToEventLoop('ending'));
    await yieldToEventLoop('ending');
    const bytes = await drawDocument(pages, {
      title: titleOf(report, context),
      // The language of the words, which a reader's voice speaks.
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

  return { render: (report, json, links = new Map()) => oneByOne(drawn, report, json, links) };
}

/** Speaks in the language of `locale`, or in English where the pages would. */
export function reportSpeaker({ locale }: Pick<PageSettings, 'locale'>): HeadlineWriter {
  return {
    // The paper has no say in words.
    sentence: (report) => headlineMessage(report, settingFor(report, { locale, paper: 'A4' })),
  };
}
