// One line about the reports of the week below a folder: those that are still being made, that failed or that are incomplete;
// and messages that have not arrived.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OverviewFolder, WeekOverview } from '../../../http/responses.ts';
import type { FolderView } from '../../../view/report-view.ts';
import { deliveriesQuery } from '../../api/queries.ts';
import { useQuery, useRefetchWhenVisible } from '../../api/query.ts';
import { useWeekOverview } from '../../api/use-week-overview.ts';
import type { WeekProgress } from '../../api/week-progress.ts';
import { completedQuarters, computeProgress } from '../../api/week-progress.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { folderName } from '../../features/folders/folder-index.ts';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';

interface WeekNoticeProps {
  readonly view: Pick<FolderView, 'week' | 'folder' | 'revision'>;
  /** Called when the folder has another revision. */
  readonly onNewer: () => void;
  /** Whether the number of reports that are ready is shown elsewhere; default: false. */
  readonly hidesProgress?: boolean;
}

export function WeekNotice({
  view,
  onNewer,
  hidesProgress = false,
}: WeekNoticeProps): JSX.Element | null {
  const { week, folder, revision } = view;
  const { data: overview } = useWeekOverview(week);
  const { page } = useLocalization();
  const progress = overview === null ? null : computeProgress(overview);
  useAnnouncedProgress(week, progress);
  const current = overview?.folders.find(({ key }) => key === folder)?.revision ?? null;
  useEffect(() => {
    if (current !== null && current > revision) onNewer();
  }, [current, revision]);
  if (overview === null) return null;
  return (
    <div class="week-notices">
      {progress !== null && !hidesProgress && (
        <p class="week-notice">
          <progress max={progress.total} value={progress.ready} aria-hidden="true" />
          {page.browse.ready({ n: progress.ready, total: progress.total })}
        </p>
      )}
      <FoldersInState overview={overview} state="failed" />
      <FoldersInState overview={overview} state="damaged" />
      <UndeliveredMessages week={week} />
    </div>
  );
}

/** Further folders are counted only. */
const MAX_NAMES = 3;

interface FoldersInStateProps {
  readonly overview: WeekOverview;
  readonly state: 'failed' | 'damaged';
}

/** The pages of the folders offer to make their reports again. */
function FoldersInState({ overview, state }: FoldersInStateProps): JSX.Element | null {
  const { folderIndex } = useAppContext();
  const localization = useLocalization();
  const folders = overview.folders.filter((folder) => folder.state === state);
  if (folders.length === 0) return null;
  const nameOf = ({ key, name }: OverviewFolder): string =>
    folderName({ key, name: name ?? folderIndex.folder(key)?.name ?? null }, localization);
  const words = localization.page.list;
  return (
    <p class="week-notice">
      {words.failed({ n: folders.length })}{' '}
      {folders.slice(0, MAX_NAMES).map((folder, i) => (
        <span key={folder.key}>
          {i > 0 && ' · '}
          <ViewLink view={reportRoute({ week: overview.week, folder: folder.key })}>
            <bdi>{nameOf(folder)}</bdi>
          </ViewLink>
        </span>
      ))}
      {folders.length > MAX_NAMES && ' …'}
    </p>
  );
}

/** Nothing where all is well, or the server sends no messages. */
function UndeliveredMessages({ week }: { readonly week: string }): JSX.Element | null {
  const { subscriptions } = useAppContext();
  const words = useLocalization().page.deliveries;
  const { data, refetch } = useQuery(deliveriesQuery, subscriptions.data === null ? null : week);
  useRefetchWhenVisible(refetch);
  const states = data?.data.map(({ state }) => state) ?? [];
  const texts = (['refused', 'unknown'] as const).flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count === 0 ? [] : [words.count({ state: words.states[state], n: count })];
  });
  if (texts.length === 0) return null;
  return (
    <p class="week-notice">
      {texts.join(' · ')} <ViewLink view={{ name: 'deliveries', week }}>{words.show}</ViewLink>
    </p>
  );
}

/**
 * Announces every further quarter of the reports and the completion, for weeks that were incomplete when first
 * shown.
 */
function useAnnouncedProgress(week: string, progress: WeekProgress | null): void {
  const { announce } = useAppContext();
  const { page } = useLocalization();
  const previousProgress = useRef<{ readonly week: string; readonly quarter: number } | null>(null);
  const quarter = progress === null ? null : completedQuarters(progress);
  useEffect(() => {
    const lastQuarter =
      previousProgress.current?.week === week ? previousProgress.current.quarter : null;
    previousProgress.current = quarter === null ? null : { week, quarter };
    if (lastQuarter === null) return;
    if (progress === null) announce(page.browse.allReady);
    else if (quarter !== null && quarter > lastQuarter) {
      announce(page.browse.ready({ n: progress.ready, total: progress.total }));
    }
  }, [week, quarter]);
}
