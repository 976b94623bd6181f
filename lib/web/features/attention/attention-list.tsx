// The attention list of a week or a report: places to call with reasons and trends, places that got better, and what could
// not be read.
import type { JSX } from 'preact';
import { entryTrend } from '../../../charts/small-trend.ts';
import type { Entry } from '../../../domain/signals/entry.ts';
import { splitEntries } from '../../../domain/signals/entry.ts';
import type { UnreadPlace } from '../../../domain/unread-places.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { unreadText } from '../../../i18n/report-texts/quality-texts.ts';
import { entryReasons } from '../../../i18n/report-texts/entry-reasons.ts';
import { displayText } from '../../../i18n/localization.ts';
import { useLocalization } from '../../app-context.tsx';
import { reportView } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { SmallTrendFigure } from '../../ui/small-trend-figure.tsx';

interface AttentionListProps {
  readonly week: string;
  readonly entries: readonly Entry[];
  readonly unread: readonly UnreadPlace[];
  /** Folders above an entry that all entries share, and the list leaves out. */
  readonly sharedDepth: number;
  /** What the list leaves unsaid; '' for nothing. */
  readonly note: string;
}

export function AttentionSections(props: AttentionListProps): JSX.Element {
  const { entries, unread, note, week, sharedDepth } = props;
  const { words, page } = useLocalization();
  const { urgent, better } = splitEntries(entries);
  const list = (title: string, shown: readonly Entry[]): JSX.Element => (
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
        </section>
      )}
    </>
  );
}

interface EntryItemProps {
  readonly entry: Entry;
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
  const shown = displayText(name, localization);
  return shown === '' ? localization.page.browse.unnamedPlace : shown;
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
