// One report: a folder's week. Beside its figures lie its PDF, the links to it and its revisions.
import type { JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { titleOf } from '../../../i18n/report-texts/headline-sentence.ts';
import type { ReportView } from '../../routes.ts';
import { ReportFigures } from './report-figures.tsx';
import { useSpeech, useTitle } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { PdfPane, useRoomForPdf } from '../../features/files/pdf-pane.tsx';
import { FileButtons } from '../../features/files/report-files.tsx';
import { ReportHead } from './report-header.tsx';
import { ReportMissing, ReportSkeleton } from './report-states.tsx';
import { OldRevisionNote, RevisionsPanel } from '../../features/revisions/revisions-panel.tsx';
import { SharePanel } from '../../features/share/share-panel.tsx';
import { TroubleNote } from '../../ui/error-note.tsx';
import { useReading, useReport } from '../../api/use-report.ts';

export function ReportPage({ view }: { readonly view: ReportView }): JSX.Element {
  const { value: report, trouble, again } = useReport(view);
  const reading = useReading(report);
  useTitle(report === null || reading === null ? null : titleOf(report, reading));
  if (report === null || reading === null) {
    if (trouble === null) return <ReportSkeleton />;
    return <ReportMissing view={view} trouble={trouble} again={again} />;
  }
  return (
    <>
      {trouble !== null && <TroubleNote trouble={trouble} onRetry={again} />}
      <ReportFound view={view} report={report} reading={reading} again={again} />
    </>
  );
}

interface ReportFoundProps {
  readonly view: ReportView;
  readonly report: Report;
  readonly reading: Localization;
  readonly again: () => void;
}

function ReportFound({ view, report, reading, again }: ReportFoundProps): JSX.Element {
  const { page } = useSpeech();
  const hasRoom = useRoomForPdf();
  const { week, folder, revision, section } = view;
  const place = { week, folder };
  // The files are those of the report as it stands.
  const isBeside = section === 'pdf' && revision === null;
  return (
    <article class="report">
      {revision !== null && <OldRevisionNote place={place} revision={revision} />}
      <ReportHead report={report} reading={reading} which={view}>
        <div class="acts" role="group" aria-label={page.read.acts}>
          {revision === null ? (
            <FileButtons which={view}>
              <ViewLinks view={view} />
            </FileButtons>
          ) : (
            <ViewLinks view={view} />
          )}
        </div>
      </ReportHead>
      {section === 'share' && <SharePanel place={place} report={report} />}
      {section === 'revisions' && (
        <RevisionsPanel place={place} report={report} revision={revision} />
      )}
      {isBeside && !hasRoom && <p class="note">{page.read.pdfTooNarrow}</p>}
      <div class={isBeside && hasRoom ? 'report-body has-pdf' : 'report-body'}>
        <ReportFigures report={report} reading={reading} which={view} />
        {isBeside && hasRoom && <PdfPane report={report} reading={reading} />}
      </div>
      {revision === null && (
        <footer class="report-foot">
          <MakePanel place={place} report={report} onMade={again} />
        </footer>
      )}
    </article>
  );
}

/** What lies beside the figures, each at an address of its own. */
function ViewLinks({ view }: { readonly view: ReportView }): JSX.Element {
  const { page } = useSpeech();
  const { revision, section } = view;
  return (
    <>
      {revision === null && (
        <To class="button only-wide" view={{ ...view, section: section === 'pdf' ? null : 'pdf' }}>
          {section === 'pdf' ? page.read.pdfHide : page.read.pdfBeside}
        </To>
      )}
      <To class="button" view={{ ...view, section: 'share' }}>
        {page.read.share}
      </To>
      <To
        class="button"
        view={{ ...view, section: section === 'revisions' ? null : 'revisions' }}
        current={section === 'revisions'}
      >
        {page.read.revisions}
      </To>
    </>
  );
}
