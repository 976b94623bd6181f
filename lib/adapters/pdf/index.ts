// The door to the PDF: one function that makes a renderer of reports. What is inside is nobody else's business.
import { setImmediate } from 'node:timers/promises';
import type { DocumentRenderer } from '../../app/ports.ts';
import { weekNumber } from './charts/trend.ts';
import { draw } from './draw.ts';
import type { PageSettings } from './layout.ts';
import { layout, settingFor } from './layout.ts';
import { withoutIsolates } from './text/direction.ts';

export function pdfRenderer(settings: PageSettings): DocumentRenderer {
  return {
    async render(report, json) {
      const setting = settingFor(report, settings);
      const { words, names, formats } = setting;
      const { key } = report.folder;
      const pages = layout(report, setting);
      await setImmediate();
      const bytes = await draw(pages, {
        // Isolates steer a line that is drawn; a window's title has a way of its own.
        title: withoutIsolates(
          words.title(
            names.folder(key),
            formats.numeral(weekNumber(report.week)),
            formats.numeral(Number(report.week.slice(0, 4))),
          ),
        ),
        // The language of the words, which a reader's voice speaks.
        language: setting.language,
        at: new Date(report.asOf),
        attachment: {
          name: `report-${String(key)}-${report.week}.${json.extension}`,
          contentType: json.contentType,
          description: words.jsonAttached,
          bytes: json.bytes,
        },
      });
      return { bytes, contentType: 'application/pdf', extension: 'pdf' };
    },
  };
}
