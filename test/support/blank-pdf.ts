// A document in a PDF's place, for tests that read none: the digest of the report's data, so that it differs where they do.
import type { DocumentRenderer } from '../../lib/ports/rendering.ts';
import { sha256Of } from '../../lib/reports/report-repository.ts';

export const quickPdf: DocumentRenderer = {
  render: (_report, json) =>
    Promise.resolve({
      bytes: new TextEncoder().encode(`%PDF of ${sha256Of(json.bytes)}`),
      contentType: 'application/pdf',
      extension: 'pdf',
    }),
};
