// Button that opens the PDF of a report in a new tab.
import type { JSX } from 'preact';
import type { ReportView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useReportFiles } from '../files/report-files.ts';

interface PdfButtonProps {
  readonly view: Pick<ReportView, 'week' | 'folder' | 'revision'>;
}

export function PdfButton({ view }: PdfButtonProps): JSX.Element {
  const { page } = useLocalization();
  const { loading, error, open } = useReportFiles(view);
  return (
    <>
      <button
        type="button"
        aria-label={page.read.openPdfTab}
        aria-disabled={loading !== null}
        onClick={() => {
          open('view');
        }}
      >
        {page.read.pdf}
      </button>
      {error !== null && <ErrorNote error={error} onRetry={null} />}
    </>
  );
}
