// Page with all reports of a week, or a note for a week without a table.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WeekOverview } from '../../../http/responses.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import { weekText } from '../../../i18n/report-texts/header-texts.ts';
import type { WeekView } from '../../routes.ts';
import { LATEST_WEEK, reportView } from '../../routes.ts';
import { useAppContext, useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { useWeekOverview, shownWeek } from '../../api/use-week-overview.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { weekDates } from '../../features/choose-week/week-entry.ts';
import { TableDownload } from '../../features/table/table-download.tsx';
import type { WeekProgress } from '../../api/week-progress.ts';
import { computeProgress, completedQuarters } from '../../api/week-progress.ts';
import { localTimeWithUtc } from '../../page-localization.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { folderText } from '../../features/folders/folder-index.ts';
import { useQuery } from '../../api/query.ts';
import { StateFilterButtons, FolderAndSortControls } from './week-filters.tsx';
import { buildSections, nameOrder, STATE_ORDER } from './week-table-rows.ts';
import { WeekAttention } from '../../features/attention/attention-list.tsx';
import { NoMatchesNote, WeekTable } from './week-table.tsx';

export function WeekPage({ view }: { readonly view: WeekView }): JSX.Element {
  const { weeks } = useAppContext();
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const { data: overview, error, refetch } = useWeekOverview();
  const name = shownWeek(view, weeks);
  const dates = overview ?? weekDates(name);
  const title = dates === null ? name : weekText(dates, pageLocalization);
  useDocumentTitle(withoutIsolates(title));
  const progress = overview === null ? null : computeProgress(overview);
  useAnnouncedProgress(name, progress);
  return (
    <div class="week">
      <div class="week-head">
        <h1>{title}</h1>
        {progress !== null && (
          <p class="week-progress">
            <progress max={progress.total} value={progress.ready} aria-hidden="true" />
            {page.browse.ready({ n: progress.ready, total: progress.total })}
          </p>
        )}
      </div>
      {/* Outdated data stays visible below the error. */}
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {overview === null ? (
        error === null && <LoadingPlaceholder />
      ) : (
        <Overview overview={overview} view={view} />
      )}
      {/* Last, because it comes late and must not move what is being read. */}
      {overview?.isClosed === true && <DeliveriesNotice week={overview.week} />}
    </div>
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

interface OverviewProps {
  readonly overview: WeekOverview;
  readonly view: WeekView;
}

function Overview({ overview, view }: OverviewProps): JSX.Element {
  const { formats, page } = useLocalization();
  const { sort, descending, below } = view;
  const state = STATE_ORDER.find((state) => state === view.state) ?? null;
  const sections = useMemo(
    () => buildSections(overview, { sort, descending, state, below }, nameOrder(formats.locale)),
    [overview, sort, descending, state, below, formats],
  );
  if (!overview.isClosed) return <OpenWeekNote overview={overview} />;
  if (overview.folders.length === 0) return <NoReportsNote week={overview.week} />;
  return (
    <>
      <WeekAttention overview={overview} />
      <h2 class="week-places">{page.browse.allPlaces}</h2>
      <div class="week-tools">
        <StateFilterButtons overview={overview} view={view} state={state} />
        <FolderAndSortControls overview={overview} view={view} />
        <TableDownload week={overview.week} below={below} />
      </div>
      {sections.length === 0 ? (
        <NoMatchesNote view={view} />
      ) : (
        <WeekTable
          caption={page.browse.overview({
            range: formats.dateRange(overview.from, overview.to),
            week: formats.numeral(weekNumber(overview.week)),
          })}
          overview={overview}
          sections={sections}
          isTree={sort === 'place' && state === null}
          view={view}
        />
      )}
    </>
  );
}

function LoadingPlaceholder(): JSX.Element {
  const { page } = useLocalization();
  return (
    <>
      <p class="unseen" role="status">
        {page.shell.loading}
      </p>
      <div class="week-tools" aria-hidden="true">
        <div class="waiting late week-waiting-tools" />
      </div>
      <div class="waiting late week-waiting-table" aria-hidden="true" />
    </>
  );
}

/** Most users see a single root. */
const MAX_ROOTS = 6;

function OpenWeekNote({ overview }: { readonly overview: WeekOverview }): JSX.Element {
  const { weeks } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.browse;
  return (
    <section class="note">
      <h2>{overview.week > weeks.open.week ? words.weekNotStarted : words.weekOpen}</h2>
      <p>{words.closes({ when: localTimeWithUtc(overview.closesAt, pageLocalization) })}</p>
      <p class="note-acts">
        <ViewLink view={LATEST_WEEK} class="button">
          {words.toLatestWeek}
        </ViewLink>
      </p>
    </section>
  );
}

function NoReportsNote({ week }: { readonly week: string }): JSX.Element {
  const { folderIndex, weeks } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.browse;
  return (
    <section class="note">
      <h2>{words.noReports}</h2>
      <p>{words.noReportsHint}</p>
      <p class="note-acts">
        {folderIndex.roots.slice(0, MAX_ROOTS).map((folder) => (
          <ViewLink key={folder.key} view={reportView({ week, folder: folder.key })} class="button">
            {words.createReportFor({ name: folderText(folderIndex, folder.key, pageLocalization) })}
          </ViewLink>
        ))}
        {week !== weeks.latest && (
          <ViewLink view={LATEST_WEEK} class="button">
            {words.toLatestWeek}
          </ViewLink>
        )}
      </p>
    </section>
  );
}

/** Nothing where all is well, or the server sends no messages. */
function DeliveriesNotice({ week }: { readonly week: string }): JSX.Element | null {
  const { api, cache, subscriptions } = useAppContext();
  const { page } = useLocalization();
  const words = page.deliveries;
  const { data } = useQuery(cache.deliveries, subscriptions.data === null ? null : week, (signal) =>
    api.deliveries(week, signal),
  );
  const states = data?.data.map(({ state }) => state) ?? [];
  const texts = (['refused', 'unknown'] as const).flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count === 0 ? [] : [words.count({ state: words.states[state], n: count })];
  });
  if (texts.length === 0) return null;
  return (
    <p class="deliveries-notice">
      {texts.join(' · ')} <ViewLink view={{ name: 'deliveries', week }}>{words.show}</ViewLink>
    </p>
  );
}
