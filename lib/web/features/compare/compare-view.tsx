// Opens the list that has the compared places: that of the lowest folder above all of them.
import type { JSX } from 'preact';
import { useReportView } from '../../api/use-report-view.ts';
import { useAppContext, useDocumentTitle, useLocalization } from '../../app-context.tsx';
import type { CompareRoute } from '../../routes.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { FolderIndex } from '../folders/folder-index.ts';
import { ComparePage } from './compare-page.tsx';

export function CompareView({ route }: { readonly route: CompareRoute }): JSX.Element {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
  const { week, folders } = route;
  const { data, error, refetch } = useReportView(week, commonFolder(folderIndex, folders));
  useDocumentTitle(data === null ? null : `${page.compare.index} · ${data.period}`);
  if (data?.kind === 'folder') return <ComparePage view={data} folders={folders} />;
  if (error !== null) return <ErrorNote error={error} onRetry={refetch} />;
  return <div class="waiting late compare-waiting" aria-busy="true" />;
}

/** The topmost folder for places without a folder above all of them. */
function commonFolder(folderIndex: FolderIndex, folders: readonly number[]): number | null {
  const paths = folders.map((folder) =>
    folderIndex
      .path(folder)
      .slice(0, -1)
      .map(({ key }) => key),
  );
  const [first = [], ...others] = paths;
  const common = first.findLast((key) => others.every((path) => path.includes(key)));
  return common ?? folderIndex.roots[0]?.key ?? null;
}
