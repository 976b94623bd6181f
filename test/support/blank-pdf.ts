// A fake PDF renderer for tests that do not read PDFs: its output is a digest of the report's data.
import type { DocumentRenderer } from '../../lib/ports/rendering.ts';
import type { ReportMakingContext } from '../../lib/reports/run-week.ts';
import { sha256Of } from '../../lib/reports/report-repository.ts';

export const fakePdfRenderer: DocumentRenderer = {
  render: (_report, json) =>
    Promise.resolve({
      bytes: new TextEncoder().encode(`%PDF-1.7 of ${sha256Of(json.bytes)} %%EOF`),
      contentType: 'application/pdf',
      extension: 'pdf',
    }),
};

export function withoutPdfs(making: ReportMakingContext): ReportMakingContext {
  const { repository } = making;
  const renderers = { ...repository.renderers, pdf: fakePdfRenderer };
  return { ...making, repository: { ...repository, renderers } };
}
