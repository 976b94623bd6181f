// The content of a message about a report, in the reader's language.
import type { Report, SurveyGroup, TrendWeek } from '../domain/report.ts';
import type { AttentionEntry, EntryKind } from '../domain/signals/entry.ts';
import { countUrgent, splitEntries } from '../domain/signals/entry.ts';
import { findLeadingGroup, largestFirst } from '../domain/verdict.ts';
import {
  attentionStateOf,
  attentionSummary,
  entryReasons,
  reasonKinds,
} from '../i18n/report-texts/entry-reasons.ts';
import {
  isJudged,
  leadingFindings,
  responsesText,
} from '../i18n/report-texts/headline-sentence.ts';
import { missingTexts } from '../i18n/report-texts/quality-texts.ts';
import { weekNumberText, usualRange } from '../i18n/report-texts/usual-level-texts.ts';
import type {
  MessageLink,
  MessageList,
  ReportMessage,
  Tone,
  MessageKind,
} from '../ports/message.ts';
import { segmentsOf } from '../charts/distribution.ts';
import { MIN_RESPONSES } from '../charts/index-axes.ts';
import { responsesOf } from '../domain/scale.ts';
import type { Signal, SignalVerdict } from '../domain/signals/signal.ts';
import { indexName, kindName } from '../i18n/report-texts/index-types.ts';
import { verdictText } from '../i18n/report-texts/signal-sentences.ts';
import type { Localization } from '../i18n/localization.ts';
import type { MessageOptions } from './delivery-context.ts';
import type { MessageTexts } from './message-texts.ts';
import { folderName, placeName, messageTextsFor } from './message-texts.ts';
import { entryFinding, hasPlaces, messageSubject } from './message-subject.ts';

const MAX_ATTENTION = 7;
const MAX_IMPROVED = 3;
const MAX_MISSING = 2;

/** Never says that all is well when data are missing. */
export function createReportMessage(report: Report, options: MessageOptions): ReportMessage {
  const texts = messageTextsFor(report, options.locale);
  const { mail, words, formats } = texts;
  const { urgent, better } = splitEntries(report.summary.attention.entries);
  const { week, from, to, folder, revision } = report;
  const list = (
    title: string,
    entries: readonly AttentionEntry[],
    max: number,
  ): MessageList | null => messageList(title, entries, max, report, options, texts);
  return {
    language: texts.language,
    direction: texts.direction,
    week,
    folder: folder.key,
    revision,
    subject: messageSubject(report, options.isUpdate, texts),
    title: folderName(folder, texts),
    period: words.week({ range: formats.dateRange(from, to), week: weekNumberText(week, formats) }),
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
  const { mail, words } = texts;
  if (report.status !== 'partial') return isUpdate ? [mail.update] : [];
  const parts = missingTexts(report, texts).slice(0, -1);
  const moreCount = parts.length - MAX_MISSING;
  return [
    words.signals.asSentence({ text: words.partialHeading }),
    ...parts.slice(0, MAX_MISSING),
    ...(moreCount > 0 ? [mail.moreMissing({ n: moreCount })] : []),
    mail.updateFollows,
  ];
}

// ── the finding ─────────────────────────────────────────────────────────────────────────────────

function findingOf(report: Report, texts: MessageTexts): string {
  const { mail, words } = texts;
  const { attention, groups } = report.summary;
  const { urgent } = splitEntries(attention.entries);
  const [first] = urgent;
  if (first !== undefined && hasPlaces(report)) {
    const { place, finding } = entryFinding(first, report, texts);
    const count = countUrgent(attention.counts);
    return mail.attention({ n: count, place, finding });
  }
  const [leading = ''] = leadingFindings(report, texts);
  // Reasons of the only survey that the finding does not state.
  const otherSentences = first === undefined ? [] : otherReasons(first, texts);
  const isWorse = findLeadingGroup(groups)?.signal?.verdict === 'worse';
  const summary =
    hasPlaces(report) && isJudged(report) && !isWorse
      ? attentionSummary(attentionStateOf(report), texts)
      : '';
  const sentences = [summary, leading, ...otherSentences].filter((text) => text !== '');
  return sentences.length === 0
    ? words.signals.asSentence({ text: words.partialHeading })
    : sentences.join(' ');
}

function otherReasons(entry: AttentionEntry, texts: MessageTexts): readonly string[] {
  const kinds = reasonKinds(entry);
  const ownKinds: readonly EntryKind[] = ['worse', 'better', 'silent'];
  return entryReasons(entry, texts)
    .filter((_, i) => !ownKinds.includes(kinds[i] ?? 'worse'))
    .map((reason) => texts.words.signals.asSentence({ text: reason }));
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
  entries: readonly AttentionEntry[],
  max: number,
  report: Report,
  { placeUrls }: Pick<MessageOptions, 'placeUrls'>,
  texts: MessageTexts,
): MessageList | null {
  if (entries.length === 0) return null;
  const { mail } = texts;
  const { counts } = report.summary.attention;
  const all = entries[0]?.kind === 'better' ? counts.better : countUrgent(counts);
  const visibleEntries = entries.slice(0, max);
  const moreCount = all - visibleEntries.length;
  return {
    title,
    places: visibleEntries.map((entry) => ({
      name: placeName(entry, report, texts),
      reason: entryReasons(entry, texts).join(' · '),
      tone: TONES[entry.kind],
      url: placeUrls.get(entry.folder.key) ?? null,
    })),
    more: moreCount > 0 ? mail.morePlaces({ n: moreCount }) : null,
  };
}

const TONES: Readonly<Record<EntryKind, Tone>> = {
  worse: 'worse',
  inAlarm: 'worse',
  standingLow: 'worse',
  silent: 'unknown',
  volumeLow: 'unknown',
  better: 'better',
};

/** Null without alerts, also where some could not be read. */
function alertsOf(
  { summary }: Pick<Report, 'summary'>,
  { mail, words, formats }: MessageTexts,
): string | null {
  const { started, carriedOver, open } = summary.alerts;
  const count = started + carriedOver;
  if (count === 0) return null;
  const totals = mail.alerts({ n: count, open });
  const hours = Math.round(summary.alarm.badMinutes / 60);
  if (hours === 0) return totals;
  return `${totals} · ${words.signals.reasons.inAlarm({ duration: formats.duration(hours * 60) })}`;
}

const MAX_KINDS = 3;
/** Buttons of an unknown scale beyond which its answers don't fit on a phone. */
const MAX_SEGMENTS = 10;

/** The kinds of index with the most responses. */
function messageKinds(report: Report, texts: Localization): readonly MessageKind[] {
  const groups = largestFirst(report.summary.groups).slice(0, MAX_KINDS);
  return groups.map((group) => {
    const isAlone = groups.every((other) => other === group || other.indexType !== group.indexType);
    return {
      ...kindOf(group, report.status === 'partial', texts),
      name: isAlone ? indexName(group, texts) : kindName(group, texts),
    };
  });
}

function kindOf(
  group: SurveyGroup,
  isPartial: boolean,
  texts: Localization,
): Omit<MessageKind, 'name'> {
  const { index, indexType, signal, data, trend } = group;
  const { words, formats } = texts;
  const range = signal === null ? '' : usualRange(signal, indexType, texts);
  // "As usual" would read as an all-clear although part of the data is missing.
  const wouldReadAsAllClear = isPartial && signal?.verdict === 'usual';
  const visibleSignal = index === null || wouldReadAsAllClear ? null : signal;
  return {
    index: index === null ? null : formats.index(index, indexType),
    usual: range === '' ? null : words.signals.usualRange({ range }),
    verdict: verdictText(visibleSignal, texts),
    tone: toneOf(visibleSignal?.verdict ?? null),
    responses: responsesText(group, texts),
    distribution: distributionOf(data, indexType, texts),
    weeksTitle: words.trend,
    weeks: (trend.some(isMeasured) ? trend : []).map((week, i) => ({
      name: weekNumberText(week.week, formats),
      text: isMeasured(week) ? formats.index(week.index, indexType) : '–',
      tone: isMeasured(week) ? weekTone(week, visibleSignal) : 'unknown',
      isReportWeek: i === trend.length - 1,
    })),
  };
}

function toneOf(verdict: SignalVerdict | null): Tone {
  return verdict === 'worse' || verdict === 'better' || verdict === 'usual' ? verdict : 'unknown';
}

function distributionOf(
  data: readonly number[],
  indexType: string,
  texts: Localization,
): MessageKind['distribution'] {
  const total = responsesOf(data);
  const segments = segmentsOf(data, indexType, texts);
  if (total === 0 || segments.length > MAX_SEGMENTS) return [];
  return segments.map(({ name, count, share, colour }) => ({
    name,
    share: count / total,
    text: share,
    colour,
  }));
}

function isMeasured({ responses, index }: TrendWeek): boolean {
  return responses >= MIN_RESPONSES && index !== null;
}

/** The weeks of a deviation have its tone; others since the level last changed are compared with the usual range. */
function weekTone({ week, index }: TrendWeek, signal: Signal | null): Tone {
  if (signal === null || index === null) return 'unknown';
  const { since, verdict, phaseSince, lower, upper } = signal;
  if (since !== null && week >= since) return toneOf(verdict);
  if (phaseSince === null || week < phaseSince) return 'usual';
  if (lower !== null && index < lower) return 'worse';
  return upper !== null && index > upper ? 'better' : 'usual';
}
