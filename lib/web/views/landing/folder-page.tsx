// The page of a folder: what changed, the figure with its trend, and the list of its places.
import type { JSX } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import type { FolderView } from '../../../view/report-view.ts';
import { useAppContext, useCanWrite, useLocalization } from '../../app-context.tsx';
import { AcceptOffers } from '../../features/accept/accept-offers.tsx';
import { PdfButton } from '../../features/report-menu/pdf-button.tsx';
import { useReport } from '../../report-context.tsx';
import type { ReportRoute } from '../../routes.ts';
import { MAX_COMPARED, reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { FolderPath } from '../../ui/folder-path.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { HeatMap } from '../../features/heat/heat-map.tsx';
import { FolderDetails } from '../place/folder-details.tsx';
import { PlaceNotes } from '../place/place-notes.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { ListTools } from './list-tools.tsx';
import { PlaceList } from './place-list.tsx';
import { WeekNotice } from './week-notice.tsx';

interface FolderPageProps {
  readonly view: FolderView;
  readonly route: ReportRoute;
  /** The place in the panel. */
  readonly open: number | null;
}

export function FolderPage({ view, route, open }: FolderPageProps): JSX.Element {
  const { refetch } = useReport();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const onSelect = useCallback((folder: number) => {
    setSelected((before) =>
      before.includes(folder)
        ? before.filter((other) => other !== folder)
        : [...before, folder].slice(-MAX_COMPARED),
    );
  }, []);
  return (
    <article class="folder-page">
      <FolderHead view={view} isBeside={open !== null} />
      {open === null && view.notes !== null && <PlaceNotes notes={view.notes} />}
      {open === null && <AcceptOffers offers={view.offers} />}
      {open === null && <FigureStrip view={view} />}
      <ListTools view={view} route={route} selected={selected} />
      {route.display === 'heat' && open === null ? (
        <HeatMap view={view} />
      ) : (
        <PlaceList
          view={view}
          route={route}
          open={open}
          selected={selected}
          onSelect={onSelect}
          onSelectAll={setSelected}
        />
      )}
      {open === null && <FolderDetails view={view} isList={route.display === 'list'} />}
      <footer class="list-foot">
        <p>{view.method}</p>
        <p>{view.source}</p>
      </footer>
      {/* Last, because it comes late and must not move what is being read. */}
      <WeekNotice view={view} onNewer={refetch} />
    </article>
  );
}

interface FolderHeadProps {
  readonly view: FolderView;
  readonly isBeside: boolean;
}

function FolderHead({ view, isBeside }: FolderHeadProps): JSX.Element {
  const { subscriptions } = useAppContext();
  const canWrite = useCanWrite();
  const { page, formats } = useLocalization();
  const { finding, path, name, weekName } = view;
  const Heading = isBeside ? 'h2' : 'h1';
  return (
    <header class="folder-head">
      <div>
        {path.length > 0 && <FolderPath view={view} name={name} />}
        <Heading class="headline">
          <span class="unseen">{`${name} · ${weekName}: `}</span>
          {finding.headline}
        </Heading>
        {finding.details.length > 0 && <p class="lead">{formats.sentences(finding.details)}</p>}
        {view.notices
          .filter((notice) => !finding.details.includes(notice))
          .map((notice, i) => (
            <p key={notice} class="note warns">
              {view.isPartial && i === 0 && <StateGlyph state="partial" />}
              {notice}
            </p>
          ))}
      </div>
      {!isBeside && (
        <div class="acts" role="group" aria-label={page.read.actions}>
          {canWrite && subscriptions.error === null && (
            <ViewLink
              // Keeps its place until the server has told whether it sends messages.
              class={subscriptions.data === null ? 'button primary is-unknown' : 'button primary'}
              view={{ ...reportRoute(view), panel: 'subscribe' }}
            >
              {page.subscribe.submit}
            </ViewLink>
          )}
          {canWrite && (
            <ViewLink class="button" view={{ ...reportRoute(view), panel: 'share' }}>
              {page.read.share}
            </ViewLink>
          )}
          <PdfButton view={view} />
        </div>
      )}
    </header>
  );
}

/** Has the size of the content; hidden for the first moment by CSS. */
export function LandingSkeleton({ isPlace }: { readonly isPlace: boolean }): JSX.Element {
  const { page } = useLocalization();
  return (
    <div class={`${isPlace ? 'place-page' : 'folder-page'} is-waiting late`} aria-busy="true">
      <p class="unseen">{page.read.loading}</p>
      <div class="waiting wait-head" />
      <div class="waiting wait-strip" />
      <div class="waiting wait-list" />
    </div>
  );
}
