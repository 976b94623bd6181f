// The content of a message about a report, in the reader's language.
import type { Report } from '../domain/report.ts';
import type { Entry, EntryKind } from '../domain/signals/entry.ts';
import { splitEntries } from '../domain/signals/entry.ts';
import { findLeadingGroup } from '../domain/verdict.ts';
import {
  attentionStateOf,
  attentionSummary,
  entryReasons,
} from '../i18n/report-texts/entry-reasons.ts';
import { isJudged, leadingFindings } from '../i18n/report-texts/headline-sentence.ts';
import { missingTexts } from '../i18n/report-texts/quality-texts.ts';
import { weekText } from '../i18n/report-texts/usual-level-texts.ts';
import type { MessageLink, MessageList, ReportMessage, Tone } from '../ports/message.ts';
import type { MessageOptions } from './delivery-context.ts';
import { messageKinds, toneOf } from './message-kinds.ts';
import { folderName, placeName } from './message-names.ts';
import { entryFinding, hasPlaces, messageSubject } from './message-subject.ts';
import type { MessageTexts } from './message-texts.ts';
import { messageTextsFor } from './message-texts.ts';

const MAX_ATTENTION = 7;
const MAX_IMPROVED = 3;
const MAX_MISSING = 2;

/** Never says that all is well when data are missing. */
export function createReportMessage(report: Report, options: MessageOptions): ReportMessage {
  const texts = messageTextsFor(report, options.locale);
  const { mail, words, formats } = texts;
  const { urgent, better } = splitEntries(report.summary.attention.entries);
  const { week, from, to, folder, revision } = report;
  const list = (title: string, entries: readonly Entry[], max: number): MessageList | null =>
    messageList(title, entries, max, report, options, texts);
  return {
    language: texts.language,
    direction: texts.direction,
    week,
    folder: folder.key,
    revision,
    subject: messageSubject(report, options.isUpdate, texts),
    title: folderName(folder, texts),
    period: words.week(formats.dateRange(from, to), weekText(week, formats)),
    notices: noticesOf(report, options.isUpdate, texts),
    finding: findingOf(report, texts),
    tone: messageTone(report),
    kinds: messageKinds(report, texts),
    attention: hasPlaces(report) ? list(words.signals.attention, urgent, MAX_ATTENTION) : null,
    improved: hasPlaces(report) ? list(words.signals.improved, better, MAX_IMPROVED) : null,
    alerts: alertsOf(report, texts),
    reportLink: linkTo(mail.openReport, options.reportUrl),
    pageLink: linkTo(mail.seePage, options.pageUrl),
  };
}

function linkTo(text: string, url: string | null): MessageLink | null {
  return url === null ? null : { text, url };
}

function noticesOf(report: Report, isUpdate: boolean, texts: MessageTexts): readonly string[] {
  const { mail, words, formats } = texts;
  if (report.status !== 'partial') return isUpdate ? [mail.update] : [];
  const parts = missingTexts(report, texts).slice(0, -1);
  const more = parts.length - MAX_MISSING;
  return [
    words.signals.sentence(words.partialHeading),
    ...parts.slice(0, MAX_MISSING),
    ...(more > 0 ? [mail.moreMissing(formats.count(more), formats.plural(more))] : []),
    mail.updateFollows,
  ];
}

// ── the finding ─────────────────────────────────────────────────────────────────────────────────

function findingOf(report: Report, texts: MessageTexts): string {
  const { mail, words, formats } = texts;
  const { attention, groups } = report.summary;
  const { urgent } = splitEntries(attention.entries);
  const [first] = urgent;
  if (first !== undefined && hasPlaces(report)) {
    const { place, finding } = entryFinding(first, report, texts);
    const count = countUrgent(report);
    return mail.attention(formats.count(count), formats.plural(count), place, finding);
  }
  const [leading = ''] = leadingFindings(report, texts);
  // Of the only survey: what the finding does not say.
  const others = first === undefined ? [] : otherReasons(first, texts);
  const isWorse = findLeadingGroup(groups)?.signal?.verdict === 'worse';
  const summary =
    hasPlaces(report) && isJudged(report) && !isWorse
      ? attentionSummary(attentionStateOf(report), texts)
      : '';
  const sentences = [summary, leading, ...others].filter((text) => text !== '');
  return sentences.length === 0
    ? words.signals.sentence(words.partialHeading)
    : sentences.join(' ');
}

function otherReasons(entry: Entry, texts: MessageTexts): readonly string[] {
  const kinds = [entry.kind, ...entry.also];
  const said: readonly EntryKind[] = ['worse', 'better', 'silent'];
  return entryReasons(entry, texts)
    .filter((_, i) => !said.includes(kinds[i] ?? 'worse'))
    .map((reason) => texts.words.signals.sentence(reason));
}

/** Listed surveys that need attention, those that the report does not show included. */
function countUrgent({ summary }: Pick<Report, 'summary'>): number {
  const { better: _, ...urgent } = summary.attention.counts;
  return Object.values(urgent).reduce((sum, count) => sum + count, 0);
}

function messageTone({ summary, status }: Pick<Report, 'summary' | 'status'>): Tone {
  const { urgent, better } = splitEntries(summary.attention.entries);
  const tone = toneOf(findLeadingGroup(summary.groups)?.signal?.verdict ?? null);
  if (urgent.length > 0 || tone === 'worse') return 'worse';
  if (better.length > 0) return 'better';
  return tone === 'usual' && status === 'partial' ? 'unknown' : tone;
}

// ── places and alerts ───────────────────────────────────────────────────────────────────────────

/** Null without entries. */
function messageList(
  title: string,
  entries: readonly Entry[],
  max: number,
  report: Report,
  { placeUrls }: Pick<MessageOptions, 'placeUrls'>,
  texts: MessageTexts,
): MessageList | null {
  if (entries.length === 0) return null;
  const { mail, formats } = texts;
  const all =
    entries[0]?.kind === 'better' ? report.summary.attention.counts.better : countUrgent(report);
  const shown = entries.slice(0, max);
  const more = all - shown.length;
  return {
    title,
    places: shown.map((entry) => ({
      name: placeName(entry, report, texts),
      reason: entryReasons(entry, texts).join(' · '),
      tone: toneOfKind(entry.kind),
      url: placeUrls.get(entry.folder.key) ?? null,
    })),
    more: more > 0 ? mail.morePlaces(formats.count(more), formats.plural(more)) : null,
  };
}

function toneOfKind(kind: EntryKind): Tone {
  switch (kind) {
    case 'worse':
    case 'inAlarm':
    case 'standingLow':
      return 'worse';
    case 'silent':
    case 'volumeLow':
      return 'unknown';
    case 'better':
      return 'better';
  }
}

/** Null without alerts, also where some could not be read. */
function alertsOf(
  { summary }: Pick<Report, 'summary'>,
  { mail, words, formats }: MessageTexts,
): string | null {
  const { started, carriedOver, open } = summary.alerts;
  const count = started + carriedOver;
  if (count === 0) return null;
  const totals = mail.alerts(formats.count(count), formats.plural(count), formats.count(open));
  const hours = Math.round(summary.alarm.badMinutes / 60);
  if (hours === 0) return totals;
  return `${totals} · ${words.signals.reasons.inAlarm(formats.duration(hours * 60))}`;
}
