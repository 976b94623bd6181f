// Opens and downloads the files of a report. File URLs are fetched on demand because they expire after minutes.
import { useState } from 'preact/hooks';
import type { ReportFiles } from '../../../http/responses.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { ReportView } from '../../../view/report-view.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';

type ReportFileKind = 'view' | 'pdf' | 'json';

interface ReportFileState {
  /** The file whose URL is being fetched. */
  readonly loading: ReportFileKind | null;
  readonly error: ApiError | null;
  readonly open: (kind: ReportFileKind) => void;
}

/** Announces when the files are of a newer revision than the one that is shown. */
export function useReportFiles({
  week,
  folder,
  revision,
}: Pick<ReportView, 'week' | 'folder' | 'revision'>): ReportFileState {
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
          if (files.revision !== revision) {
            announce(page.read.newerRevisionInFile({ shown: revision, newer: files.revision }));
          }
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
