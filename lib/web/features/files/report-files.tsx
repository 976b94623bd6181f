// Opens and downloads the files of a report. File URLs are fetched on demand because they expire after minutes.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportFiles } from '../../../http/responses.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import type { ReportSelection } from '../../api/use-report.ts';

type FileKind = 'view' | 'pdf' | 'json';

interface ReportFileState {
  /** The file whose URL is being fetched. */
  readonly loading: FileKind | null;
  readonly error: ApiError | null;
  readonly open: (kind: FileKind) => void;
}

export function useReportFiles({ week, folder }: ReportSelection): ReportFileState {
  const { api, announce } = useAppContext();
  const { page } = useLocalization();
  const [loading, setLoading] = useState<FileKind | null>(null);
  const [apiError, setApiError] = useState<ApiError | null>(null);
  const open = (kind: FileKind): void => {
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
function openInPlace(files: ReportFiles, kind: FileKind): void {
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
  readonly selection: ReportSelection;
  /** Actions that are shown between "open" and the downloads. */
  readonly children: ComponentChildren;
}

export function FileButtons({ selection, children }: FileButtonsProps): JSX.Element {
  const { page } = useLocalization();
  const { loading, error: apiError, open } = useReportFiles(selection);
  const button = (kind: FileKind, text: string, label?: string): JSX.Element => (
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
      {apiError !== null && <ErrorNote error={apiError} onRetry={null} />}
    </>
  );
}
