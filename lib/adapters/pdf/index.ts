// The door to the PDF: a renderer of reports, and who says in one line what a report's first page says.
// What is inside is nobody else's business.
import { setImmediate } from 'node:timers/promises';
import type { DocumentRenderer, ReportSpeaker } from '../../app/ports.ts';
import { draw } from './draw.ts';
import type { PageSettings } from './layout.ts';
import { layout, settingFor } from './layout.ts';
import { messageOf, titleOf } from './sentence.ts';

export function pdfRenderer(settings: PageSettings): DocumentRenderer {
  return {
    async render(report, json) {
      const setting = settingFor(report, settings);
      const { key } = report.folder;
      const pages = layout(report, setting);
      await setImmediate();
      const bytes = await draw(pages, {
        title: titleOf(report, setting),
        // The language of the words, which a reader's voice speaks.
        language: setting.language,
        at: new Date(report.asOf),
        attachment: {
          name: `report-${String(key)}-${report.week}.${json.extension}`,
          contentType: json.contentType,
          description: setting.words.jsonAttached,
          bytes: json.bytes,
        },
      });
      return { bytes, contentType: 'application/pdf', extension: 'pdf' };
    },
  };
}

/** Speaks in the language of `locale`, or in English where the pages would. */
export function reportSpeaker({ locale }: Pick<PageSettings, 'locale'>): ReportSpeaker {
  return {
    // The paper has no say in words.
    sentence: (report) => messageOf(report, settingFor(report, { locale, paper: 'A4' })),
  };
}
