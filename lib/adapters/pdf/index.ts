// The door to the PDF: one function that makes a renderer of reports. What is inside is nobody else's business.
import { setImmediate } from 'node:timers/promises';
import type { ReportRenderer } from '../../app/ports.ts';
import { weekNumber } from './charts/trend.ts';
import { draw } from './draw.ts';
import { resolvedLocale } from './format.ts';
import type { PageSettings } from './layout.ts';
import { layout, settingFor } from './layout.ts';
import { speaks } from './messages/messages.ts';

export function pdfRenderer(settings: PageSettings): ReportRenderer {
  return {
    async render(report) {
      const setting = settingFor(report, settings);
      const title = setting.words.title(
        setting.names.folder(report.folder.key),
        String(weekNumber(report.week)),
        report.week.slice(0, 4),
      );
      const pages = layout(report, setting);
      await setImmediate();
      const bytes = await draw(pages, {
        title,
        // The language of the words, which a reader's voice speaks.
        language: resolvedLocale(speaks(settings.locale) ? settings.locale : 'en'),
        at: new Date(report.asOf),
      });
      return { bytes, contentType: 'application/pdf', extension: 'pdf' };
    },
  };
}
