// Page of one report with its figures and the PDF, share and revisions panels.
import type { JSX } from 'preact';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import {
  sourceText,
  totalsText,
  weekText,
  zonesText,
} from '../../../i18n/report-texts/header-texts.ts';
import { reportTitle } from '../../../i18n/report-texts/headline-sentence.ts';
import type { ReportView } from '../../routes.ts';
import { useAppContext, useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { ReportProvider, useReport, useReportQuery } from '../../report-context.tsx';
import type { ApiError } from '../../api/api-errors.ts';
import { AcceptOffers } from '../../features/accept/accept-offers.tsx';
import { folderOffers } from '../../features/accept/place-offers.ts';
import { SettingsButton } from '../../features/accept/settings-dialog.tsx';
import { FileButtons, PdfPane, useIsWideScreen } from '../../features/files/report-files.tsx';
import { folderText } from '../../features/folders/folder-index.ts';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { OldRevisionNote, RevisionsPanel } from '../../features/revisions/revisions-panel.tsx';
import { SharePanel } from '../../features/share/share-panel.tsx';
import { SubscribePanel } from '../../features/subscribe/subscribe-panel.tsx';
import { SubscribeLink } from '../../features/subscribe/subscriptions-link.tsx';
import { TableDownload } from '../../features/table/table-download.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StateBadge } from '../../ui/icons.tsx';
import { ReportSkeleton } from '../../ui/page-section.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportPath } from './report-links.tsx';

export function ReportPage({ view }: { readonly view: ReportView }): JSX.Element {
  const { shown, error, refetch } = useReportQuery(view);
  useDocumentTitle(shown === null ? null : reportTitle(shown.report, shown.localization));
  if (shown === null) {
    if (error === null) return <ReportSkeleton />;
    return <ReportMissing view={view} error={error} refetch={refetch} />;
  }
  return (
    <ReportProvider value={shown}>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      <LoadedReport view={view} refetch={refetch} />
    </ReportProvider>
  );
}

interface LoadedReportProps {
  readonly view: ReportView;
  readonly refetch: () => void;
}

function LoadedReport({ view, refetch }: LoadedReportProps): JSX.Element {
  const { page } = useLocalization();
  const { navigate, subscriptions } = useAppContext();
  const { report } = useReport();
  const isWide = useIsWideScreen();
  const { revision, panel } = view;
  const closePanel = (): void => {
    navigate({ ...view, panel: null }, { replace: true });
  };
  // Files exist for the current revision only.
  const showsPdf = panel === 'pdf' && revision === null;
  return (
    <article class="report">
      {revision !== null && <OldRevisionNote revision={revision} />}
      <ReportHeader view={view} />
      {panel === 'share' && <SharePanel onClose={closePanel} />}
      {panel === 'subscribe' && subscriptions.data !== null && (
        <SubscribePanel onClose={closePanel} />
      )}
      {panel === 'revisions' && <RevisionsPanel />}
      {showsPdf && !isWide && <p class="note">{page.read.pdfTooNarrow}</p>}
      <AcceptOffers offers={folderOffers(report)} />
      <div class={showsPdf && isWide ? 'report-body has-pdf' : 'report-body'}>
        <ReportFigures />
        {showsPdf && isWide && <PdfPane />}
      </div>
      {revision === null && (
        <footer class="report-foot">
          <MakePanel place={view} report={report} onMade={refetch} />
        </footer>
      )}
    </article>
  );
}

/** Path, name, week, source and actions. */
function ReportHeader({ view }: { readonly view: ReportView }): JSX.Element {
  const { page } = useLocalization();
  const { report, localization } = useReport();
  const totals = totalsText(report, localization);
  const panelLinks = <PanelLinks view={view} />;
  return (
    <header class="report-head">
      <ReportPath isWhole={false} />
      <h1>
        <bdi>{localization.names.folder(report.folder.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, localization)}</span>
        <span>{zonesText(report, localization)}</span>
      </p>
      {totals !== null && <p>{totals}</p>}
      <p class="report-source">
        <StateBadge state={report.status} />
        <span>{sourceText(report, localization)}</span>
      </p>
      <div class="acts" role="group" aria-label={page.read.actions}>
        {view.revision === null ? <FileButtons>{panelLinks}</FileButtons> : panelLinks}
        <TableDownload week={view.week} below={view.folder} />
        <SettingsButton />
      </div>
    </header>
  );
}

/** Links that open and close the panels. */
function PanelLinks({ view }: { readonly view: ReportView }): JSX.Element {
  const { page } = useLocalization();
  const { revision, panel } = view;
  return (
    <>
      <SubscribeLink view={view} />
      {revision === null && (
        <ViewLink
          class="button only-wide"
          view={{ ...view, panel: panel === 'pdf' ? null : 'pdf' }}
        >
          {panel === 'pdf' ? page.read.hidePdf : page.read.showPdf}
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
        {page.revisions.heading}
      </ViewLink>
    </>
  );
}

interface ReportMissingProps extends LoadedReportProps {
  readonly error: ApiError;
}

/** Offers to make the report when the folder is visible and the current revision is missing. */
function ReportMissing({ view, error, refetch }: ReportMissingProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { words, formats } = pageLocalization;
  const { week, folder, revision } = view;
  const listedFolder = folderIndex.folder(folder);
  const title = words.title({
    name: folderText(folderIndex, folder, pageLocalization),
    week: formats.numeral(weekNumber(week)),
    year: formats.numeral(Number(week.slice(0, 4))),
  });
  useDocumentTitle(withoutIsolates(title));
  const canBeMade = error.kind === 'notFound' && listedFolder !== null && revision === null;
  return (
    <>
      <h1>{title}</h1>
      {canBeMade ? (
        <MakePanel place={view} report={null} onMade={refetch} />
      ) : (
        <ErrorNote error={error} onRetry={refetch} />
      )}
    </>
  );
}
