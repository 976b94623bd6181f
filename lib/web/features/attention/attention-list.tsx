// The attention lists of a week and of a report: places by state with reasons and trends, and what could not be read.
import type { JSX } from 'preact';
import type {
  OverviewAttention,
  OverviewEntry,
  OverviewFolder,
  WeekOverview,
} from '../../../http/responses.ts';
import { alsoText, entryTexts } from '../../../i18n/report-texts/entry-texts.ts';
import { folderHeadline, listSentence } from '../../../i18n/report-texts/folder-headline.ts';
import type { UnreadPlace } from '../../../domain/unread-places.ts';
import { findUnreadPlaces } from '../../../domain/unread-places.ts';
import { entryTrend } from '../../../charts/small-trend.ts';
import type { ListSection } from '../../../domain/signals/folder-list.ts';
import { sectionsOf } from '../../../domain/signals/folder-list.ts';
import { isCommonSaid } from '../../../domain/signals/common-week.ts';
import type { EntryState } from '../../../domain/signals/model.ts';
import { rangeOf } from '../../../domain/signals/presses.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { unreadText } from '../../../i18n/report-texts/quality-texts.ts';
import { displayText } from '../../../i18n/localization.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { reportView } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { SmallTrendFigure } from '../../ui/chart-figure.tsx';

/** A note alone where the reports have no levels. */
export function WeekAttention({
  overview,
}: {
  readonly overview: WeekOverview;
}): JSX.Element | null {
  const localization = useLocalization();
  const { attention, folders, week } = overview;
  if (attention === null) {
    const isEarlier = folders.some(({ figures }) =>
      (figures?.groups ?? []).some(({ lost }) => lost === null),
    );
    return isEarlier ? <EarlierVersionNote /> : null;
  }
  const { isComplete, unread } = attention;
  const tops = folders.filter(({ parent }) => parent === null);
  const sentence = listSentence({ isComplete, unread: unread.length, attention }, localization);
  return (
    <AttentionSections
      week={week}
      attention={attention}
      unread={unread}
      // The topmost folder is the same for all where there is only one.
      sharedDepth={tops.length === 1 ? 1 : 0}
      sentences={tops.some(isLowInAll) && needsNoCall(attention) ? [] : [sentence]}
      isComplete={isComplete}
    />
  );
}

export function ReportAttention(): JSX.Element {
  const { report, localization, selection } = useReport();
  const { headline, more } = folderHeadline(report, localization);
  return (
    <AttentionSections
      week={selection.week}
      attention={report.summary.attention}
      unread={findUnreadPlaces(report)}
      sharedDepth={report.folder.path.length + 1}
      sentences={[headline, ...more]}
      isComplete={report.status !== 'partial'}
    />
  );
}

/** Whether the surveys of a folder are low together: the list alone would then read as an all-clear. */
function isLowInAll({ figures }: OverviewFolder): boolean {
  return (figures?.groups ?? []).some(({ level, common, ...kind }) => {
    const range = rangeOf(kind);
    const isLow = level.verdict === 'low';
    return isLow || (common !== null && range !== null && isCommonSaid(common, range));
  });
}

function needsNoCall({ counts }: OverviewAttention): boolean {
  return counts.new + counts.silent === 0;
}

export function EarlierVersionNote(): JSX.Element {
  return <p class="muted">{useLocalization().words.signals.earlierVersion}</p>;
}

interface AttentionListProps {
  readonly week: string;
  readonly attention: Pick<OverviewAttention, 'truncated'> & {
    readonly entries: readonly ListedEntry[];
  };
  readonly unread: readonly UnreadPlace[];
  /** Folders above an entry that all entries share, and the list leaves out. */
  readonly sharedDepth: number;
  /** What the list says in all. */
  readonly sentences: readonly string[];
  readonly isComplete: boolean;
}

/** Of a report, or of the overview of a week. */
type ListedEntry = Omit<OverviewEntry, 'also'> & {
  readonly also: readonly Pick<OverviewEntry, 'state'>[];
};

const GOOD_STATES: ReadonlySet<EntryState> = new Set(['recovered', 'better']);

function AttentionSections(props: AttentionListProps): JSX.Element {
  const { attention, unread, sentences, isComplete, week, sharedDepth } = props;
  const { words, page } = useLocalization();
  const sections = sectionsOf(attention.entries);
  const isGood = ({ state }: ListSection<ListedEntry>): boolean => GOOD_STATES.has(state);
  const notes = [
    attention.truncated > 0 ? words.signals.folder.more({ n: attention.truncated }) : '',
    isComplete ? '' : page.browse.attentionUnknown,
  ].filter((text) => text !== '');
  return (
    <>
      <section class="card attention">
        <div class="section-head">
          <h2>{words.signals.attention}</h2>
        </div>
        {sentences
          .filter((sentence) => sentence !== '')
          .map((sentence) => (
            <p key={sentence} class="attention-note">
              {sentence}
            </p>
          ))}
        {sections
          .filter((section) => !isGood(section))
          .map((section) => (
            <div key={section.state}>
              <h3>{words.signals.states[section.state]}</h3>
              <SectionEntries section={section} week={week} sharedDepth={sharedDepth} />
            </div>
          ))}
        {unread.length > 0 && (
          <ul class="attention-list" aria-label={page.browse.unread}>
            {unread.map((place, i) => (
              <UnreadItem key={i} place={place} />
            ))}
          </ul>
        )}
        {notes.length > 0 && <p class="attention-note">{notes.join(' ')}</p>}
      </section>
      {sections.filter(isGood).map((section) => (
        <section key={section.state} class="card attention">
          <div class="section-head">
            <h2>{words.signals.states[section.state]}</h2>
          </div>
          <SectionEntries section={section} week={week} sharedDepth={sharedDepth} />
        </section>
      ))}
    </>
  );
}

interface SectionEntriesProps extends Pick<AttentionListProps, 'week' | 'sharedDepth'> {
  readonly section: ListSection<ListedEntry>;
}

/** The first entries as rows, the others named in one line. */
function SectionEntries({ section, week, sharedDepth }: SectionEntriesProps): JSX.Element {
  const localization = useLocalization();
  const also = alsoText(section, localization);
  return (
    <>
      <ul class="attention-list" aria-label={localization.words.signals.states[section.state]}>
        {section.inFull.map((entry) => (
          <EntryItem key={entry.survey.key} entry={entry} week={week} sharedDepth={sharedDepth} />
        ))}
      </ul>
      {also !== '' && <p class="attention-note">{also}</p>}
    </>
  );
}

interface EntryItemProps extends Pick<AttentionListProps, 'week' | 'sharedDepth'> {
  readonly entry: ListedEntry;
}

function EntryItem({ entry, week, sharedDepth }: EntryItemProps): JSX.Element {
  const localization = useLocalization();
  const { folder, path, survey } = entry;
  const [reason = '', ...others] = entryTexts(entry, localization);
  const name = usePlaceName(folder.name);
  return (
    <li class={GOOD_STATES.has(entry.state) ? 'is-better' : 'is-urgent'}>
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
