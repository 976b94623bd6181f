// Opens, downloads and embeds the files of a report. File URLs are fetched on demand because they expire after minutes.
import type { ComponentChildren, JSX } from 'preact';
import { useState, useEffect } from 'preact/hooks';
import type { ReportFiles } from '../../../http/responses.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { ReportAddress } from '../../routes.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import { useReport } from '../../report-context.tsx';
import { reportTitle } from '../../../i18n/report-texts/headline-sentence.ts';
import { useQuery } from '../../api/query.ts';

type ReportFileKind = 'view' | 'pdf' | 'json';

interface ReportFileState {
  /** The file whose URL is being fetched. */
  readonly loading: ReportFileKind | null;
  readonly error: ApiError | null;
  readonly open: (kind: ReportFileKind) => void;
}

/** `onRead` receives the links of the files before one of them is opened. */
export function useReportFiles(
  { week, folder }: ReportAddress,
  onRead?: (files: ReportFiles) => void,
): ReportFileState {
  const { api, announce } = useAppContext();
  const { page } = useLocalization();
  const [loading, setLoading] = useState<ReportFileKind | null>(null);
  const [apiError, setApiError] = useState<ApiError | null>(null);
  const open = (kind: ReportFileKind): void => {
    if (loading !== null) return;
    // Browsers allow a new tab only while handling the click, not after an asynchronous answer.
    const tab = kind === 'view' ? window.open('', '_blank') : null;
    if (tab !== null) detachTab(tab);
    setLoading(kind);
    setApiError(null);
    announce(page.read.preparing);
    api
      .files({ week, folder })
      .then(
        (files) => {
          onRead?.(files);
          if (tab === null) openInPlace(files, kind);
          else tab.location.replace(files.view);
        },
        (error: unknown) => {
          tab?.close();
          setApiError(toApiError(error));
        },
      )
      .finally(() => {
        setLoading(null);
      });
  };
  return { loading, error: apiError, open };
}

/** Removes the opener and the copy of session storage, which contains the token, from the new tab. */
function detachTab(tab: Window): void {
  tab.opener = null;
  try {
    tab.sessionStorage.clear();
  } catch {
    // Session storage is disabled.
  }
}

/** Responses have Content-Disposition: attachment, so the current page stays open. */
function openInPlace(files: ReportFiles, kind: ReportFileKind): void {
  const link = document.createElement('a');
  link.rel = 'noopener';
  if (kind === 'view') {
    // The new tab was blocked: the PDF replaces this page, and the back button returns.
    link.href = files.view;
  } else {
    link.href = files[kind].url;
    link.download = files[kind].name;
  }
  link.click();
}

interface FileButtonsProps {
  /** Actions that are shown between "open" and the downloads. */
  readonly children: ComponentChildren;
}

export function FileButtons({ children }: FileButtonsProps): JSX.Element {
  const { page } = useLocalization();
  const { announce } = useAppContext();
  const { report, selection, refetch } = useReport();
  const [newerText, setNewerText] = useState<string | null>(null);
  const onRead = ({ revision }: ReportFiles): void => {
    const isNewer = revision !== report.revision;
    const text = page.read.newerRevisionInFile({ shown: report.revision, newer: revision });
    setNewerText(isNewer ? text : null);
    if (!isNewer) return;
    announce(text);
    refetch();
  };
  const { loading, error: apiError, open } = useReportFiles(selection, onRead);
  const button = (kind: ReportFileKind, text: string, label?: string): JSX.Element => (
    <button
      type="button"
      class={kind === 'view' ? 'primary' : ''}
      {...(label === undefined ? {} : { 'aria-label': label })}
      aria-disabled={loading === kind}
      onClick={() => {
        open(kind);
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      {button('view', page.read.openPdf, page.read.openPdfTab)}
      {children}
      {button('pdf', page.read.downloadPdf)}
      {button('json', page.read.downloadJson)}
      {newerText !== null && <p class="note">{newerText}</p>}
      {apiError !== null && <ErrorNote error={apiError} onRetry={null} />}
    </>
  );
}

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

export function PdfPane(): JSX.Element {
  const { report, localization } = useReport();
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
  const title = page.read.pdfFrame({ title: reportTitle(report, localization) });
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
