// The menu "⋯": everything that can be done with a report.
import type { ComponentChildren, JSX } from 'preact';
import type { ReportView } from '../../../view/report-view.ts';
import { useAppContext, useCanWrite, useLocalization } from '../../app-context.tsx';
import type { ReportPanel } from '../../routes.ts';
import { reportRoute } from '../../routes.ts';
import { Popover, ViewLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useReportFiles } from '../files/report-files.ts';

interface ReportMenuProps {
  /** Null while no report is shown. */
  readonly view: Pick<ReportView, 'week' | 'folder' | 'revision'> | null;
  /** Below the report's items. */
  readonly children?: (close: () => void) => ComponentChildren;
}

export function ReportMenu({ view, children }: ReportMenuProps): JSX.Element {
  const { page } = useLocalization();
  return (
    <Popover label={page.list.more} button={<Icon name="more" />}>
      {(close) => (
        <div class="menu">
          {view !== null && <ReportItems view={view} onDone={close} />}
          {children?.(close)}
        </div>
      )}
    </Popover>
  );
}

interface ReportItemsProps {
  readonly view: NonNullable<ReportMenuProps['view']>;
  readonly onDone: () => void;
}

function ReportItems({ view, onDone }: ReportItemsProps): JSX.Element {
  const { folderIndex, subscriptions } = useAppContext();
  const { page } = useLocalization();
  const { open, error } = useReportFiles(view);
  const canWrite = useCanWrite();
  const canChange = canWrite && folderIndex.folder(view.folder) !== null;
  const panel = (name: ReportPanel, text: string): JSX.Element => (
    <li onClick={onDone}>
      <ViewLink view={{ ...reportRoute(view), panel: name }}>{text}</ViewLink>
    </li>
  );
  const file = (kind: 'pdf' | 'json', text: string): JSX.Element => (
    <li>
      <button
        type="button"
        class="bare"
        onClick={() => {
          open(kind);
        }}
      >
        {text}
      </button>
    </li>
  );
  return (
    <ul>
      {subscriptions.data !== null && panel('subscribe', page.subscribe.open)}
      {canWrite && panel('share', page.share.heading)}
      {file('pdf', page.read.downloadPdf)}
      {file('json', page.read.downloadJson)}
      {error !== null && <li role="alert">{page.errors[error.kind].title}</li>}
      {panel('table', page.table.heading)}
      {canWrite && panel('revisions', page.revisions.heading)}
      {canChange && panel('settings', page.accept.heading)}
      {canChange && panel('make', page.make.again)}
    </ul>
  );
}
