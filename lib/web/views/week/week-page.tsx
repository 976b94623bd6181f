// All reports of a week at a glance.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WeekOverview } from '../../../http/responses.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import { weekText } from '../../../i18n/report-texts/header-texts.ts';
import type { WeekView } from '../../routes.ts';
import { useLibrary, useSpeech, useTitle } from '../../app-context.tsx';
import { useOverview, weekOf } from '../../api/use-week-overview.tsx';
import { TroubleNote } from '../../ui/error-note.tsx';
import { weekDatesOf } from '../../features/choose-week/week-entry.ts';
import { StateFilter, WeekNarrowing } from './week-filters.tsx';
import { NothingMade, StillOpen } from './week-notes.tsx';
import type { WeekProgress } from '../../api/week-progress.ts';
import { progressOf, quarterOf } from '../../api/week-progress.ts';
import { sectionsOf, STATES } from './week-table-rows.ts';
import { NoneLikeThat, WeekTable } from './week-table.tsx';

export function WeekPage({ view }: { readonly view: WeekView }): JSX.Element {
  const { weeks } = useLibrary();
  const speech = useSpeech();
  const { value, trouble, again } = useOverview();
  const name = weekOf(view, weeks);
  const dates = value ?? weekDatesOf(name);
  const title = dates === null ? name : weekText(dates, speech);
  useTitle(withoutIsolates(title));
  const progress = value === null ? null : progressOf(value);
  useSpokenProgress(name, progress);
  return (
    <div class="week">
      <div class="week-head">
        <h1>{title}</h1>
        {progress !== null && <Progress progress={progress} />}
      </div>
      {/* What is old stays, with what went wrong above it. */}
      {trouble !== null && <TroubleNote trouble={trouble} onRetry={again} />}
      {value === null ? trouble === null && <Waiting /> : <Overview overview={value} view={view} />}
    </div>
  );
}

function Progress({ progress }: { readonly progress: WeekProgress }): JSX.Element {
  const { formats, page } = useSpeech();
  const { ready, all } = progress;
  const text = page.find.ready(formats.count(ready), formats.count(all));
  return (
    <p class="week-progress">
      <progress max={all} value={ready} aria-hidden="true" />
      {text}
    </p>
  );
}

/** Says each further quarter of the reports and the end of the wait, of a week that was seen unfinished. */
function useSpokenProgress(week: string, progress: WeekProgress | null): void {
  const { announce } = useLibrary();
  const { formats, page } = useSpeech();
  const before = useRef<{ readonly week: string; readonly quarter: number } | null>(null);
  const quarter = progress === null ? null : quarterOf(progress);
  useEffect(() => {
    const last = before.current?.week === week ? before.current.quarter : null;
    before.current = quarter === null ? null : { week, quarter };
    if (last === null) return;
    if (progress === null) announce(page.find.allReady);
    else if (quarter !== null && quarter > last) {
      announce(page.find.ready(formats.count(progress.ready), formats.count(progress.all)));
    }
  }, [week, quarter]);
}

interface OverviewProps {
  readonly overview: WeekOverview;
  readonly view: WeekView;
}

function Overview({ overview, view }: OverviewProps): JSX.Element {
  const { formats, page } = useSpeech();
  const { sort, descending, below } = view;
  const state = STATES.find((one) => one === view.state) ?? null;
  const sections = useMemo(
    () => sectionsOf(overview, { sort, descending, state, below }),
    [overview, sort, descending, state, below],
  );
  if (!overview.isClosed) return <StillOpen overview={overview} />;
  if (overview.folders.length === 0) return <NothingMade week={overview.week} />;
  return (
    <>
      <div class="week-tools">
        <StateFilter overview={overview} view={view} state={state} />
        <WeekNarrowing overview={overview} view={view} />
      </div>
      {sections.length === 0 ? (
        <NoneLikeThat view={view} />
      ) : (
        <WeekTable
          caption={page.find.overview(
            formats.dateRange(overview.from, overview.to),
            formats.numeral(weekNumber(overview.week)),
          )}
          overview={overview}
          sections={sections}
          isTree={sort === 'place' && state === null}
          view={view}
        />
      )}
    </>
  );
}

function Waiting(): JSX.Element {
  const { page } = useSpeech();
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
