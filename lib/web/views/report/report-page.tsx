// Page of one report with its figures and the PDF, share and revisions panels.
import type { JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { reportTitle } from '../../../i18n/report-texts/headline-sentence.ts';
import type { ReportView } from '../../routes.ts';
import { ReportFigures } from './report-figures.tsx';
import { useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { PdfPane, useIsWideScreen } from '../../features/files/pdf-pane.tsx';
import { FileButtons } from '../../features/files/report-files.tsx';
import { ReportHeader } from './report-header.tsx';
import { ReportMissing, ReportSkeleton } from './report-states.tsx';
import { OldRevisionNote, RevisionsPanel } from '../../features/revisions/revisions-panel.tsx';
import { SharePanel } from '../../features/share/share-panel.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useReportLocalization, useReport } from '../../api/use-report.ts';

export function ReportPage({ view }: { readonly view: ReportView }): JSX.Element {
  const { data: report, error, refetch } = useReport(view);
  const localization = useReportLocalization(report);
  useDocumentTitle(
    report === null || localization === null ? null : reportTitle(report, localization),
  );
  if (report === null || localization === null) {
    if (error === null) return <ReportSkeleton />;
    return <ReportMissing view={view} error={error} refetch={refetch} />;
  }
  return (
    <>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      <LoadedReport view={view} report={report} localization={localization} refetch={refetch} />
    </>
  );
}

interface LoadedReportProps {
  readonly view: ReportView;
  readonly report: Report;
  readonly localization: Localization;
  readonly refetch: () => void;
}

function LoadedReport({ view, report, localization, refetch }: LoadedReportProps): JSX.Element {
  const { page } = useLocalization();
  const isWide = useIsWideScreen();
  const { week, folder, revision, panel } = view;
  const place = { week, folder };
  // Files exist for the current revision only.
  const showsPdf = panel === 'pdf' && revision === null;
  return (
    <article class="report">
      {revision !== null && <OldRevisionNote place={place} revision={revision} />}
      <ReportHeader report={report} localization={localization} selection={view}>
        <div class="acts" role="group" aria-label={page.read.acts}>
          {revision === null ? (
            <FileButtons selection={view}>
              <PanelLinks view={view} />
            </FileButtons>
          ) : (
            <PanelLinks view={view} />
          )}
        </div>
      </ReportHeader>
      {panel === 'share' && <SharePanel place={place} report={report} />}
      {panel === 'revisions' && (
        <RevisionsPanel place={place} report={report} revision={revision} />
      )}
      {showsPdf && !isWide && <p class="note">{page.read.pdfTooNarrow}</p>}
      <div class={showsPdf && isWide ? 'report-body has-pdf' : 'report-body'}>
        <ReportFigures report={report} localization={localization} selection={view} />
        {showsPdf && isWide && <PdfPane report={report} localization={localization} />}
      </div>
      {revision === null && (
        <footer class="report-foot">
          <MakePanel place={place} report={report} onMade={refetch} />
        </footer>
      )}
    </article>
  );
}

/** Links that open and close the panels. */
function PanelLinks({ view }: { readonly view: ReportView }): JSX.Element {
  const { page } = useLocalization();
  const { revision, panel } = view;
  return (
    <>
      {revision === null && (
        <ViewLink
          class="button only-wide"
          view={{ ...view, panel: panel === 'pdf' ? null : 'pdf' }}
        >
          {panel === 'pdf' ? page.read.pdfHide : page.read.pdfBeside}
        </ViewLink>
      )}
      <ViewLink class="button" view={{ ...view, panel: 'share' }}>
        {page.read.share}
      </ViewLink>
      <ViewLink
        class="button"
        view={{ ...view, panel: panel === 'revisions' ? null : 'revisions' }}
        isCurrent={panel === 'revisions'}
      >
        {page.read.revisions}
      </ViewLink>
    </>
  );
}
