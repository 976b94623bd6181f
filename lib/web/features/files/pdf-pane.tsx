// The PDF beside the figures, where there is room for both.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Report } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { titleOf } from '../../../i18n/report-texts/headline-sentence.ts';
import { useAsked } from '../../api/query.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { TroubleNote } from '../../ui/error-note.tsx';

/** The same width is in report.css. */
const ROOM = '(min-width: 1200px)';

/** Whether a screen is wide enough for both. */
export function useRoomForPdf(): boolean {
  const [hasRoom, setRoom] = useState(() => window.matchMedia(ROOM).matches);
  useEffect(() => {
    const query = window.matchMedia(ROOM);
    const look = (): void => {
      setRoom(query.matches);
    };
    look();
    query.addEventListener('change', look);
    return () => {
      query.removeEventListener('change', look);
    };
  }, []);
  return hasRoom;
}

/** How viewers that know it begin: as wide as there is room, without a panel of pages. */
const FITTED = '#navpanes=0&view=FitH';

interface PdfPaneProps {
  readonly report: Report;
  readonly reading: Localization;
}

export function PdfPane({ report, reading }: PdfPaneProps): JSX.Element {
  const { api } = useLibrary();
  const { page } = useSpeech();
  const { week, folder, revision } = report;
  // Addresses expire, so what was answered before is of no use.
  const [forgotten] = useState(() => new Map<string, string>());
  const key = `${week} ${folder.key} ${revision}`;
  const { value, trouble, again } = useAsked(forgotten, key, (signal) =>
    api.files({ week, folder: folder.key }, signal).then((files) => files.view),
  );
  const title = page.read.pdfFrame(titleOf(report, reading));
  return (
    <aside class="pdf-pane" aria-label={title}>
      {value === null && trouble !== null && <TroubleNote trouble={trouble} onRetry={again} />}
      {value === null && trouble === null && <div class="waiting pdf-waiting" />}
      {value !== null && (
        <>
          <iframe title={title} src={`${value}${FITTED}`} />
          <button
            type="button"
            class="quiet"
            onClick={() => {
              forgotten.clear();
              again();
            }}
          >
            {page.read.pdfReload}
          </button>
        </>
      )}
    </aside>
  );
}
