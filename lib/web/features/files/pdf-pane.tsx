// Shows the PDF next to the figures on wide screens.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Report } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { reportTitle } from '../../../i18n/report-texts/headline-sentence.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';

/** Keep in sync with report.css. */
const WIDE_SCREEN = '(min-width: 1200px)';

/** Whether the screen is wide enough for figures and PDF. */
export function useIsWideScreen(): boolean {
  const [isWide, setWide] = useState(() => window.matchMedia(WIDE_SCREEN).matches);
  useEffect(() => {
    const query = window.matchMedia(WIDE_SCREEN);
    const update = (): void => {
      setWide(query.matches);
    };
    update();
    query.addEventListener('change', update);
    return () => {
      query.removeEventListener('change', update);
    };
  }, []);
  return isWide;
}

/** Options of built-in PDF viewers: fit to width, no thumbnail panel. */
const VIEWER_OPTIONS = '#navpanes=0&view=FitH';

interface PdfPaneProps {
  readonly report: Report;
  readonly localization: Localization;
}

export function PdfPane({ report, localization }: PdfPaneProps): JSX.Element {
  const { api } = useAppContext();
  const { page } = useLocalization();
  const { week, folder, revision } = report;
  // File URLs expire, so they are not cached beyond this component.
  const [paneCache] = useState(() => new Map<string, string>());
  const key = `${week} ${folder.key} ${revision}`;
  const {
    data: url,
    error,
    refetch,
  } = useQuery(paneCache, key, (signal) =>
    api.files({ week, folder: folder.key }, signal).then((files) => files.view),
  );
  const title = page.read.pdfFrame(reportTitle(report, localization));
  return (
    <aside class="pdf-pane" aria-label={title}>
      {url === null && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {url === null && error === null && <div class="waiting pdf-waiting" />}
      {url !== null && (
        <>
          <iframe title={title} src={`${url}${VIEWER_OPTIONS}`} />
          <button
            type="button"
            class="quiet"
            onClick={() => {
              paneCache.clear();
              refetch();
            }}
          >
            {page.read.pdfReload}
          </button>
        </>
      )}
    </aside>
  );
}
