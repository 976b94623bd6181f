// The attention lists of a week and of a report: places to call with reasons and trends, places that got better, and
// what could not be read.
import type { JSX } from 'preact';
import type { WeekOverview } from '../../../http/responses.ts';
import type { AttentionState } from '../../../i18n/report-texts/entry-reasons.ts';
import {
  attentionSummary,
  attentionStateOf,
  betterSummary,
  entryReasons,
} from '../../../i18n/report-texts/entry-reasons.ts';
import type { UnreadPlace } from '../../../domain/unread-places.ts';
import { findUnreadPlaces } from '../../../domain/unread-places.ts';
import { entryTrend } from '../../../charts/small-trend.ts';
import type { AttentionEntry } from '../../../domain/signals/entry.ts';
import { splitEntries } from '../../../domain/signals/entry.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { unreadText } from '../../../i18n/report-texts/quality-texts.ts';
import { displayText } from '../../../i18n/localization.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { reportView } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { SmallTrendFigure } from '../../ui/chart-figure.tsx';

/** A note alone where the reports give no verdicts. */
export function WeekAttention({
  overview,
}: {
  readonly overview: WeekOverview;
}): JSX.Element | null {
  const { attention, folders, week } = overview;
  if (attention === null) {
    const isEarlier = folders.some(
      ({ figures }) => figures?.groups.some(({ signal }) => signal === null) ?? false,
    );
    return isEarlier ? <EarlierVersionNote /> : null;
  }
  const { more, ...list } = attention;
  const { entries, unread } = list;
  // The overview doesn't say of which kind the further places are. The first of each kind is always shown, so that none
  // needs attention when no entry does.
  const isAllBetter = entries.every(({ kind }) => kind === 'better');
  const state = {
    ...list,
    unread: unread.length,
    moreUrgent: isAllBetter ? 0 : more,
    moreBetter: isAllBetter ? more : 0,
  };
  return (
    <AttentionSections
      week={week}
      entries={entries}
      unread={unread}
      // The topmost folder is the same for all where there is only one.
      sharedDepth={folders.filter(({ parent }) => parent === null).length === 1 ? 1 : 0}
      state={state}
    />
  );
}

export function ReportAttention(): JSX.Element {
  const { report, selection } = useReport();
  return (
    <AttentionSections
      week={selection.week}
      entries={report.summary.attention.entries}
      unread={findUnreadPlaces(report)}
      sharedDepth={report.folder.path.length + 1}
      state={attentionStateOf(report)}
    />
  );
}

export function EarlierVersionNote(): JSX.Element {
  return <p class="muted">{useLocalization().words.signals.earlierVersion}</p>;
}

interface AttentionListProps {
  readonly week: string;
  readonly entries: readonly AttentionEntry[];
  readonly unread: readonly UnreadPlace[];
  /** Folders above an entry that all entries share, and the list leaves out. */
  readonly sharedDepth: number;
  readonly state: AttentionState;
}

function AttentionSections(props: AttentionListProps): JSX.Element {
  const { entries, unread, state, week, sharedDepth } = props;
  const localization = useLocalization();
  const { words, page } = localization;
  const unknown = state.isComplete ? '' : page.browse.attentionUnknown;
  const note = [attentionSummary(state, localization), unknown]
    .filter((text) => text !== '')
    .join(' ');
  const betterNote = betterSummary(state, localization);
  const { urgent, better } = splitEntries(entries);
  const list = (title: string, shown: readonly AttentionEntry[]): JSX.Element => (
    <ul class="attention-list" aria-label={title}>
      {shown.map((entry) => (
        <EntryItem key={entry.survey.key} entry={entry} week={week} sharedDepth={sharedDepth} />
      ))}
    </ul>
  );
  return (
    <>
      <section class="card attention">
        <div class="section-head">
          <h2>{words.signals.attention}</h2>
        </div>
        {urgent.length > 0 && list(words.signals.attention, urgent)}
        {unread.length > 0 && (
          <ul class="attention-list" aria-label={page.browse.unread}>
            {unread.map((place, i) => (
              <UnreadItem key={i} place={place} />
            ))}
          </ul>
        )}
        {note !== '' && <p class="attention-note">{note}</p>}
      </section>
      {better.length > 0 && (
        <section class="card attention">
          <div class="section-head">
            <h2>{words.signals.improved}</h2>
          </div>
          {list(words.signals.improved, better)}
          {betterNote !== '' && <p class="attention-note">{betterNote}</p>}
        </section>
      )}
    </>
  );
}

interface EntryItemProps {
  readonly entry: AttentionEntry;
  readonly week: string;
  readonly sharedDepth: number;
}

function EntryItem({ entry, week, sharedDepth }: EntryItemProps): JSX.Element {
  const localization = useLocalization();
  const { folder, path, survey } = entry;
  const [reason = '', ...others] = entryReasons(entry, localization);
  const name = usePlaceName(folder.name);
  return (
    <li class={entry.kind === 'better' ? 'is-better' : 'is-urgent'}>
      <div class="attention-place">
        <ViewLink view={reportView({ week, folder: folder.key })}>
          <bdi>{name}</bdi>
        </ViewLink>
        <PlaceDetails path={path.slice(sharedDepth)} question={survey.name} />
      </div>
      <div class="attention-reason">
        <strong>{reason}</strong>
        {others.length > 0 && <small>{joinTexts(others)}</small>}
      </div>
      <SmallTrendFigure series={entryTrend(entry)} name={name} />
    </li>
  );
}

/** A grey row: nothing is said about the place, and nothing is well either. */
function UnreadItem({ place }: { readonly place: UnreadPlace }): JSX.Element {
  const localization = useLocalization();
  const name = usePlaceName(place.folder?.name ?? '');
  return (
    <li class="is-unread">
      <div class="attention-place">
        <bdi>{name}</bdi>
        <PlaceDetails path={place.path} question={place.survey?.name ?? ''} />
      </div>
      <div class="attention-reason">{unreadText(place, localization)}</div>
    </li>
  );
}

/** Never a key. */
function usePlaceName(name: string): string {
  const localization = useLocalization();
  const shownName = displayText(name, localization);
  return shownName === '' ? localization.page.browse.unnamedPlace : shownName;
}

interface PlaceDetailsProps {
  readonly path: readonly string[];
  readonly question: string;
}

function PlaceDetails({ path, question }: PlaceDetailsProps): JSX.Element | null {
  const localization = useLocalization();
  const show = (name: string): string => displayText(name, localization);
  const texts = [path.map(show).join(' › '), show(question)].filter((text) => text !== '');
  return texts.length === 0 ? null : <small>{joinTexts(texts)}</small>;
}
