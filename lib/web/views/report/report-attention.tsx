// What needs attention in the report of a region, and the note of a report that has no verdicts.
import type { JSX } from 'preact';
import { findUnreadPlaces } from '../../../domain/unread-places.ts';
import { attentionStateOf, attentionSummary } from '../../../i18n/report-texts/entry-reasons.ts';
import { useLocalization } from '../../app-context.tsx';
import { AttentionSections } from '../../features/attention/attention-list.tsx';
import { useReport } from '../../report-context.tsx';

export function ReportAttention(): JSX.Element {
  const { report, selection } = useReport();
  const localization = useLocalization();
  const summary = attentionSummary(attentionStateOf(report), localization);
  const unknown = report.status === 'partial' ? localization.page.browse.attentionUnknown : '';
  return (
    <AttentionSections
      week={selection.week}
      entries={report.summary.attention.entries}
      unread={findUnreadPlaces(report)}
      sharedDepth={report.folder.path.length + 1}
      note={[summary, unknown].filter((text) => text !== '').join(' ')}
    />
  );
}

export function EarlierVersionNote(): JSX.Element {
  return <p class="muted">{useLocalization().words.signals.earlierVersion}</p>;
}
