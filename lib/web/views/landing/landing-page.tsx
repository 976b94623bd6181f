// A folder with its list of places, and a place: beside the list on wide screens, else a page of its own.
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { PlaceView, ReportView } from '../../../view/report-view.ts';
import type { QueryResult } from '../../api/query.ts';
import { useRouteView } from '../../api/use-report-view.ts';
import { useAppContext, useDocumentTitle, useLocalization } from '../../app-context.tsx';
import { shownWeek } from '../../features/choose-week/week-picker.tsx';
import { ReportDialogs } from '../../features/report-menu/report-dialogs.tsx';
import { OldRevisionNote } from '../../features/revisions/revisions-panel.tsx';
import { ReportProvider } from '../../report-context.tsx';
import type { ReportRoute } from '../../routes.ts';
import { viewHref } from '../../routes.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { FolderPage, LandingSkeleton } from './folder-page.tsx';
import { MissingReport } from './missing-report.tsx';
import { neighboursOf } from '../place/neighbours.ts';
import { PlacePage } from '../place/place-page.tsx';
import { PlacePanel } from '../place/place-panel.tsx';

interface LandingPageProps {
  readonly route: ReportRoute;
}

export function LandingPage({ route }: LandingPageProps): JSX.Element {
  const { folderIndex, weeks } = useAppContext();
  const { page } = useLocalization();
  const folder = route.folder ?? folderIndex.roots[0]?.key ?? null;
  if (folder === null) return <p class="note">{page.list.noPlaces}</p>;
  return <OpenReport route={route} week={shownWeek(route, weeks)} folder={folder} />;
}

/** 1100 px, or more with larger text. */
const WIDE_SCREEN = '(min-width: 68.75rem)';

interface OpenReportProps extends LandingPageProps {
  readonly week: string;
  readonly folder: number;
}

function OpenReport({ route, week, folder }: OpenReportProps): JSX.Element {
  const { revision } = route;
  const isWide = useMediaQuery(WIDE_SCREEN);
  const shown = useRouteView(route, week, folder);
  const isPlace = useIsPlace(folder, shown.data);
  const listFolder = useListFolder(folder, isPlace);
  const list = useRouteView(
    { ...route, revision: null },
    week,
    isPlace && isWide ? listFolder : null,
  );
  const isBeside = isPlace && isWide && listFolder !== null;
  const folderView = isBeside ? list : shown;
  const listRoute = useMemo(
    () => ({ ...route, week, folder: listFolder, panel: null }),
    [route, week, listFolder],
  );
  useReturnedFocus(isBeside ? viewHref({ ...listRoute, folder }) : null);
  useDocumentTitle(shown.data === null ? null : `${shown.data.name} · ${shown.data.period}`);
  return (
    <div class={isBeside ? 'landing has-panel' : 'landing'}>
      {folderView.data?.kind === 'folder' && (
        <ReportProvider
          value={{
            view: folderView.data,
            revision: isBeside ? null : revision,
            refetch: folderView.refetch,
          }}
        >
          <FolderPage
            view={folderView.data}
            route={isBeside ? listRoute : route}
            open={isBeside ? folder : null}
          />
        </ReportProvider>
      )}
      {isBeside && list.data === null && shown.error === null && <Waiting query={list} />}
      {shown.data === null && (
        <MissingOrWaiting
          query={shown}
          address={{ week, folder }}
          revision={revision}
          isPlace={isPlace}
        />
      )}
      {shown.data !== null && (
        <ReportProvider value={{ view: shown.data, revision, refetch: shown.refetch }}>
          {revision !== null && <OldRevisionNote place={{ week, folder }} revision={revision} />}
          {shown.error !== null && <ErrorNote error={shown.error} onRetry={shown.refetch} />}
          {shown.data.kind === 'place' &&
            (isBeside ? (
              <PlaceBeside
                route={route}
                view={shown.data}
                list={list.data}
                listFolder={listFolder}
              />
            ) : (
              <PlacePage view={shown.data} />
            ))}
          <ReportDialogs key={`${week} ${folder}`} route={{ ...route, week, folder }} />
        </ReportProvider>
      )}
    </div>
  );
}

interface PlaceBesideProps extends LandingPageProps {
  readonly view: PlaceView;
  /** Null while it is loading. */
  readonly list: ReportView | null;
  readonly listFolder: number;
}

function PlaceBeside({ route, view, list, listFolder }: PlaceBesideProps): JSX.Element {
  const { navigate } = useAppContext();
  const { week, folder } = view;
  const onOpen = useCallback(
    (next: number) => {
      navigate({ ...route, week, folder: next, panel: null }, { replace: true });
    },
    [navigate, route, week],
  );
  const onClose = useCallback(() => {
    navigate({ ...route, week, folder: listFolder, panel: null });
  }, [navigate, route, week, listFolder]);
  const sections = list?.kind === 'folder' ? list.sections : [];
  return (
    <PlacePanel view={view} {...neighboursOf(sections, folder)} onOpen={onOpen} onClose={onClose} />
  );
}

/** When the panel closes, the focus returns to the row of its place. `href`: of the place in the panel. */
function useReturnedFocus(href: string | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (href === null && last.current !== null) {
      document.querySelector<HTMLElement>(`.place-list a[href="${last.current}"]`)?.focus();
    }
    last.current = href;
  }, [href]);
}

/** Before its view is there, a folder without folders below counts as a place. */
function useIsPlace(folder: number, view: ReportView | null): boolean {
  const { folderIndex } = useAppContext();
  if (view !== null) return view.kind === 'place';
  return folderIndex.folder(folder) !== null && folderIndex.children(folder).length === 0;
}

/** The folder whose list is beside a place: the one that was shown last, or the topmost one. Null without one above. */
function useListFolder(folder: number, isPlace: boolean): number | null {
  const { folderIndex } = useAppContext();
  const lastList = useRef<number | null>(null);
  if (!isPlace) lastList.current = folder;
  const above = folderIndex.path(folder).slice(0, -1);
  const last = above.find(({ key }) => key === lastList.current);
  return (last ?? above[0])?.key ?? null;
}

interface MissingOrWaitingProps {
  readonly query: QueryResult<ReportView>;
  readonly address: { readonly week: string; readonly folder: number };
  readonly revision: number | null;
  readonly isPlace: boolean;
}

function MissingOrWaiting(props: MissingOrWaitingProps): JSX.Element {
  const { query, address, revision, isPlace } = props;
  if (query.error === null) return <LandingSkeleton isPlace={isPlace} />;
  return (
    <MissingReport {...address} revision={revision} error={query.error} refetch={query.refetch} />
  );
}

function Waiting({ query }: { readonly query: QueryResult<ReportView> }): JSX.Element {
  if (query.error === null) return <LandingSkeleton isPlace={false} />;
  return <ErrorNote error={query.error} onRetry={query.refetch} />;
}
