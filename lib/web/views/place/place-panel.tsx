// The report of a place beside the list, which stays usable.
import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { PlaceView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { OwnerLink } from '../../features/notes/note-links.tsx';
import { PdfButton } from '../../features/report-menu/pdf-button.tsx';
import { ReportMenu } from '../../features/report-menu/report-menu.tsx';
import { FolderPath } from '../../ui/folder-path.tsx';
import { isInField } from '../../ui/panel.tsx';
import { PlaceContent } from './place-content.tsx';

interface PlacePanelProps {
  readonly view: PlaceView;
  /** The folders of the rows before and after that of the place; null at the ends of the list. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly onOpen: (folder: number) => void;
  /** Returns the focus to the row of the place. */
  readonly onClose: () => void;
}

export function PlacePanel(props: PlacePanelProps): JSX.Element {
  const { view, onClose } = props;
  const { page } = useLocalization();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    if (!isInField()) title.current?.focus({ preventScroll: true });
  }, [view.folder]);
  usePanelKeys(props);
  return (
    <aside class="place-panel" ref={panel} aria-labelledby={titleId}>
      <header class="place-head">
        {/* The list beside it is that of the first folder. */}
        <FolderPath view={{ ...view, path: view.path.slice(1) }} />
        <div class="place-actions" role="group" aria-label={page.read.actions}>
          <OwnerLink />
          <PdfButton view={view} />
          <ReportMenu view={view} />
          <button
            type="button"
            class="icon-button"
            aria-label={page.share.close}
            title={page.share.close}
            onClick={onClose}
          >
            ✕
          </button>
        </div>
      </header>
      <h1 id={titleId} ref={title} tabIndex={-1}>
        <bdi>{view.name}</bdi>
      </h1>
      <p class="place-period">{view.period}</p>
      <PlaceContent view={view} />
    </aside>
  );
}

/** j and k open the next and the previous place, Escape closes the panel. */
function usePanelKeys({ previous, next, onOpen, onClose }: PlacePanelProps): void {
  // A layout effect, so that the keys work as soon as the panel is seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target, key } = event;
      if (target instanceof Element && target.closest(KEY_USERS) !== null) return;
      const folder = key === 'j' ? next : key === 'k' ? previous : null;
      if (folder !== null) onOpen(folder);
      else if (key === 'Escape') onClose();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [previous, next, onOpen, onClose]);
}

/** What has a use of its own for these keys. */
const KEY_USERS = 'input, textarea, select, dialog, [role=menu], [aria-expanded=true]';
