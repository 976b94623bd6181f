// Lays out and draws one report. Only `index.ts` imports this module, at the first report: it loads HarfBuzz.
import type { PlaceNotes } from '../../domain/place-notes.ts';
import type { Report } from '../../domain/report.ts';
import { reportTitle } from '../../i18n/report-texts/headline-sentence.ts';
import type { RenderedFile } from '../../ports/rendering.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { drawDocument } from './draw.ts';
import type { PageSettings } from './layout.ts';
import { createLayoutContext, layoutPages } from './layout.ts';

export interface DocumentParts {
  readonly report: Report;
  /** The report as JSON, which is attached. */
  readonly json: RenderedFile;
  readonly links: ReadonlyMap<number, string>;
  readonly notes: ReadonlyMap<number, PlaceNotes>;
}

export async function renderDocument(
  { report, json, links, notes }: DocumentParts,
  settings: PageSettings,
): Promise<Uint8Array> {
  const context = createLayoutContext(report, settings, links, notes);
  const { key } = report.folder;
  await yieldToEventLoop('finishing');
  const pages = layoutPages(report, context);
  await yieldToEventLoop('finishing');
  return drawDocument(pages, {
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
}
