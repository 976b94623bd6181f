// What needs attention in a week, from the reports of the topmost folders that the token covers.
import type { JSX } from 'preact';
import type { WeekOverview } from '../../../http/responses.ts';
import { attentionSummary } from '../../../i18n/report-texts/entry-reasons.ts';
import { useLocalization } from '../../app-context.tsx';
import { AttentionSections } from '../../features/attention/attention-list.tsx';

/** A note alone where the reports give no verdicts. */
export function WeekAttention({
  overview,
}: {
  readonly overview: WeekOverview;
}): JSX.Element | null {
  const localization = useLocalization();
  const { attention, folders, week } = overview;
  if (attention === null) {
    const isEarlier = folders.some(
      ({ figures }) => figures?.groups.some(({ signal }) => signal === null) ?? false,
    );
    return isEarlier ? <p class="muted">{localization.words.signals.earlierVersion}</p> : null;
  }
  const { isComplete, surveys, compared, deviations, entries, more, unread } = attention;
  const summary = attentionSummary(
    { isComplete, surveys, compared, deviations, entries, more, unread: unread.length },
    localization,
  );
  const unknown = isComplete ? '' : localization.page.browse.attentionUnknown;
  return (
    <AttentionSections
      week={week}
      entries={entries}
      unread={unread}
      // The topmost folder is the same for all where there is only one.
      sharedDepth={folders.filter(({ parent }) => parent === null).length === 1 ? 1 : 0}
      note={[summary, unknown].filter((text) => text !== '').join(' ')}
    />
  );
}
